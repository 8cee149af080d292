import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// Puts a credential on requests: the token of OAuth 2 where the provider wants it, or the signature of OAuth 1.0a.
struct RequestAuthorization {
  private let stored: StoredCredential
  private let provider: Provider
  private let client: Client
  private let clocks: SigningClocks

  init(
    _ stored: StoredCredential, registration: (provider: Provider, client: Client), clocks: SigningClocks
  ) {
    self.stored = stored
    self.clocks = clocks
    provider = registration.provider
    client = registration.client
  }

  /// Where the credential may be sent: to the provider's API, to where it tells who the user is, and where the user says.
  var allowedOrigins: [Origin] {
    let named = provider.apiOrigins + [provider.identity?.endpoint.origin].compactMap(\.self) + stored.allowedOrigins
    return named.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The request with the credential on it; throws `request.foreign_origin` where the credential must not go.
  func authorize(_ request: RequestMessage, at now: Instant) throws(OAuthError) -> RequestMessage {
    let endpoint = try Endpoint(request.url ?? "", allowingHTTP: true)
    guard allowedOrigins.contains(endpoint.origin) else {
      throw .foreignOrigin(endpoint.origin, allowed: allowedOrigins)
    }
    switch (stored.credential, provider.service) {
    case (.oauth1(let credential), .oauth1(let service)):
      var random = SystemRandomNumberGenerator()
      let consumer = try ConsumerCredential(client, signingBy: service.dialect.signatureMethod)
      return try RequestSigner(consumer: consumer, token: credential, dialect: service.dialect)
        .sign(request, stamp: Stamp(at: clocks.timestamp(for: stored.account, at: now), using: &random))
    case (.oauth2(let tokens), .oauth2(let service)):
      var request = request
      try request.authorize(with: tokens.accessToken, dialect: service.dialect)
      return request
    case (.oauth2(let tokens), .issuer):
      var request = request
      try request.authorize(with: tokens.accessToken, dialect: .init())
      return request
    case (.oauth1, _), (.oauth2, .oauth1): throw .otherProtocol(provider)
    }
  }
}

extension RequestAuthorization {
  /// Whether an answer refuses a signed request for its time: by the provider's own it can be signed anew.
  func correctsClock(by response: ResponseMessage, at now: Instant) -> Bool {
    guard case .oauth1 = stored.credential else { return false }
    return clocks.correct(for: stored.account, by: response, at: now)
  }
}

extension OAuthError {
  fileprivate static func foreignOrigin(_ origin: Origin, allowed: [Origin]) -> OAuthError {
    OAuthError(
      .foreignOrigin, rule: .wayleave("a credential goes to its provider's API origins only"),
      expected: allowed.isEmpty ? "an allowed origin" : allowed.map(\.description).joined(separator: ", "),
      received: .described(origin.description),
      remedy: "If the address is right, allow it for this account: sign in again with --allow-origin \(origin).")
  }

  fileprivate static func otherProtocol(_ provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, rule: .wayleave("a credential is used with the protocol it came by"),
      expected: "the protocol of \(provider.title)", received: .described("a credential of another"),
      remedy: "The provider's entry has changed since the sign-in. Sign in again.")
  }
}
