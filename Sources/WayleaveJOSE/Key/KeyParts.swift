import WayleaveWire

/// What a key consists of, in one place, so that a key is handed on as one reference.
final class KeyParts: Sendable {
  let material: KeyMaterial
  let keyID: String?
  let algorithm: String?
  let use: String?
  let operations: [String]?
  /// The algorithms whose signatures the key may verify.
  let provable: [SignatureAlgorithm]
  /// The algorithms by which the key may sign, none when it is public.
  private let signable: [SignatureAlgorithm]

  init(_ material: KeyMaterial, keyID: String?, algorithm: String?, use: String?, operations: [String]?) {
    self.material = material
    self.keyID = keyID
    self.algorithm = algorithm
    self.use = use
    self.operations = operations
    let purpose = KeyPurpose(material: material, algorithm: algorithm, use: use, operations: operations)
    provable = SignatureAlgorithm.allCases.filter { purpose.serves($0, for: .verify) }
    signable = material.isPrivate ? SignatureAlgorithm.allCases.filter { purpose.serves($0, for: .sign) } : []
  }

  /// Whether the key is of the algorithm's kind, and nothing that it says of itself forbids to sign; that a public key
  /// cannot sign at all is another thing.
  func maySign(by algorithm: SignatureAlgorithm) -> Bool {
    material.isPrivate ? signable.contains(algorithm) : purpose.serves(algorithm, for: .sign)
  }

  var purpose: KeyPurpose { KeyPurpose(material: material, algorithm: algorithm, use: use, operations: operations) }
}

/// What a key may be used for, by its kind and by what it says of itself.
///
/// RFC 7517 §4.2 to §4.4.
struct KeyPurpose {
  let material: KeyMaterial
  let algorithm: String?
  let use: String?
  let operations: [String]?

  /// Whether neither `use` nor `key_ops` forbids the operation.
  func permits(_ operation: KeyOperation) -> Bool {
    if let use, !use.hasSameBytes(as: operation.use) { return false }
    return operations?.contains { $0.hasSameBytes(as: operation.rawValue) } ?? true
  }

  /// Whether the key is of the algorithm's kind, and nothing that it says of itself forbids this.
  ///
  /// RFC 8725 §3.1: "each key MUST be used with exactly one algorithm".
  func serves(_ algorithm: SignatureAlgorithm, for operation: KeyOperation) -> Bool {
    isOfKind(for: algorithm) && names(algorithm) && permits(operation)
  }

  private func isOfKind(for algorithm: SignatureAlgorithm) -> Bool {
    switch (algorithm, material) {
    case (.hs256, .octets), (.hs384, .octets), (.hs512, .octets): true
    case (.rs256, .rsa), (.rs384, .rsa), (.rs512, .rsa), (.ps256, .rsa), (.ps384, .rsa), (.ps512, .rsa): true
    case (.es256, .ellipticCurve(let key)): key.curve == .p256
    case (.es384, .ellipticCurve(let key)): key.curve == .p384
    case (.es512, .ellipticCurve(let key)): key.curve == .p521
    case (.edDSA, .ed25519), (.ed25519, .ed25519): true
    default: false
    }
  }

  private func names(_ algorithm: SignatureAlgorithm) -> Bool {
    guard let name = self.algorithm else { return true }
    if name.hasSameBytes(as: algorithm.rawValue) { return true }
    // RFC 9864 §2.2 gives Ed25519 a second name.
    let names: [SignatureAlgorithm] = [.edDSA, .ed25519]
    return names.contains(algorithm) && names.contains { $0.rawValue.hasSameBytes(as: name) }
  }
}
