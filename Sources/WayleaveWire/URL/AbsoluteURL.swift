/// A URL that has passed the gate: every reader takes it apart in the same way.
///
/// RFC 3986, with what makes readers disagree refused: characters outside ASCII (an IDN comes as punycode), controls,
/// spaces, backslashes, user information, a wrong escape, a port of 0 or beyond 65535, an address written as one
/// number, an empty host of http and https. Scheme and host are in lower case; path, query and fragment stand as they
/// were written.
public struct AbsoluteURL: Sendable {
  /// The text as it was given.
  public let text: String
  private let layout: URLLayout

  /// The longest text that is read.
  package static let maximumLength = 16384

  /// Checks a text; throws `wire.malformed_url`.
  public init(_ text: String) throws(OAuthError) {
    var text = text
    let layout = text.withUTF8 { bytes in Result { () throws(URLLayout.Problem) in try URLLayout(of: bytes) } }
    switch layout {
    case .success(let layout): self.init(text: text, layout: layout)
    case .failure(let problem): throw .malformedURL(problem.rawValue, text)
    }
  }

  /// Checks the text of a URL that a browser or an app brings, such as a callback; throws `wire.malformed_url`.
  ///
  /// Browsers do not escape `|`, `{`, `}`, `^` and a backtick in a query, though RFC 3986 §3.4 does not allow them
  /// there: here they are accepted in the query. A `%` of the query that begins no escape, which browsers leave alone
  /// too, becomes `%25`. All else is as in ``init(_:)``. Use it for what is read and then
  /// dropped, never for a URL that we send a request to.
  package init(arriving text: String) throws(OAuthError) {
    var text = Self.escapingStrayPercents(inQueryOf: text)
    let layout = text.withUTF8 { bytes in Result { () throws(URLLayout.Problem) in try URLLayout(ofArriving: bytes) } }
    switch layout {
    case .success(let layout): self.init(text: text, layout: layout)
    case .failure(let problem): throw .malformedURL(problem.rawValue, text)
    }
  }

