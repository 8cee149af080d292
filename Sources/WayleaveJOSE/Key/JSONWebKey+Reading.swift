import WayleaveWire

extension JSONWebKey {
  init(_ members: JSON.Object, bits: ClosedRange<Int>) throws(OAuthError) {
    try self.init(KeyReader(members: members, isPublished: false), bits: bits)
  }

  /// Reads a public key as others publish it, with a leading zero octet in the numbers of RSA if there is one, and with
  /// padding.
  init(published members: JSON.Object) throws(OAuthError) {
    try self.init(KeyReader(members: members, isPublished: true), bits: RSAKey.strongBits)
  }

  private init(_ reader: KeyReader, bits: ClosedRange<Int>) throws(OAuthError) {
    self.init(
      try reader.material(bits: bits), keyID: try reader.keyID(), algorithm: try reader.text("alg"),
      use: try reader.text("use"), operations: try reader.operations())
  }

  /// The members of a JWK that only its owner may see: RFC 7518 §6.2.2, §6.3.2 and §6.4.1.
  package static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]
}

extension JSON.Object {
  /// The member of that name; nil when there is none, and when it is `null`.
  ///
  /// Some libraries write every member that they know, and `null` for what the key does not have. An empty text is a
  /// value: what decides is not guessed.
  func nonNull(_ name: String) -> JSON? {
    let value = self[name]
    return value == .null ? nil : value
  }

  /// Whether a private member says anything: an empty text shows no secret.
  func shows(_ name: String) -> Bool { nonNull(name).map { $0 != "" } ?? false }
}

/// Reads the members of one key.
///
/// RFC 7517 §4; RFC 7518 §6; RFC 8037 §2.
private struct KeyReader {
  let members: JSON.Object
  let isPublished: Bool

  func material(bits: ClosedRange<Int>) throws(OAuthError) -> KeyMaterial {
    guard let kind = try text("kty") else { throw .malformedKey("“kty”") }
    switch kind {
    case "RSA": return .rsa(try rsa(bits: bits))
    case "EC": return .ellipticCurve(try ellipticCurve())
    case "OKP": return try octetKeyPair()
    // RFC 7517 §9.2: what is published is no secret.
    case "oct" where !isPublished: return .octets(Secret(try bytes("k")))
    default: throw .unsupportedKey("a “kty” of RSA, EC, OKP or oct")
    }
  }

  func keyID() throws(OAuthError) -> String? {
    let keyID = try text("kid")
    guard (keyID?.utf8.count ?? 0) <= JOSEHeader.maximumKeyIDLength else {
      throw .malformedKey("a “kid” of at most \(JOSEHeader.maximumKeyIDLength) bytes")
    }
    return keyID
  }

  /// RFC 7517 §4.3: "Duplicate key operation values MUST NOT be present in the array."
  func operations() throws(OAuthError) -> [String]? {
    guard let list = members.nonNull("key_ops") else { return nil }
    let names = list.array?.compactMap(\.string)
    guard let names, names.count == list.array?.count, Set(names.map { Array($0.utf8) }).count == names.count else {
      throw .malformedKey("distinct texts as “key_ops”")
    }
    return names
  }

  func text(_ name: String) throws(OAuthError) -> String? {
    guard let value = members.nonNull(name) else { return nil }
    guard let text = value.string else { throw .malformedKey("a text as “\(name)”") }
    return text
  }

  private func rsa(bits: ClosedRange<Int>) throws(OAuthError) -> RSAKey {
    let (modulus, exponent) = (try number("n"), try number("e"))
    guard members.shows("d") else { return try RSAKey(modulus: modulus, exponent: exponent, bits: bits) }
    guard !members.shows("oth") else { throw .unsupportedKey("an RSA key of two primes") }
    // RFC 7518 §6.3.2 requires only "d", but the cryptographic library signs only with the primes.
    guard members.shows("p") || members.shows("q") else { throw .primesMissing() }
    return try RSAKey(
      modulus: modulus, exponent: exponent, privateExponent: try bytes("d"), primes: (try bytes("p"), try bytes("q")),
      bits: bits)
  }

  private func ellipticCurve() throws(OAuthError) -> EllipticCurveKey {
    guard let curve = EllipticCurveKey.Curve(rawValue: try text("crv") ?? "") else {
      throw .unsupportedKey("a “crv” of P-256, P-384 or P-521")
    }
    let open = try EllipticCurveKey(curve, x: try bytes("x"), y: try bytes("y"))
    guard members.shows("d") else { return open }
    let key = try EllipticCurveKey(curve, privateNumber: try bytes("d"))
    guard key.coordinates == open.coordinates else {
      throw .unsupportedKey("a point that belongs to the private number")
    }
    return key
  }

  private func octetKeyPair() throws(OAuthError) -> KeyMaterial {
    let open = try bytes("x")
    let hidden = members.shows("d") ? try bytes("d") : nil
    let material: KeyMaterial
    switch try text("crv") {
    case "Ed25519":
      let key = try Ed25519Key(publicBytes: open)
      material = .ed25519(try hidden.map { hidden throws(OAuthError) in try Ed25519Key(privateBytes: hidden) } ?? key)
    case "X25519":
      let key = try X25519Key(publicBytes: open)
      material = .x25519(try hidden.map { hidden throws(OAuthError) in try X25519Key(privateBytes: hidden) } ?? key)
    default: throw .unsupportedKey("a “crv” of Ed25519 or X25519")
    }
    guard material.publicBytes == open else { throw .unsupportedKey("a public key that belongs to the private one") }
    return material
  }

  /// A number of RSA, whose first octet is not zero unless others published it so.
  private func number(_ name: String) throws(OAuthError) -> [UInt8] {
    let number = try bytes(name)
    // RFC 7518 §6.3.1.1 forbids the octet and warns of it: "implementers have found that some cryptographic libraries
    // prefix an extra zero-valued octet to the modulus representations they return". To refuse it would cost every
    // sign-in at such a provider. The number is the same, and the key is held and written without the octet.
    guard isPublished, number.count > 1, number[0] == 0 else { return number }
    return Array(number.dropFirst())
  }

  private func bytes(_ name: String) throws(OAuthError) -> [UInt8] {
    guard let text = try text(name), let bytes = Base64.url.decode(isPublished ? text.unpadded : text) else {
      throw .malformedKey("base64url without padding as “\(name)”")
    }
    return bytes
  }
}

extension String {
  /// The text without the padding that fills its last group of four.
  ///
  /// RFC 7515 §2 forbids the padding, and some libraries write it. The number is the same, so that nothing comes in by it.
  fileprivate var unpadded: String {
    guard utf8.count % 4 == 0 else { return self }
    let digits = hasSuffix("==") ? utf8.dropLast(2) : hasSuffix("=") ? utf8.dropLast() : utf8[...]
    return String(Substring(digits))
  }
}
