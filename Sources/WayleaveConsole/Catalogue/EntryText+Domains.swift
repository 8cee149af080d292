import WayleaveProvider
import WayleaveWire

extension EntryText {
  /// A warning for each domain that is not that of the token endpoint: a misspelt host gets codes, secrets or tokens.
  ///
  /// Many providers have several domains, so it is no error.
  var foreignDomains: [EntryFinding] {
    let endpoints = EntryFormat.endpoints(in: json).compactMap { path, text in
      Self.host(of: text).map { (path: path, domain: HostDomain.of($0)) }
    }
    guard let own = endpoints.first(where: { $0.path == "token_endpoint" }) ?? endpoints.first else { return [] }
    var seen: Set<String> = [own.domain]
    return endpoints.filter { seen.insert($0.domain).inserted }.map { other in
      EntryFinding(.foreignDomain(other, own), at: place(of: other.path), .warning)
    }
  }

  /// A warning where the title is that of a built-in provider: a person who signs in could not tell them apart.
  var borrowedTitle: [EntryFinding] {
    guard let title = json["title"]?.string?.lowercased() else { return [] }
    guard let other = Provider.builtInTitles.first(where: { $0.title.lowercased().hasSameBytes(as: title) }) else {
      return []
    }
    return [EntryFinding(.borrowedTitle(other.title, of: other.name), at: place(of: "title"), .warning)]
  }

  /// A warning for each text with a character that a terminal obeys or hides: the title and other words are shown to
  /// people, who could not tell what they read.
  var hiddenCharacters: [EntryFinding] {
    Self.texts(in: json).compactMap { path, text in
      let plain = text.replacing("\n", with: " ")
      let shown = DisplayText.clean(plain)
      guard !DisplayText.clean(plain, limit: .max).hasSameBytes(as: plain) else { return nil }
      return EntryFinding(.hiddenCharacter(in: path, shown), at: place(of: path), .warning)
    }
  }

  /// Every text of the entry, with its path.
  private static func texts(in json: JSON, at path: String = "") -> [(path: String, text: String)] {
    switch json {
    case .string(let text): [(path, text)]
    case .array(let elements): elements.enumerated().flatMap { texts(in: $1, at: "\(path)[\($0)]") }
    case .object(let object):
      object.members.flatMap { texts(in: $0.value, at: path.isEmpty ? $0.name : "\(path).\($0.name)") }
    case .null, .bool, .number: []
    }
  }

  /// The host of a URL; what stands in braces is a part of it that is filled in later.
  private static func host(of text: String) -> String? {
    (try? AbsoluteURL(text.replacing("{", with: HostDomain.open).replacing("}", with: HostDomain.close)))?.host
  }
}

/// The part of a host name that one owner registers.
enum HostDomain {
  /// The last two labels, or three where the last two belong to many: `example.com`, `example.co.uk`.
  ///
  /// There is no complete list of public suffixes here: this is good enough for a warning, and for nothing else.
  static func of(_ host: String) -> String {
    let labels = host.split(separator: ".")
    guard IPAddress(host) == nil, labels.count > 2 else { return host }
    let isShared = SharedDomain.contains(labels.suffix(2).joined(separator: "."))
    return labels.suffix(isShared ? 3 : 2).joined(separator: ".")
  }

  /// What stands for a brace, which no host can have, while a host is taken apart.
  static let (open, close) = ("brace-open-", "-brace-close")

  /// A domain as the entry has it, with its braces.
  static func shown(_ domain: String) -> String {
    DisplayText.clean(domain.replacing(open, with: "{").replacing(close, with: "}"), limit: 100)
  }
}

extension OAuthError {
  fileprivate static func borrowedTitle(_ title: String, of name: ProviderName) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "“\(title)” is the title of the built-in provider “\(name)”.",
      rule: .wayleave("a user can tell providers apart"), expected: "a title of its own", received: .text(title),
      remedy: "Give the entry a title of its own.", member: "title")
  }

  fileprivate static func hiddenCharacter(in path: String, _ text: String) -> OAuthError {
    let path = DisplayText.clean(path, limit: 100)
    return OAuthError(
      .malformedProvider, message: "“\(path)” has characters that are not shown as they are: \(text)",
      rule: .wayleave("a user can tell providers apart"), expected: "visible characters", received: .text(text),
      remedy: "Remove them, unless you know why they are there.", member: path)
  }

  fileprivate static func foreignDomain(
    _ other: (path: String, domain: String), _ own: (path: String, domain: String)
  ) -> OAuthError {
    let (domain, expected) = (HostDomain.shown(other.domain), HostDomain.shown(own.domain))
    return OAuthError(
      .malformedProvider, message: "“\(other.path)” is at \(domain), and “\(own.path)” at \(expected).",
      rule: .wayleave("an entry sends credentials to its provider alone"), expected: "a host of \(expected)",
      received: .text(domain), remedy: "Check that both domains belong to the provider.", member: other.path)
  }
}
