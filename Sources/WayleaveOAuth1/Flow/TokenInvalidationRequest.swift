import HTTPTypes
public import WayleaveWire

/// Gives a token back, where a provider offers that.
///
/// Twitter's `oauth/invalidate_token`, a signed POST; RFC 5849 §4 leaves revocation to providers.
public struct TokenInvalidationRequest: Sendable {
  /// The credential that is given back, and signs the request.
  public var credential: TokenCredential

  /// A request to make a credential void.
  public init(_ credential: TokenCredential) {
    self.credential = credential
  }

  /// The signed request.
  public func request(
    to endpoint: Endpoint, as consumer: ConsumerCredential, dialect: OAuth1Dialect = OAuth1Dialect(), stamp: Stamp
  ) throws(OAuthError) -> RequestMessage {
    try RequestSigner(consumer: consumer, token: credential, dialect: dialect)
      .sign(RequestMessage(posting: Form(), to: endpoint), stamp: stamp)
  }

  /// Sees that the answer confirms it; throws `token.refused` when it does not.
  public static func confirm(_ response: ResponseMessage) throws(OAuthError) {
    try response.requireDirectAnswer()
    guard (200..<300).contains(response.status) else {
      throw OAuthError(
        .tokenRefused, message: "The provider did not end the credential: it answered \(response.status).",
        rule: .wayleave("a sign-out ends the credential at the provider"),
        remedy: "Withdraw the app's access on the provider's own settings page.",
        refusal: ProviderRefusal(reading: response))
    }
  }
}
