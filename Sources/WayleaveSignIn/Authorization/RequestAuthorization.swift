import HTTPTypes
package import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveWire
package import WayleaveProvider

/// Puts a credential on requests: the token of OAuth 2 where the provider wants it, with a proof where it is bound to a
/// key, or the signature of OAuth 1.0a.
///
/// A class, since it is handed on through many functions and never changes.
package final class RequestAuthorization: Sendable {
  package let stored: StoredCredential
  // Found once: the end of a token of OAuth 1.0a is read from a form.
  private let freshPeriod: FreshPeriod
  /// The key that every request proves; nil for credentials that are not bound to one.
  package let proofKey: DPoPKey?
  let provider: Provider
  /// How a token of OAuth 2 goes on requests to the API; nil for another credential.
  private let token: TokenUse?
  /// The same for origins that may not see what is secret of the client.
  private let tokenElsewhere: TokenUse?
  private let client: Client
  private let clocks: SigningClocks
  private let servers: SharedServerKnowledge
  /// Where the credential may be sent: to the provider's API, to where it tells who the user is, and where the user says.
  package let allowedOrigins: [Origin]

  package init(
    _ stored: StoredCredential, registration: Registration, clocks: SigningClocks,
    servers: SharedServerKnowledge
  ) {
    self.stored = stored
    freshPeriod = Freshness.usual.period(of: stored)
    proofKey = stored.credential.proofKey
    self.clocks = clocks
    self.servers = servers
    provider = registration.provider
    client = registration.client
    token = TokenUse(stored.credential, at: registration.provider)
    tokenElsewhere = token?.withoutClientSecrets
    let identity = registration.provider.identity?.origins ?? []
    let named = registration.provider.apiOrigins + identity + stored.allowedOrigins
    allowedOrigins = named.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether the credential need not be renewed now.
  package func isFresh(at now: Instant) -> Bool { freshPeriod.contains(now) }

  /// Whether an origin is the provider's, and not one that only the user allowed: its word ends a credential.
  package func isOfProvider(_ origin: Origin?) -> Bool {
    guard let origin else { return false }
    return provider.apiOrigins.contains(origin) || provider.identity?.origins.contains(origin) ?? false
      || provider.hasAPI(at: origin)
  }

  /// Whether the credential may be sent to an origin.
  package func allows(_ origin: Origin) -> Bool { allowedOrigins.contains(origin) || provider.hasAPI(at: origin) }

  /// The request with the credential on it; throws `request.foreign_origin` where the credential must not go.
  package func authorize(
    _ request: RequestMessage, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> RequestMessage {
    let endpoint = try Endpoint(request.url ?? "", allowingHTTP: true)
    guard allows(endpoint.origin) else {
      throw .foreignOrigin(endpoint.origin, allowed: allowedOrigins, at: provider)
    }
    if let token, let tokenElsewhere {
      // The token may go where the user allowed it, and the client's secrets do not go with it.
      let isForAll = token === tokenElsewhere || provider.apiSecretOrigins.contains(endpoint.origin)
      return try authorize(
        request, to: endpoint.origin, with: isForAll ? token : tokenElsewhere, at: now, using: &random)
    }
    guard case .oauth1(let credential) = stored.credential, case .oauth1(let service) = provider.service else {
      throw .otherProtocol(provider)
    }
    let consumer = try ConsumerCredential(client, signingBy: service.dialect.signatureMethod)
    let signer =
      credential.isTwoLegged
      ? RequestSigner(consumer: consumer, dialect: service.dialect)
      : RequestSigner(consumer: consumer, token: credential, dialect: service.dialect)
    return try signer.sign(
      request, stamp: Stamp(at: clocks.timestamp(for: stored.account, at: now), using: &random))
  }

  /// RFC 9449 §7.1: a bound token goes as `DPoP`, with a proof for this request by the server's clock and with its nonce.
  ///
  /// It never goes as `Bearer`, not even where its key is lost: a server that accepts it as Bearer accepts it from a
  /// thief. A token of type `Bearer` is bound to nothing, though the refresh token next to it may be: RFC 9449 §5.
  private func authorize(
    _ request: RequestMessage, to origin: Origin, with token: TokenUse, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> RequestMessage {
    var request = request
    if token.type == .bearer {
      try request.authorize(with: token.tokens.accessToken, dialect: token.dialect, client: client)
      return request
    }
    guard let key = token.tokens.proofKey else {
      throw token.type == .dpop ? .keyLost() : .unusableType(token.tokens.tokenType)
    }
    try request.appendParameters(of: token.dialect.api, client: client)
    try request.prove(
      key, token: token.tokens.accessToken, nonce: servers.nonce(for: origin, as: .resourceServer),
      at: now + servers.correction(at: origin), using: &random)
    return request
  }
}

/// How a token of OAuth 2 goes on requests: found once, and a class, since a dialect is large to copy with each request.
private final class TokenUse: Sendable {
  let tokens: Credential.Tokens
  let type: TokenType?
  let dialect: OAuth2Dialect

  private init(_ tokens: Credential.Tokens, _ dialect: OAuth2Dialect) {
    (self.tokens, self.dialect, type) = (tokens, dialect, TokenType(tokens.tokenType))
  }

  /// Nil for another credential, and for a provider that takes another one.
  convenience init?(_ credential: Credential, at provider: Provider) {
    guard case .oauth2(let tokens) = credential else { return nil }
    switch provider.service {
    case .oauth2(let service): self.init(tokens, service.dialect)
    case .issuer: self.init(tokens, OAuth2Dialect())
    case .oauth1: return nil
    }
  }

  /// The same without what is secret of the client; itself where nothing is.
  var withoutClientSecrets: TokenUse {
    guard dialect.api.clientValues.haveSecrets else { return self }
    var plain = dialect
    plain.api = dialect.api.withoutClientSecrets
    return TokenUse(tokens, plain)
  }
}

extension RequestAuthorization {
  /// A request to hand over to another server, signed and not sent; throws as ``authorize(_:at:using:)``, and
  /// `configuration.unsupported` for a credential that is no token of OAuth 1.0a.
  package func echo(of provider: AbsoluteURL, stamp: Stamp) throws(OAuthError) -> EchoRequest {
    // First: where nothing can be sent, nothing is advised that would allow it.
    let (consumer, credential, service) = try oauth1Parts
    let endpoint = try Endpoint(provider.text)
    guard allows(endpoint.origin) else {
      throw .foreignOrigin(endpoint.origin, allowed: allowedOrigins, at: self.provider)
    }
    return try EchoRequest(
      of: provider, as: consumer, token: credential, dialect: service.dialect, stamp: stamp)
  }

  /// The second step of reverse auth; throws `configuration.unsupported` for a credential that is no token of OAuth 1.0a,
  /// and at a provider that has no reverse auth.
  package func reverseAuthRequest(_ grant: ReverseAuthGrant, stamp: Stamp) throws(OAuthError) -> RequestMessage {
    let (consumer, credential, service) = try oauth1Parts
    guard service.offersReverseAuth else { throw .withoutReverseAuth(provider) }
    return try grant.request(
      to: service.tokenEndpoint, as: consumer, token: credential, dialect: service.dialect, stamp: stamp)
  }

  private var oauth1Parts: (ConsumerCredential, TokenCredential, OAuth1Service) {
    get throws(OAuthError) {
      guard case .oauth1(let credential) = stored.credential, !credential.isTwoLegged,
        case .oauth1(let service) = provider.service
      else { throw .notOAuth1(provider) }
      return (try ConsumerCredential(client, signingBy: service.dialect.signatureMethod), credential, service)
    }
  }

  /// Whether an answer refuses a request for the time or the nonce of its signature or proof, and tells the right one:
  /// authorized again, it may pass. It was not carried out. `origin` is where a proof was shown; `attempts` are those of
  /// the request so far.
  ///
  /// RFC 5849 §3.3; RFC 9449 §9.
  package func isRefusedForItsTimeOrNonce(
    by response: ResponseMessage, of origin: Origin?, at now: Instant, in attempts: inout ProofAttempts
  ) -> Bool {
    guard proofKey != nil else {
      guard case .oauth1 = stored.credential else { return false }
      return attempts.takeTime { clocks.correct(for: stored.account, by: response, at: now) }
    }
    guard let origin, let reason = ProofAttempts.Reason(refusedBy: response) else { return false }
    var taken = attempts
    defer { attempts = taken }
    return servers.update { taken.take(reason, at: origin, correcting: &$0) }
  }
}

extension Credential {
  fileprivate var proofKey: DPoPKey? {
    guard case .oauth2(let tokens) = self, tokens.isBound else { return nil }
    return tokens.proofKey
  }
}

extension OAuthError {
  fileprivate static func foreignOrigin(
    _ origin: Origin, allowed: [Origin], at provider: Provider
  ) -> OAuthError {
    OAuthError(
      .foreignOrigin,
      message: "The credential of \(DisplayText.clean(provider.title)) must not be sent to \(origin).",
      rule: .wayleave("a credential goes to its provider's API origins only"),
      expected: allowed.isEmpty ? "an allowed origin" : allowed.map(\.description).joined(separator: ", "),
      remedy: .allowOrigin(origin))
  }

  fileprivate static func keyLost() -> OAuthError {
    OAuthError(
      .signInNeeded,
      message: "The key that the token is bound to is missing, and no server takes the token without it.",
      rule: .rfc(9449, "7.1"), remedy: "Sign in again.")
  }

  fileprivate static func unusableType(_ type: String) -> OAuthError {
    OAuthError(
      .bindingMismatch,
      message: "The token is of the type “\(DisplayText.clean(type, limit: 100))”, which is not for an API.",
      rule: .rfc(6749, "7.1"), remedy: "Use it where the provider says.")
  }

  fileprivate static func notOAuth1(_ provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported,
      message:
        "The account is one of \(DisplayText.clean(provider.title)), and OAuth Echo and reverse auth need OAuth 1.0a.",
      rule: .rfc(5849, "3"), remedy: "Use an account of OAuth 1.0a.")
  }

  fileprivate static func otherProtocol(_ provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported,
      message:
        "The credential does not fit the entry of \(DisplayText.clean(provider.title)), which has changed since the sign-in.",
      rule: .wayleave("a credential is used with the protocol it came by"),
      remedy: .signIn(provider: provider.name.text))
  }
}

extension OAuthError {
  package static func withoutReverseAuth(_ provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) has no reverse auth.",
      rule: .wayleave("reverse auth is for providers whose entry has it"), expected: "an entry with reverse_auth: true",
      remedy: "If the provider has it, describe the provider in an entry of your own with `reverse_auth: true`.")
  }
}
