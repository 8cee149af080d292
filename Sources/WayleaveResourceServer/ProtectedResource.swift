public import HTTPTypes
public import Wayleave
import WayleaveBackport
public import WayleaveOAuth2
public import WayleaveWire

/// An API that is protected by access tokens: it says who calls, and refuses everyone else.
///
/// RFC 6750; RFC 9068; RFC 7662; RFC 9449; RFC 8705; RFC 9470; RFC 9728. Create one per process, and share it: it has the
/// keys of the issuers, and the proofs that were used. Safe to use from any thread.
public final class ProtectedResource: Sendable {
  /// The API, as its tokens and its metadata call it.
  ///
  /// RFC 8707 §2; RFC 9728 §1.2.
  public let identifier: AbsoluteURL
  /// What the API says about itself.
  ///
  /// RFC 9728 §2.
  public let metadata: ProtectedResourceMetadata
  /// The path at which ``metadata`` is served, at the origin of the identifier.
  ///
  /// RFC 9728 §3.1.
  public let metadataPath: String

  private let settings: Settings
  private let verifiers: [IssuerVerifier]
  private let refusals: Refusals
  private let nonces: ProofNonces?
  private let addresses: [String]
  private let proofs: Lock<DPoPProofHistory>
  private let now: @Sendable () -> Instant

  /// An API and the issuers whose tokens it accepts; throws `configuration.invalid_value`.
  ///
  /// Refused: no issuer, the same one twice, two that are asked about tokens, an identifier that is not https (or http on
  /// this machine) or has a fragment, an issuer over http whose metadata is needed, and one whose tokens may have no audience
  /// without its `clients`. `now` is the time of day; nil for the clock of the machine.
  public init(
    _ identifier: AbsoluteURL, trusting issuers: [TrustedIssuer], over transport: any Transport,
    settings: Settings = Settings(), now: (@Sendable () -> Instant)? = nil
  ) throws(OAuthError) {
    try Self.requireSense(in: identifier, issuers, settings)
    let now = now ?? { WallClock.now() }
    let exchange = Exchange(over: transport, now: now)
    let metadataURL = try WellKnownAddress.protectedResource(of: identifier)
    self.identifier = identifier
    self.settings = settings
    self.now = now
    metadataPath = metadataURL.pathAndQuery
    metadata = Self.metadata(of: identifier, issuers, settings)
    verifiers = issuers.map { IssuerVerifier(of: $0, for: identifier, by: exchange) }
    refusals = Refusals(metadata: metadataURL, demandsProofs: settings.proofs == .always)
    nonces = settings.demandsNonces ? ProofNonces(key: settings.nonceKey ?? .drawn()) : nil
    addresses = try settings.publicAddresses(of: identifier)
    proofs = Lock(DPoPProofHistory(capacity: settings.proofCapacity))
  }

  /// Who sends this request; throws the refusal, whose answer is ready to be sent.
  ///
  /// `body` matters for a form alone, in which no token may stand. `certificate` is the one that the connection showed.
  /// What `demand` wants must be allowed by one token: one challenge names all of it.
  ///
  /// `client` is from where the request comes: the address that your server sees, or the one that your own proxy names. It
  /// matters where an issuer is asked about tokens: anyone can make some up, and who sends many waits behind those who send
  /// few. Nil is one client.
  public func check(
    _ request: HTTPRequest, body: [UInt8] = [], certificate: CertificateThumbprint? = nil,
    demanding demand: AccessDemand = AccessDemand(), from client: String? = nil
  ) async throws(RefusedRequest) -> Caller {
    let message = RequestMessage(request, body: body)
    let now = now()
    let nonce = nonces?.current(at: now)
    let presented: PresentedToken?
    do throws(OAuthError) { presented = try PresentedToken(reading: message) } catch {
      throw refusals.refused(error, as: nil, otherwise: .invalidRequest, demand, nonce: nonce)
    }
    guard let presented else { throw refusals.withoutToken(demand, nonce: nonce) }
    let verifier: IssuerVerifier
    let claims: AccessTokenClaims
    do throws(CheckFailure) {
      let (found, jwt) = try self.verifier(of: presented.token)
      verifier = found
      claims = try await found.claims(
        of: presented.token, readAs: jwt, from: client.map(ClientAddress.network), at: now)
    } catch {
      switch error {
      case .refused(let error): throw refusals.refused(error, as: presented.type, demand, nonce: nonce)
      case .unavailable(let error): throw refusals.unavailable(error)
      }
    }
    let proof: DPoPProof?
    do throws(OAuthError) { proof = try verifyBinding(of: claims, presented, in: message, certificate, at: now) } catch
    {
      // The memory of proofs is full: the caller has done nothing wrong.
      guard error.code != .serverUnavailable else { throw refusals.unavailable(error) }
      throw refusals.refused(error, as: presented.type, otherwise: .invalidProof, demand, nonce: nonce)
    }
    if let challenge = challenge(to: claims, demand, at: now) { throw refusals.unmet(challenge, nonce: nonce) }
    var fields = HTTPFields()
    // The next proof can have it already: RFC 9449 §8.2.
    if let nonce, let used = proof?.nonce, !used.hasSameBytes(as: nonce) { fields[.dpopNonce] = nonce }
    return Caller(
      claims, of: verifier.trusted.issuer, by: verifier.verification, answerFields: fields,
      hierarchy: settings.hierarchy)
  }

