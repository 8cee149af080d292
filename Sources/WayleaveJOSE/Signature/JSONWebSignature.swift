public import WayleaveWire

/// A signed thing, read and not yet believed: ``payload(verifiedBy:allowing:)-(JSONWebKey,_)`` gives what it says.
///
/// RFC 7515 §7.
public struct JSONWebSignature: Sendable {
  /// The longest text that is decoded unless a caller allows more.
  public static let maximumLength = 65536

  /// What it says of itself.
  public let header: JOSEHeader
  /// What it says, before anything is verified: for showing, and for finding whose keys to ask.
  public let unverifiedPayload: [UInt8]
  let signature: [UInt8]
  let signingInput: ArraySlice<UInt8>

  init(header: JOSEHeader, payload: [UInt8], signature: [UInt8], signingInput: ArraySlice<UInt8>) {
    self.header = header
    unverifiedPayload = payload
    self.signature = signature
    self.signingInput = signingInput
  }

  /// The payload, when this key made the signature with an algorithm that is allowed here.
  ///
  /// RFC 7515 §5.2, step 8; RFC 8725 §3.1. Throws `jose.unsupported_algorithm`, `jose.unknown_key`,
  /// `configuration.weak_key` and `jose.signature_mismatch`.
  public func payload(
    verifiedBy key: JSONWebKey, allowing algorithms: Set<SignatureAlgorithm>
  ) throws(OAuthError) -> [UInt8] {
    let algorithm = try algorithm(allowing: algorithms)
    // The caller has chosen the key; two names that differ say that it is another one.
    if let own = key.keyID, header.names(keyID: own) == false { throw .unknownKey(header) }
    guard key.provable.contains(algorithm) else { throw .unsuitableKey(for: algorithm) }
    try verify(by: key, algorithm)
    return unverifiedPayload
  }

  /// The payload, when the one key of the set that fits made the signature with an algorithm that is allowed here.
  ///
  /// RFC 7515 §6 and Appendix D: of several keys with the `kid`, kind, `use`, `key_ops` and `alg` decide. No key that
  /// fits is `jose.unknown_key`, two are `jose.ambiguous_key`.
  public func payload(
    verifiedBy keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>
  ) throws(OAuthError) -> [UInt8] {
    try verify(by: keys, allowing: algorithms)
    return unverifiedPayload
  }

  /// Verifies the signature as ``payload(verifiedBy:allowing:)-(JSONWebKeySet,_)`` does.
  package func verify(by keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>) throws(OAuthError) {
    let algorithm = try algorithm(allowing: algorithms)
    try verify(by: keys.keys[keys.index(for: header, algorithm)], algorithm)
  }

  /// RFC 8725 §3.1: "the algorithm … MUST be specified by the caller".
  private func algorithm(allowing algorithms: Set<SignatureAlgorithm>) throws(OAuthError) -> SignatureAlgorithm {
    guard let algorithm = algorithms.first(where: { header.names($0) }) else {
      let names = algorithms.map(\.rawValue).sorted().joined(separator: ", ")
      throw .unsupportedAlgorithm(header.algorithm, expected: names.isEmpty ? "no algorithm" : "one of \(names)")
    }
    return algorithm
  }

  private func verify(by key: JSONWebKey, _ algorithm: SignatureAlgorithm) throws(OAuthError) {
    guard try key.isSignature(signature, of: signingInput, algorithm) else {
      throw OAuthError(
        .tokenSignatureMismatch, rule: .rfc(7515, "5.2"), expected: "the signature of the key over header and payload",
        received: .described("another"),
        remedy:
          "It was changed on its way, or another party made it. If its sender is sure of it, fetch the keys again."
      )
    }
  }
}

extension JSONWebKeySet {
  /// Where the one key stands that a header means and that may verify by the algorithm.
  fileprivate func index(for header: JOSEHeader, _ algorithm: SignatureAlgorithm) throws(OAuthError) -> Int {
    var found: Int?
    for index in keys.indices where keys[index].mayVerify(header, algorithm) {
      guard found == nil else { throw .ambiguousKey(header) }
      found = index
    }
    guard let found else { throw .unknownKey(header, unfit(for: header, algorithm)) }
    return found
  }

  /// Why the key that the header names does not fit; nil when there is none of that name.
  private func unfit(for header: JOSEHeader, _ algorithm: SignatureAlgorithm) -> String? {
    let isNamed = { (keyID: String?) in keyID.flatMap { header.names(keyID: $0) } == true }
    if let key = keys.first(where: { isNamed($0.keyID) }) {
      let members = ["kty", "crv", "alg", "use", "key_ops"].compactMap { name in
        key.json[name].map { "“\(name)”: \(DisplayText.clean($0.string ?? $0.encodedText(), limit: 60))" }
      }
      return "is not for signatures by \(algorithm.rawValue) (\(members.joined(separator: ", ")))"
    }
    return leftOut.first { isNamed($0.keyID) }.map { "cannot be used: \($0.reason)" }
  }
}

extension JSONWebKey {
  /// Whether a header without a name, or with this key's, may mean it for this algorithm.
  fileprivate func mayVerify(_ header: JOSEHeader, _ algorithm: SignatureAlgorithm) -> Bool {
    guard provable.contains(algorithm) else { return false }
    guard let keyID else { return header.keyID == nil }
    return header.names(keyID: keyID) ?? true
  }
}

extension OAuthError {
  static func unsuitableKey(for algorithm: SignatureAlgorithm) -> OAuthError {
    unsupportedAlgorithm(algorithm.rawValue, expected: "an algorithm that the key is for, by kind, “alg” and “use”")
  }
}
