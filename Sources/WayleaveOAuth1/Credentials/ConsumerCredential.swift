public import WayleaveWire

/// Our registration at an OAuth 1.0a provider: the consumer key, and a shared secret or a private key that signs.
///
/// RFC 5849 §1.1 calls them client credentials; the providers' pages say "consumer".
public struct ConsumerCredential: Sendable, Equatable {
  /// The key, sent with every request.
  public let key: String
  /// The secret, which only signs; empty when a private key signs.
  public let secret: Secret
  /// The key that signs with the RSA methods; nil when a secret signs.
  public let privateKey: RSAPrivateKey?

  /// A registration with a secret; throws `configuration.invalid_client` when the key is empty.
  public init(key: String, secret: Secret) throws(OAuthError) {
    try self.init(key: key, secret: secret, privateKey: nil)
  }

  /// A registration with a private key; throws `configuration.invalid_client` when the consumer key is empty.
  public init(key: String, privateKey: RSAPrivateKey) throws(OAuthError) {
    try self.init(key: key, secret: Secret(""), privateKey: privateKey)
  }

  private init(key: String, secret: Secret, privateKey: RSAPrivateKey?) throws(OAuthError) {
    guard !key.isEmpty else {
      throw OAuthError(
        .invalidClient, message: "The consumer key is empty.", rule: .rfc(5849, "3.1"),
        remedy: "Copy the key (“API key”, “consumer key”) from the provider's page for your application.")
    }
    self.key = key
    self.secret = secret
    self.privateKey = privateKey
  }
}
