public import WayleaveWire

/// How we encrypt what we sign for another: the other's key, and the algorithms that it registered.
///
/// RFC 7516 §5.1.
public struct TokenEncryption: Sendable {
  /// The recipient's public key.
  public let key: JSONWebKey
  /// The way in which the key of the content travels.
  public let algorithm: KeyManagementAlgorithm
  /// The way in which the content is encrypted.
  public let encryption: ContentEncryption

  /// A key and algorithms.
  public init(key: JSONWebKey, algorithm: KeyManagementAlgorithm, encryption: ContentEncryption) {
    self.key = key
    self.algorithm = algorithm
    self.encryption = encryption
  }

  /// Encrypts a signed token.
  ///
  /// RFC 7519 §5.2: "In the case that nested signing or encryption is employed, this Header Parameter MUST be present; in
  /// this case, the value MUST be "JWT"".
  public func encrypt(_ signed: Secret) throws(OAuthError) -> Secret {
    var members = JSON.Object()
    members["cty"] = "JWT"
    return try JSONWebEncryption.encrypt(
      signed.exposedBytes, for: key, by: algorithm, content: encryption, members: members)
  }
}