  /// WHATWG URL, "query state": a wrong escape is an error of validation, and the `%` stays.
  private static func escapingStrayPercents(inQueryOf text: String) -> String {
    let bytes = Array(text.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    guard let start = bytes[..<end].firstIndex(of: UInt8(ascii: "?")), bytes.count <= maximumLength else { return text }
    var escaped = Array(bytes[..<start])
    for index in start..<bytes.endIndex {
      escaped.append(bytes[index])
      guard index < end, bytes[index] == UInt8(ascii: "%") else { continue }
      let digits = bytes[(index + 1)..<min(index + 3, end)]
      if digits.count < 2 || digits.contains(where: { $0.hexadecimalValue == nil }) { escaped += "25".utf8 }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private init(text: String, layout: URLLayout) {
    self.text = text
    self.layout = layout
  }

  /// The scheme in lower case.
  public var scheme: String { lowercased(0..<layout.schemeEnd) }

  /// The host in lower case, an IPv6 address in brackets; nil for a URL without an authority, such as `com.example:/cb`.
  ///
  /// It is empty where the authority is, as in `com.example:///cb`: RFC 3986 §3.2.2. Never so for http and https.
  public var host: String? { layout.host.upperBound == 0 ? nil : lowercased(layout.host) }

  /// The port as it was written; nil when there is none.
  public var port: UInt16? { layout.port }

  /// The path as it was written, which may be empty.
  public var path: String { part(layout.path) }

  /// What stands after `?`, as it was written; nil when there is no `?`.
  public var query: String? {
    hasQuery ? part((layout.path.upperBound + 1)..<layout.queryEnd) : nil
  }

  /// The pairs of the query, none when there is no query; throws what ``Form/init(decoding:)-(String)`` throws.
  package var queryForm: Form {
    get throws(OAuthError) {
      guard hasQuery else { return Form() }
      let form = withBytes((layout.path.upperBound + 1)..<layout.queryEnd) { bytes in
        Result { () throws(OAuthError) in try Form(decoding: bytes) }
      }
      return try form.get()
    }
  }

  /// What stands after `#`, as it was written; nil when there is no `#`.
  public var fragment: String? {
    let count = UInt16(text.utf8.count)
    return layout.queryEnd < count ? part((layout.queryEnd + 1)..<count) : nil
  }

  /// The port that a connection uses: the one written, or the scheme's own.
  package var effectivePort: UInt16? { port ?? defaultPort }

  /// The port that the scheme stands for.
  package var defaultPort: UInt16? { Self.defaultPort(of: scheme) }

  static func defaultPort(of scheme: String) -> UInt16? {
    switch scheme {
    case "https": 443
    case "http": 80
    default: nil
    }
  }

  /// Host and port as the `Host` header writes them: a default port is left out.
  package var authority: String? {
    guard let host else { return nil }
    guard let port, port != defaultPort else { return host }
    return "\(host):\(port)"
  }

  /// The URL without query and fragment, when it is http or https and nothing of it could be written in another way: no
  /// capital in scheme and host, no port, a path, and no escape in the path; nil otherwise.
  package var plainTarget: String? {
    guard layout.port == nil, !layout.path.isEmpty else { return nil }
    let isPlain = withBytes(0..<layout.path.upperBound) { target in
      let scheme = UnsafeBufferPointer(rebasing: target[..<Int(layout.schemeEnd)])
      let pathStart = Int(layout.path.lowerBound)
      return (scheme.hasSameBytes(as: "https") || scheme.hasSameBytes(as: "http"))
        && target[..<pathStart].allSatisfy { $0.lowercased == $0 }
        && target.position(of: UInt8(ascii: "%"), from: pathStart) == nil
    }
    guard isPlain else { return nil }
    return Int(layout.path.upperBound) == text.utf8.count ? text : part(0..<layout.path.upperBound)
  }

  /// Path and query as a request line writes them.
  package var pathAndQuery: String {
    // The query stands right behind the path.
    let written = part(layout.path.lowerBound..<layout.queryEnd)
    return layout.path.isEmpty ? "/" + written : written
  }

  /// Whether the host is this machine and nothing else: 127.0.0.0/8, `[::1]` or `localhost`.
  ///
  /// A name below `localhost` does not count, although RFC 6761 §6.3 gives it to this machine: some resolvers ask DNS
  /// for it, and an attacker who answers there would be trusted with plain http.
  package var isLoopback: Bool {
    guard let host else { return false }
    return host == "localhost" || host == "[::1]" || (host.hasPrefix("127.") && HostName.isIPv4(host.utf8))
  }

  /// Whether no one on the way reads what is sent there: by https, or by http to this machine.
  ///
  /// RFC 6749 §3.1 and §3.2; RFC 8252 §8.3.
  package var isSecure: Bool { scheme == "https" || scheme == "http" && isLoopback }

  /// Whether the host is none of this machine's, a private network's or a link's, as far as its text shows.
  ///
  /// RFC 6890. A name can still lead to such an address; what resolves names has to look again.
  package var isPublic: Bool { host.map { !$0.isEmpty && !HostName.isPrivate($0) } ?? false }

  /// The URL with these pairs at the end of its query and without its fragment; what is there already stays as it is.
  ///
  /// RFC 6749 §3.1: "The endpoint URI MAY include an 'application/x-www-form-urlencoded' formatted query component,
  /// which MUST be retained when adding additional query parameters." Throws `wire.malformed_url` when it gets too long.
  package func adding(_ form: Form) throws(OAuthError) -> AbsoluteURL { try withQuery(text(adding: form)) }

  /// The same with pairs that are written at once, without a form: for URLs that are made again and again.
  package func adding(_ write: (inout QueryWriter) -> Void) throws(OAuthError) -> AbsoluteURL {
    var text = text
    return try withQuery(
      text.withUTF8 { text in
        let base = UnsafeBufferPointer(rebasing: text[..<Int(layout.queryEnd)])
        var query = QueryWriter(after: base, separator(after: base))
        write(&query)
        return query.text
      })
  }

  private func withQuery(_ text: String) throws(OAuthError) -> AbsoluteURL {
    guard text.utf8.count <= Self.maximumLength else { throw .malformedURL(URLLayout.Problem.length.rawValue, text) }
    // What is written with escapes needs no second check.
    return AbsoluteURL(text: text, layout: layout.adding(queryBytes: text.utf8.count - Int(layout.queryEnd)))
  }

  /// The text of the URL with these pairs at the end of its query and without its fragment, however long it gets.
  package func text(adding form: Form) -> String {
    var text = text
    return text.withUTF8 { text in
      let base = UnsafeBufferPointer(rebasing: text[..<Int(layout.queryEnd)])
      guard !form.isEmpty else { return String(decoding: base, as: UTF8.self) }
      return form.withEncodedForQuery { String(joining: base, separator(after: base), $0) }
    }
  }

  /// What stands between the URL up to its query's end and a further pair.
  private func separator(after base: UnsafeBufferPointer<UInt8>) -> UInt8? {
    guard hasQuery else { return UInt8(ascii: "?") }
    return base.last == UInt8(ascii: "?") || base.last == UInt8(ascii: "&") ? nil : UInt8(ascii: "&")
  }

  private var hasQuery: Bool { layout.queryEnd > layout.path.upperBound }

  private func part(_ range: Range<UInt16>) -> String {
    withBytes(range) { String(decoding: $0, as: UTF8.self) }
  }

  private func lowercased(_ range: Range<UInt16>) -> String {
    withBytes(range) { bytes in
      bytes.allSatisfy { $0.lowercased == $0 }
        ? String(decoding: bytes, as: UTF8.self) : String(decoding: bytes.map(\.lowercased), as: UTF8.self)
    }
  }

  private func withBytes<Value>(_ range: Range<UInt16>, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    var text = text
    return text.withUTF8 { body(UnsafeBufferPointer(rebasing: $0[Int(range.lowerBound)..<Int(range.upperBound)])) }
  }
}

extension String {
  /// Two pieces of text with a character between them, written at once.
  init(
    joining first: UnsafeBufferPointer<UInt8>, _ separator: UInt8?, _ second: UnsafeBufferPointer<UInt8>
  ) {
    let count = first.count + second.count + 1
    self.init(unsafeUninitializedCapacity: count) { text in
      var index = text.initialize(fromContentsOf: first)
      if let separator {
        text[index] = separator
        index += 1
      }
      return text[index...].initialize(fromContentsOf: second)
    }
  }
}

extension AbsoluteURL: Equatable, Hashable {
  /// Two URLs are equal when their texts have the same bytes: nothing is normalised.
  public static func == (left: AbsoluteURL, right: AbsoluteURL) -> Bool { left.text.hasSameBytes(as: right.text) }

  public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}

extension AbsoluteURL: CustomStringConvertible {
  /// The URL without the values of its query and without its fragment, either of which may hold a code or a token.
  public var description: String { URLRedaction.redact(text) }
}
