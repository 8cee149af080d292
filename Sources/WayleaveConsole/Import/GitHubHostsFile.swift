import WayleaveBackport
package import WayleaveWire

/// The file in which GitHub's `gh` stores its tokens: `hosts.yml`.
///
/// Only what `gh` writes is read: hosts at the margin, and below each of them names with plain values. A newer `gh`
/// stores the token in the keyring of the system, and the file has none.
package struct GitHubHostsFile: Sendable {
  /// What stands in it, in its order.
  package let tokens: [FoundAccount]

  /// Reads a file; throws `account_file.malformed` for one that `gh` did not write, or that has no token.
  package init(reading file: [UInt8]) throws(OAuthError) {
    guard !file.isEmpty else { throw .malformedForeignFile("gh", "an empty file", remedy: Self.remedy) }
    guard let text = String(utf8: file) else {
      throw .malformedForeignFile("gh", "text that is not UTF-8", remedy: Self.remedy)
    }
    var hosts: [Host] = []
    for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy({ $0 == " " }) && !line.hasPrefix("#") {
      guard let line = Line(line), line.indentation == 0 || !hosts.isEmpty else {
        throw .malformedForeignFile("gh", "a line that is not “name: value”", remedy: Self.remedy)
      }
      if line.indentation == 0 { hosts.append(Host(name: line.name)) } else { hosts[hosts.count - 1].take(line) }
    }
    tokens = hosts.flatMap(\.tokens)
    guard !tokens.isEmpty else { throw .malformedForeignFile("gh", "no token", remedy: Self.keyringRemedy) }
  }

  private static let remedy: Remedy = "Name the file hosts.yml of gh, such as ~/.config/gh/hosts.yml."
  private static let keyringRemedy: Remedy = """
    A newer gh stores the token in the keyring of the system: `gh auth token` prints it. Put it into a line \
    https://USER:TOKEN@github.com of a file, then: `wayleave import git FILE`.
    """
}

/// A line `name: value`; the value may be missing.
private struct Line {
  let indentation: Int
  let name: String
  let value: String?

  init?(_ text: Substring) {
    indentation = text.utf8.prefix { $0 == UInt8(ascii: " ") }.count
    let rest = text.dropFirst(indentation)
    // The name of a host may have a port: the value begins after a colon and a space, or there is none.
    if let end = rest.firstRange(of: ": ") {
      name = String(rest[..<end.lowerBound])
      let value = rest[end.upperBound...].drop { $0 == " " }
      let isQuoted = value.count >= 2 && ["\"", "'"].contains(value.first) && value.first == value.last
      let plain = isQuoted ? value.dropFirst().dropLast() : value
      guard !plain.isEmpty, !plain.contains(where: { " \"'\\#&*{}[]|>!%@`,".contains($0) }) else { return nil }
      guard plain.utf8.allSatisfy(\.isOfToken) else { return nil }
      self.value = String(plain)
    } else {
      guard rest.last == ":" else { return nil }
      name = String(rest.dropLast())
      value = nil
    }
    guard !name.isEmpty, name.utf8.allSatisfy(\.isOfToken), !name.contains(where: { "\"'".contains($0) }) else {
      return nil
    }
  }
}

/// What stands below a host.
private struct Host {
  let name: String
  private var indentation: Int?
  private var isAmongUsers = false
  private var user: String?
  private var token: Secret?
  /// The users in a list of their own, which has the first one's token again.
  private var users: [(name: String, token: Secret?)] = []

  init(name: String) { self.name = name }

  mutating func take(_ line: Line) {
    let own = indentation ?? line.indentation
    indentation = own
    if line.indentation <= own {
      isAmongUsers = line.name == "users" && line.value == nil
      if line.name == "user" { user = line.value }
      if line.name == "oauth_token" { token = line.value.map { Secret($0) } }
    } else if isAmongUsers {
      if line.value == nil { users.append((line.name, nil)) }
      if line.name == "oauth_token", !users.isEmpty { users[users.count - 1].token = line.value.map { Secret($0) } }
    }
  }

  var tokens: [FoundAccount] {
    let others = users.filter { $0.token != token }
    return ([(user, token)] + others.map { ($0.name, $0.token) }).compactMap { user, token in
      token.flatMap { FoundAccount(host: name, user: user, token: $0) }
    }
  }
}
