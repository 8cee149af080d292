public import WayleaveWire

extension JSONWebSignature {
  /// Reads three parts with points between them; throws `jose.malformed`, `jose.critical_header` and, before anything
  /// is decoded, `jose.too_large`.
  ///
  /// RFC 7515 §5.2 and §7.1.
  public init(compact text: [UInt8], maximumLength: Int = JSONWebSignature.maximumLength) throws(OAuthError) {
    let parts = try CompactParts(text, maximumLength: maximumLength)
    let header = try JOSEHeader(decoding: parts.decoded(parts.header, "header"))
    self.init(
      header: header, payload: try parts.decoded(parts.payload, "payload"),
      signature: try parts.decoded(parts.signature, "signature"), signingInput: parts.signingInput)
  }

  /// Signs a payload and writes it in the compact form; it is a secret, since most such texts open something.
  ///
  /// RFC 7515 §5.1. `type` becomes `typ`; the key's `kid` is named; `additional` members may not be among `alg`, `kid`,
  /// `typ`, `crit` and `b64`.
  public static func sign(
    _ payload: [UInt8], type: String? = nil, additional: JSON.Object = JSON.Object(), with key: JSONWebKey,
    algorithm: SignatureAlgorithm
  ) throws(OAuthError) -> Secret {
    let header = try SigningHeader(algorithm: algorithm, keyID: key.keyID, type: type, additional: additional)
    var text = Base64.url.encode(header.members.encoded())
    text.append(UInt8(ascii: "."))
    text += Base64.url.encode(payload)
    let signature = try key.signature(of: text[...], algorithm)
    text.append(UInt8(ascii: "."))
    text += Base64.url.encode(signature)
    return Secret(text)
  }
}

/// The parts of a compact JWS, found and not decoded.
struct CompactParts {
  let text: [UInt8]
  let header: Range<Int>
  let payload: Range<Int>
  let signature: Range<Int>

  init(_ text: [UInt8], maximumLength: Int) throws(OAuthError) {
    guard text.count <= maximumLength else {
      throw .oversizedJOSE(what: "a token", maximum: maximumLength, count: text.count)
    }
    let point = UInt8(ascii: ".")
    guard let first = text.firstIndex(of: point), let last = text[(first + 1)...].firstIndex(of: point),
      !text[(last + 1)...].contains(point)
    else {
      throw .malformedJOSE(
        .rfc(7515, "7.1"), expected: "three parts with points between them", received: .described("something else"))
    }
    self.text = text
    header = 0..<first
    payload = (first + 1)..<last
    signature = (last + 1)..<text.count
  }

  var signingInput: ArraySlice<UInt8> { text[..<payload.upperBound] }

  func decoded(_ part: Range<Int>, _ name: String) throws(OAuthError) -> [UInt8] {
    guard let bytes = Base64.url.decode(text[part]) else {
      throw .malformedJOSE(
        .rfc(7515, "2"), expected: "base64url without padding as \(name)", received: .described("something else"))
    }
    return bytes
  }
}
