public import WayleaveWire

/// A key as JSON carries it, checked and made ready: using it parses nothing again.
///
/// RFC 7517 §4; the kinds are those of RFC 7518 §6 and RFC 8037 §2. A private key cannot be printed; what
/// ``exposedJSON`` gives is a `Secret`.
public struct JSONWebKey: Sendable {
  private let parts: KeyParts

  /// The name by which a header points to the key.
  ///
  /// RFC 7517 §4.5.
  public var keyID: String? { parts.keyID }
  /// The one algorithm that the key is for, as it is written.
  ///
  /// RFC 7517 §4.4.
  public var algorithm: String? { parts.algorithm }
  /// What the key is for, as it is written: `sig` or `enc`.
  ///
  /// RFC 7517 §4.2.
  public var use: String? { parts.use }
  /// What may be done with the key, as it is written.
  ///
  /// RFC 7517 §4.3.
  public var operations: [String]? { parts.operations }
  package var material: KeyMaterial { parts.material }
  /// The algorithms whose signatures the key may verify, found once.
  var provable: [SignatureAlgorithm] { parts.provable }
  /// Whether the key is of the algorithm's kind, and nothing that it says of itself forbids to sign.
  func maySign(by algorithm: SignatureAlgorithm) -> Bool { parts.maySign(by: algorithm) }

  /// Reads a key from the members of an object; throws `jose.malformed`, `configuration.unsupported_key` and, of keys
  /// too short, `configuration.weak_key`.
  public init(_ members: JSON.Object) throws(OAuthError) {
    try self.init(members, bits: RSAKey.strongBits)
  }

  /// Reads a key from JSON; throws as ``init(_:)`` does.
  public init(decoding bytes: [UInt8]) throws(OAuthError) {
    try self.init(JOSEHeader.object(decoding: bytes))
  }

  /// Takes a secret that two sides share, such as the bytes of a client secret.
  ///
  /// RFC 7518 §6.4. Whether it is long enough is known where its algorithm is: RFC 7518 §3.2.
  public init(sharedSecret: Secret, keyID: String? = nil, algorithm: SignatureAlgorithm? = nil) {
    self.init(.octets(sharedSecret), keyID: keyID, algorithm: algorithm?.rawValue)
  }

  /// Reads a key of any length, such as published test vectors have.
  package init(ofAnyStrength members: JSON.Object) throws(OAuthError) {
    try self.init(members, bits: RSAKey.anyBits)
  }

  package init(
    _ material: KeyMaterial, keyID: String? = nil, algorithm: String? = nil, use: String? = nil,
    operations: [String]? = nil
  ) {
    parts = KeyParts(material, keyID: keyID, algorithm: algorithm, use: use, operations: operations)
  }

  /// Whether the key must stay secret: it signs, decrypts, or is shared with one other.
  public var isPrivate: Bool { material.isPrivate }

  /// The key that others may have; nil for a shared secret, which has no such part.
  public var publicKey: JSONWebKey? {
    // What the private part may do, the public part may not: "sign" becomes "verify".
    material.publicPart.map {
      JSONWebKey($0, keyID: keyID, algorithm: algorithm, use: use, operations: operations?.map(Self.counterpart))
    }
  }

  /// Whether neither `use` nor `key_ops` forbids the operation.
  ///
  /// RFC 7517 §4.2 and §4.3.
  package func permits(_ operation: KeyOperation) -> Bool { parts.purpose.permits(operation) }

  private static func counterpart(_ operation: String) -> String {
    switch KeyOperation(rawValue: operation) {
    case .sign: KeyOperation.verify.rawValue
    case .decrypt: KeyOperation.encrypt.rawValue
    case .unwrapKey: KeyOperation.wrapKey.rawValue
    default: operation
    }
  }
}

/// What may be done with a key.
///
/// RFC 7517 §4.3.
package enum KeyOperation: String, Sendable {
  case sign, verify, encrypt, decrypt, wrapKey, unwrapKey, deriveKey, deriveBits

  /// The `use` that goes with it: "Applications should specify which of these members they use".
  package var use: String {
    switch self {
    case .sign, .verify: "sig"
    default: "enc"
    }
  }
}

extension JSONWebKey: Equatable {
  public static func == (left: JSONWebKey, right: JSONWebKey) -> Bool { left.exposedJSON == right.exposedJSON }
}

extension JSONWebKey: CustomStringConvertible, CustomReflectable {
  /// The kind and the thumbprint, and nothing private.
  public var description: String { "<\(kind) \(isPrivate ? "private" : "public") key \(thumbprint)>" }
  /// Nothing of the key.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
