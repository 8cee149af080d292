package import WayleaveWire

extension Inspection {
  /// The longest text that is read.
  static let maximumLength = 262_144

  /// Finds out what a text is, and splits it; the time is needed to say how far away dates are.
  package init(of text: String, at now: Instant) {
    let trimmed = text.withoutOuterSpace
    guard trimmed.utf8.count <= Self.maximumLength else {
      self.init(kind: .unknown, problems: [.tooLong(trimmed.utf8.count)])
      return
    }
    if Self.isRequest(trimmed) {
      self.init(request: trimmed, at: now)
    } else if let header = HeaderLine(trimmed) {
      switch header.name {
      case "authorization", "x-verify-credentials-authorization": self.init(authorization: header.value, at: now)
      case "www-authenticate": self.init(challenge: header.value)
      case "dpop": self.init(token: header.value, at: now)
      default: self.init(bare: header.value, at: now)
      }
    } else {
      self.init(bare: trimmed, at: now)
    }
  }

  private init(bare text: String, at now: Instant) {
    let points = text.utf8.filter { $0 == UInt8(ascii: ".") }.count
    if let document = Self.document(text) {
      self.init(document.object, as: document.kind, at: now)
    } else if text.hasPrefix("{") || text.hasPrefix("-----BEGIN") {
      self.init(key: text)
    } else if Self.isOpaque(text) {
      self.init(opaque: text)
    } else if text.utf8.allSatisfy({ $0.isTokenText }), points == 2 || points == 4 {
      self.init(token: text, at: now)
    } else if Self.isAuthorization(text) {
      self.init(authorization: text, at: now)
    } else if !text.contains("://"), let challenges = Challenge.list(in: text), !challenges.isEmpty, text.contains("=")
    {
      self.init(challenge: text)
    } else if text.contains(":"), let url = try? AbsoluteURL(text) {
      self.init(address: url, at: now)
    } else if text.contains("://") {
      self.init(kind: .url)
      attempt { (_) throws(OAuthError) in _ = try AbsoluteURL(text) }
    } else {
      self.init(kind: .unknown, problems: [.unrecognised()])
    }
  }

  /// A shorter text may be a word.
  private static let shortestOpaqueToken = 16

  /// Whether a text is one long word of a token's characters, and not a JWT, which begins with a JSON object.
  ///
  /// RFC 6750 §2.1.
  private static func isOpaque(_ text: String) -> Bool {
    guard text.utf8.count >= shortestOpaqueToken, text.utf8.allSatisfy({ $0.isBearerText }) else { return false }
    let points = text.utf8.count { $0 == UInt8(ascii: ".") }
    guard points == 2 || points == 4 else { return true }
    return Base64.url.decode(String(text.prefix { $0 != "." }))?.first { $0 > 0x20 } != UInt8(ascii: "{")
  }

  private init(opaque text: String) {
    self.init(kind: .opaque)
    var part = Part(name: "Token")
    part.add("fingerprint", Redaction.shown(text.utf8))
    part.add("length", "\(text.utf8.count) characters", note: "only the server that issued it knows what it is for")
    parts.append(part)
  }

  /// Whether a text is the value of an `Authorization` header, rather than of a challenge: it carries a credential.
  private static func isAuthorization(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != 0x20 }.map(\.lowercased)
    if scheme.elementsEqual("oauth".utf8) { return text.contains("oauth_") }
    return ["bearer", "dpop", "basic"].contains { scheme.elementsEqual($0.utf8) }
      && !text.dropFirst(scheme.count + 1).dropLast(2).contains("=")
  }
}

/// A header as it stands in a request, `Name: value`; nil for any other text.
private struct HeaderLine {
  let name: String
  let value: String

  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), !text[colon...].hasPrefix("://") else { return nil }
    let name = String(decoding: text[..<colon].utf8.map(\.lowercased), as: UTF8.self)
    guard
      ["authorization", "x-verify-credentials-authorization", "www-authenticate", "dpop", "location"].contains(name)
    else { return nil }
    self.name = name
    value = String(text[text.index(after: colon)...]).withoutOuterSpace
  }
}

extension UInt8 {
  /// Whether the byte may stand in a bearer token: RFC 6750 §2.1.
  fileprivate var isBearerText: Bool { isTokenText || "~+/".utf8.contains(self) }

  /// Whether the byte stands in a compact token: base64url, its padding (which is wrong there), and points.
  fileprivate var isTokenText: Bool {
    isLetter || isDigit || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "=")].contains(self)
  }
}

extension OAuthError {
  fileprivate static func tooLong(_ count: Int) -> OAuthError {
    OAuthError(
      .oversizedJOSE, message: "The text has \(count) bytes, and at most \(Inspection.maximumLength) are inspected.",
      rule: .wayleave("a text to inspect has a bounded length"), remedy: "No token or header is so long.")
  }

  fileprivate static func unrecognised() -> OAuthError {
    OAuthError(
      .invalidValue,
      message: "This text is of no kind that inspect knows: see `wayleave inspect --help`.",
      rule: .wayleave("a text to inspect is recognised by its form"),
      expected: "a token, a URL, a key, a header, a request, or a JSON answer of a server",
      remedy: "Give the whole of it, as it was sent.")
  }
}
