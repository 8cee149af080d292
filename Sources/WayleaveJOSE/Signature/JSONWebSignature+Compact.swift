public import WayleaveWire

extension JSONWebSignature {
  /// Reads three parts with points between them; throws `jose.malformed`, `jose.critical_header` and, before anything
  /// is decoded, `jose.too_large`.
  ///
  /// RFC 7515 §5.2 and §7.1. With `unencodedPayload`, a header that asks for it may leave the payload as it is:
  /// RFC 7797 §5.2.
  public init(
    compact text: [UInt8], unencodedPayload: Bool = false, maximumLength: Int = JSONWebSignature.maximumLength
  ) throws(OAuthError) {
    let parts = try CompactParts(of: text, maximumLength: maximumLength)
    let header = try parts.header(of: text, unencodedPayload: unencodedPayload)
    let payload =
      try header.leavesPayload() ? Array(text[parts.payload]) : try text.decoded(parts.payload, "payload")
    let signature = try text.decoded(parts.signature, "signature")
    self.init(
      header: header, payload: payload, signature: signature, signingInput: text[..<parts.payload.upperBound])
  }

  /// Reads two parts around an empty one, whose payload came by another way.
  ///
  /// RFC 7515 Appendix F; RFC 7797 §5.1.
  public init(
    compact text: [UInt8], detached payload: [UInt8], unencodedPayload: Bool = false,
    maximumLength: Int = JSONWebSignature.maximumLength
  ) throws(OAuthError) {
    let parts = try CompactParts(of: text, maximumLength: maximumLength)
    guard parts.payload.isEmpty else {
      throw .malformedJOSE(.rfc(7515, "F"), expected: "no payload in the text", received: .described("one"))
    }
    let header = try parts.header(of: text, unencodedPayload: unencodedPayload)
    let encoded = try header.leavesPayload() ? payload : Base64.url.encode(payload)
    self.init(
      header: header, payload: payload, signature: try text.decoded(parts.signature, "signature"),
      signingInput: text[...parts.header.upperBound] + encoded)
  }
}

extension JOSEHeader {
  /// Whether the payload next to it stands as it is, without base64url.
  ///
  /// RFC 7797 §3.
  func leavesPayload() throws(OAuthError) -> Bool {
    guard let encoded = self["b64"] else { return false }
    guard let encoded = encoded.bool else { throw .malformedHeader("true or false as “b64”") }
    return !encoded
  }
}

/// Where the parts of a compact JWS stand in its text, found and not decoded.
///
/// RFC 7515 §7.1.
private struct CompactParts {
  let header: Range<Int>
  let payload: Range<Int>
  let signature: Range<Int>

  init(of text: borrowing [UInt8], maximumLength: Int) throws(OAuthError) {
    guard text.count <= maximumLength else {
      throw .oversizedJOSE(what: "a token", maximum: maximumLength, count: text.count)
    }
    guard let points = text.withUnsafeBufferPointer({ Self.points(in: $0) }) else {
      throw .malformedJOSE(
        .rfc(7515, "7.1"), expected: "three parts with points between them", received: .described("something else"))
    }
    header = 0..<points.first
    payload = (points.first + 1)..<points.last
    signature = (points.last + 1)..<text.count
  }

  /// Where the two points are; nil when there are fewer or more.
  private static func points(in text: UnsafeBufferPointer<UInt8>) -> (first: Int, last: Int)? {
    let point = UInt8(ascii: ".")
    guard let first = text.position(of: point, from: 0), let last = text.position(of: point, from: first + 1),
      text.position(of: point, from: last + 1) == nil
    else { return nil }
    return (first, last)
  }

  func header(of text: [UInt8], unencodedPayload: Bool) throws(OAuthError) -> JOSEHeader {
    try JOSEHeader(decoding: text.decoded(header, "header"), understanding: unencodedPayload ? ["b64"] : [])
  }
}

extension [UInt8] {
  fileprivate func decoded(_ part: Range<Int>, _ name: String) throws(OAuthError) -> [UInt8] {
    let bytes = withUnsafeBufferPointer { Base64.url.decode(UnsafeBufferPointer(rebasing: $0[part])) }
    guard let bytes else { throw .malformedPart(name) }
    return bytes
  }

  /// Reads a part of a JWS; throws `jose.malformed`.
  ///
  /// RFC 7515 §2, "Base64url Encoding".
  init(base64URL text: some Collection<UInt8>, _ name: String) throws(OAuthError) {
    guard let bytes = Base64.url.decode(text) else { throw .malformedPart(name) }
    self = bytes
  }
}

extension OAuthError {
  fileprivate static func malformedPart(_ name: String) -> OAuthError {
    malformedJOSE(
      .rfc(7515, "2"), expected: "base64url without padding as \(name)", received: .described("something else"))
  }
}
