public import WayleaveWire

/// Our registration at an OAuth 1.0a provider: the consumer key and its secret.
///
/// RFC 5849 §1.1 calls them client credentials; the providers' pages say "consumer".
public struct ConsumerCredential: Sendable, Equatable {
  /// The key, sent with every request.
  public let key: String
  /// The secret, which only signs.
  public let secret: Secret

  /// A registration; throws `configuration.invalid_client` when the key is empty.
  public init(key: String, secret: Secret) throws(OAuthError) {
    guard !key.isEmpty else {
      throw OAuthError(
        .invalidClient, rule: .rfc(5849, "3.1"), expected: "a consumer key", received: .nothing,
        remedy: "Copy the key (“API key”, “consumer key”) from the provider's page for your application.")
    }
    self.key = key
    self.secret = secret
  }
}
