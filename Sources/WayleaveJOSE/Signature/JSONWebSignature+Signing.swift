public import WayleaveWire

extension JSONWebSignature {
  /// Signs a payload and writes it in the compact form; it is a secret, since most such texts open something.
  ///
  /// RFC 7515 §5.1. `type` becomes `typ`; the key's `kid` is named; `additional` members may not be among `alg`, `kid`,
  /// `typ`, `crit` and `b64`.
  public static func sign(
    _ payload: [UInt8], type: String? = nil, additional: JSON.Object = JSON.Object(), with key: JSONWebKey,
    algorithm: SignatureAlgorithm
  ) throws(OAuthError) -> Secret {
    let header = try SigningHeader(algorithm: algorithm, keyID: key.keyID, type: type, additional: additional)
    var text = try header.signed(Base64.url.encode(payload), with: key)
    text.input += [UInt8(ascii: ".")] + Base64.url.encode(text.signature)
    return Secret(text.input)
  }

  /// Signs a payload that goes by another way, and writes the rest in the compact form.
  ///
  /// RFC 7515 Appendix F; with `unencoded`, RFC 7797 §5.1.
  public static func signDetached(
    _ payload: [UInt8], unencoded: Bool = false, type: String? = nil, additional: JSON.Object = JSON.Object(),
    with key: JSONWebKey, algorithm: SignatureAlgorithm
  ) throws(OAuthError) -> Secret {
    let header = try SigningHeader(
      algorithm: algorithm, keyID: key.keyID, type: type, additional: additional, leavesPayload: unencoded)
    let signature = try header.signed(unencoded ? payload : Base64.url.encode(payload), with: key).signature
    return Secret("\(header.encodedText)..\(Base64.url.encodedText(signature))")
  }

  /// Signs a payload with one key or several, in the flattened or the general form.
  ///
  /// RFC 7515 §7.2.
  public static func signJSON(
    _ payload: [UInt8], type: String? = nil, with keys: [(key: JSONWebKey, algorithm: SignatureAlgorithm)]
  ) throws(OAuthError) -> JSON {
    let encoded = Base64.url.encode(payload)
    var entries: [JSON.Object] = []
    for (key, algorithm) in keys {
      let header = try SigningHeader(algorithm: algorithm, keyID: key.keyID, type: type, additional: JSON.Object())
      var entry = JSON.Object()
      entry["protected"] = .string(header.encodedText)
      entry["signature"] = .string(Base64.url.encodedText(try header.signed(encoded, with: key).signature))
      entries.append(entry)
    }
    guard (1...maximumSignatures).contains(entries.count) else {
      throw .malformedJOSE(
        .rfc(7515, "7.2.1"), expected: "1 to \(maximumSignatures) keys", received: .described("\(entries.count)"))
    }
    var object = entries.count == 1 ? entries[0] : JSON.Object()
    object["payload"] = .string(String(decoding: encoded, as: UTF8.self))
    if entries.count > 1 { object["signatures"] = .array(entries.map(JSON.object)) }
    return .object(object)
  }
}

/// The header of something that we sign.
///
/// RFC 7515 §5.1, step 3.
struct SigningHeader {
  let algorithm: SignatureAlgorithm
  let encodedText: String

  init(
    algorithm: SignatureAlgorithm, keyID: String?, type: String?, additional: JSON.Object, leavesPayload: Bool = false
  ) throws(OAuthError) {
    var object = JSON.Object()
    object["alg"] = .string(algorithm.rawValue)
    if let keyID { object["kid"] = .string(keyID) }
    if let type { object["typ"] = .string(type) }
    if leavesPayload {
      object["b64"] = false
      // RFC 7797 §6: so that those who do not know "b64" refuse it.
      object["crit"] = ["b64"]
    }
    for member in additional.members {
      // Two of one name cannot be: the later would hide the one that was signed with.
      guard !["alg", "kid", "typ", "crit", "b64"].contains(where: { $0.hasSameBytes(as: member.name) }) else {
        throw OAuthError(
          .invalidValue, rule: .rfc(7515, "4"), expected: "additional members of other names",
          received: .text(member.name), remedy: "Give this one by its own argument.")
      }
      object[member.name] = member.value
    }
    self.algorithm = algorithm
    encodedText = Base64.url.encodedText(JSON.object(object).encoded())
  }

  func signed(
    _ payload: [UInt8], with key: JSONWebKey
  ) throws(OAuthError) -> (input: [UInt8], signature: [UInt8]) {
    let input = Array(encodedText.utf8) + [UInt8(ascii: ".")] + payload
    return (input, try key.signature(of: input[...], algorithm))
  }
}
