import Crypto
import CryptoExtras
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

/// A JWE for one of our keys, whose parts a test changes one by one.
struct EncryptionSample {
  let algorithm: KeyManagementAlgorithm
  let encryption: ContentEncryption
  let key: JSONWebKey
  var texts: [String]

  static let plaintext = Array("Live long and prosper.".utf8)

  init(
    _ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption = .a128GCM, curve: String = "P-256"
  ) throws {
    self.algorithm = algorithm
    self.encryption = encryption
    key = try Self.key(for: algorithm, encryption, curve: curve)
    texts = try JSONWebEncryption.encrypt(Self.plaintext, for: key, by: algorithm, content: encryption)
      .exposedText.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  var compact: String { texts.joined(separator: ".") }

  /// What comes out, with everything allowed unless said otherwise.
  func decrypted(
    by other: JSONWebKey? = nil,
    allowing algorithms: Set<KeyManagementAlgorithm> = Set(KeyManagementAlgorithm.allCases),
    content encryptions: Set<ContentEncryption> = Set(ContentEncryption.allCases)
  ) throws -> [UInt8] {
    try JSONWebEncryption(compact: compact)
      .plaintext(decryptedBy: other ?? key, allowing: algorithms, content: encryptions)
  }

  /// The sample with one part's bytes changed.
  func changing(_ index: Int, _ change: (inout [UInt8]) -> Void) -> EncryptionSample {
    var sample = self
    var bytes = Base64.url.decode(texts[index]) ?? []
    change(&bytes)
    sample.texts[index] = Base64.url.encodedText(bytes)
    return sample
  }

  /// The sample with its header changed, which leaves nothing authentic.
  func changingHeader(_ change: (inout JSON.Object) -> Void) throws -> EncryptionSample {
    var members = try JSON(decoding: Base64.url.decode(texts[0]) ?? []).object ?? JSON.Object()
    change(&members)
    return changing(0) { $0 = JSON.object(members).encoded() }
  }

  /// A fresh key of the kind and length that an algorithm needs.
  static func key(
    for algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption = .a128GCM, curve: String = "P-256",
    adding additional: JSON.Object = JSON.Object()
  ) throws -> JSONWebKey {
    var members: JSON.Object
    switch algorithm {
    case .rsaOAEP256, .rsaOAEP: members = try rsa.present()
    case .ecdhES, .ecdhESA128KW, .ecdhESA256KW: members = agreement(curve)
    case .a128KW: members = shared(16)
    case .a256KW: members = shared(32)
    case .direct: members = shared(sizes[encryption] ?? 0)
    }
    for member in additional.members { members[member.name] = member.value }
    return try JSONWebKey(members)
  }

  static func shared(_ count: Int) -> JSON.Object {
    object(["kty": "oct", "k": text((0..<count).map { _ in UInt8.random(in: 0...255) })])
  }

  private static let sizes: [ContentEncryption: Int] = [
    .a128GCM: 16, .a192GCM: 24, .a256GCM: 32, .a128CBCHS256: 32, .a192CBCHS384: 48, .a256CBCHS512: 64,
  ]

  private static func agreement(_ curve: String) -> JSON.Object {
    func members(_ privateKey: some Sequence<UInt8>, _ publicKey: some Sequence<UInt8>) -> JSON.Object {
      let (d, raw) = (Array(privateKey), Array(publicKey))
      let x = text(Array(raw.prefix(d.count)))
      if curve == "X25519" {
        return object(["kty": "OKP", "crv": .string(curve), "x": x, "d": text(d)])
      }
      return object([
        "kty": "EC", "crv": .string(curve), "x": x, "y": text(Array(raw.dropFirst(d.count))), "d": text(d),
      ])
    }
    switch curve {
    case "P-384":
      let key = P384.KeyAgreement.PrivateKey()
      return members(key.rawRepresentation, key.publicKey.rawRepresentation)
    case "P-521":
      let key = P521.KeyAgreement.PrivateKey()
      return members(key.rawRepresentation, key.publicKey.rawRepresentation)
    case "X25519":
      let key = Curve25519.KeyAgreement.PrivateKey()
      return members(key.rawRepresentation, key.publicKey.rawRepresentation)
    default:
      let key = P256.KeyAgreement.PrivateKey()
      return members(key.rawRepresentation, key.publicKey.rawRepresentation)
    }
  }

  /// The key of RFC 7520 §5.2, since drawing one takes long.
  private static let rsa: JSON.Object? = {
    var members = try? VectorFile.cases("jwe_rfc").first { $0["alg"] == "RSA-OAEP" }?["key"]?.object
    members?["alg"] = nil
    members?["kid"] = nil
    return members
  }()

  private static func text(_ bytes: [UInt8]) -> JSON { .string(Base64.url.encodedText(bytes)) }

  private static func object(_ json: JSON) -> JSON.Object { json.object ?? JSON.Object() }
}
