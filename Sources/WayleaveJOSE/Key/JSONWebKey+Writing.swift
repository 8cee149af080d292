import Crypto
import CryptoExtras
public import WayleaveWire

extension JSONWebKey {
  /// The key as JSON, without anything private; of a shared secret no more than its name.
  public var json: JSON { .object(object(of: material.publicMembers)) }

  /// The key as JSON, private members included.
  public var exposedJSON: Secret {
    Secret(JSON.object(object(of: material.publicMembers + material.privateMembers)).encoded())
  }

  /// The SHA-256 thumbprint in base64url: the same for a private key and its public one.
  ///
  /// RFC 7638 §3; RFC 8037 §2 for OKP. That of a shared secret would help to guess it, so it is empty.
  public var thumbprint: String {
    guard !material.publicMembers.isEmpty else { return "" }
    // RFC 7638 §3.2: "the members … only, with no whitespace …, ordered lexicographically".
    var members = material.publicMembers.map { ($0.name, Base64.url.encodedText($0.bytes)) } + [("kty", kind)]
    if let curve = material.curve { members.append(("crv", curve)) }
    let text = members.sorted { $0.0 < $1.0 }.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
    return Base64.url.encodedText(SHA256.hash(data: Array("{\(text)}".utf8)).withUnsafeBytes(Array.init))
  }

  /// The kind as `kty` writes it.
  ///
  /// RFC 7517 §4.1.
  var kind: String {
    switch material {
    case .rsa: "RSA"
    case .ellipticCurve: "EC"
    case .ed25519, .x25519: "OKP"
    case .octets: "oct"
    }
  }

  private func object(of numbers: [KeyMember]) -> JSON.Object {
    var object = JSON.Object()
    object["kty"] = .string(kind)
    if let curve = material.curve { object["crv"] = .string(curve) }
    for number in numbers { object[number.name] = .string(Base64.url.encodedText(number.bytes)) }
    if let keyID { object["kid"] = .string(keyID) }
    if let use { object["use"] = .string(use) }
    if let operations { object["key_ops"] = JSON(operations) }
    if let algorithm { object["alg"] = .string(algorithm) }
    return object
  }
}

extension KeyMaterial {
  var curve: String? {
    switch self {
    case .rsa, .octets: nil
    case .ellipticCurve(let key): key.curve.rawValue
    case .ed25519: "Ed25519"
    case .x25519: "X25519"
    }
  }

  var publicBytes: [UInt8] {
    switch self {
    case .rsa(let key): key.modulus
    case .ellipticCurve(let key): key.coordinates
    case .ed25519(let key): key.publicBytes
    case .x25519(let key): key.publicBytes
    case .octets: []
    }
  }

  var publicMembers: [KeyMember] {
    switch self {
    case .rsa(let key): [KeyMember("n", key.modulus), KeyMember("e", key.exponent)]
    case .ellipticCurve(let key):
      [
        KeyMember("x", Array(key.coordinates.prefix(key.curve.length))),
        KeyMember("y", Array(key.coordinates.suffix(key.curve.length))),
      ]
    case .ed25519(let key): [KeyMember("x", key.publicBytes)]
    case .x25519(let key): [KeyMember("x", key.publicBytes)]
    case .octets: []
    }
  }

  var privateMembers: [KeyMember] {
    switch self {
    case .rsa(let key): key.privateNumbers
    case .ellipticCurve(let key): key.privateNumber.map { [KeyMember("d", $0)] } ?? []
    case .ed25519(let key): key.privateBytes.map { [KeyMember("d", $0)] } ?? []
    case .x25519(let key): key.privateBytes.map { [KeyMember("d", $0)] } ?? []
    case .octets(let secret): [KeyMember("k", secret.exposedBytes)]
    }
  }
}

extension RSAKey {
  /// RFC 7518 §6.3.2, in the order in which RFC 8017 Appendix A.1.2 has them after version, modulus and exponent.
  fileprivate var privateNumbers: [KeyMember] {
    guard let privateKey, let numbers = DER.integers(in: [UInt8](privateKey.derRepresentation)), numbers.count == 9
    else {
      return []
    }
    return zip(["d", "p", "q", "dp", "dq", "qi"], numbers.dropFirst(3)).map { KeyMember($0, $1) }
  }
}