  /// The same for a route that needs scopes and nothing else.
  public func check(
    _ request: HTTPRequest, scopes: [String], from client: String? = nil
  ) async throws(RefusedRequest) -> Caller {
    try await check(request, demanding: AccessDemand(scopes: scopes), from: client)
  }

  /// The answer to a request for the metadata; nil for a request for anything else.
  ///
  /// RFC 9728 §3.2. Scripts of every website may read it, as MCP clients in a browser do: it has no secret.
  public func metadataAnswer(to request: HTTPRequest) -> ResponseMessage? {
    guard request.path.flatMap(RequestTarget.path)?.hasSameBytes(as: metadataPath) == true else { return nil }
    guard request.method == .get || request.method == .head else {
      var refusal = ResponseMessage(HTTPResponse(status: .methodNotAllowed))
      refusal.head.headerFields[.allow] = "GET, HEAD"
      return refusal
    }
    var answer = metadata.response()
    if request.method == .head { answer.body = [] }
    answer.head.headerFields[.accessControlAllowOrigin] = "*"
    answer.head.headerFields[.cacheControl] = "max-age=300"
    return answer
  }

  /// Who verifies a token: the issuer that it names, or the one that is asked about opaque ones.
  private func verifier(of token: Secret) throws(CheckFailure) -> (IssuerVerifier, PresentedJWT?) {
    let asked = verifiers.first { $0.verification == .introspection }
    let read: Result<PresentedJWT?, OAuthError> = Result { () throws(OAuthError) in try PresentedJWT(reading: token) }
    switch (read, asked) {
    case (.success(let jwt?), _):
      // The token of an issuer is shown to no other one.
      guard let verifier = verifiers.first(where: { $0.trusted.issuer == jwt.issuer }) else {
        throw .refused(.untrustedIssuer(jwt.issuer))
      }
      return (verifier, jwt)
    case (.success(nil), let asked?): return (asked, nil)
    case (.failure(let error), let asked?):
      guard PresentedJWT.may(token, beOf: asked.trusted.issuer) else { throw .refused(error) }
      return (asked, nil)
    case (.success(nil), nil): throw .refused(.opaqueToken())
    case (.failure(let error), nil): throw .refused(error)
    }
  }

  /// What the token is bound to was shown, for the first time.
  private func verifyBinding(
    of claims: AccessTokenClaims, _ presented: PresentedToken, in message: RequestMessage,
    _ certificate: CertificateThumbprint?, at now: Instant
  ) throws(OAuthError) -> DPoPProof? {
    if settings.proofs == .always, claims.confirmation?.keyThumbprint == nil { throw .unboundToken() }
    // A target without a path is at no address: then no proof is for it.
    let path = RequestTarget.path(in: message.head.path ?? "/")
    let proof = try presented.verify(
      claims, in: message, reachedAt: path.map { path in addresses.map { $0 + path } } ?? [], certificate: certificate,
      nonces: nonces?.accepted(at: now), at: now)
    if let proof { try proofs.withLock { (history) throws(OAuthError) in try history.take(proof, at: now) } }
    return proof
  }

  /// What the request needs and the token does not allow; nil when it allows all of it.
  private func challenge(to claims: AccessTokenClaims, _ demand: AccessDemand, at now: Instant) -> ResourceChallenge? {
    let isCovered = settings.hierarchy.covers(demand.scopes, by: claims.scopes)
    return .against(
      claims, scopes: isCovered ? [] : demand.scopes,
      authenticationContextClasses: demand.authenticationContextClasses, maximumAge: demand.maximumAge, at: now)
  }
}

extension Secret {
  fileprivate static func drawn() -> Secret {
    var random = SystemRandomNumberGenerator()
    return RandomText.secret(bytes: ProofNonces.shortestKey, using: &random)
  }
}

extension OAuthError {
  fileprivate static func untrustedIssuer(_ issuer: Issuer) -> OAuthError {
    OAuthError(
      .accessTokenIssuerMismatch,
      message: "The token is of \(Received.url(issuer.text)), which this API does not trust.",
      rule: .rfc(9068, "4"), remedy: "Get a token at one of the issuers that the API's metadata names.",
      refusal: ProviderRefusal(error: "invalid_token"), member: "iss")
  }

  fileprivate static func unboundToken() -> OAuthError {
    OAuthError(
      .bindingMismatch, message: "The token is bound to no key, and this API accepts bound tokens alone.",
      rule: .rfc(9449, "7.1"), remedy: "Get a token with a DPoP proof.",
      refusal: ProviderRefusal(error: "invalid_token"))
  }
}
