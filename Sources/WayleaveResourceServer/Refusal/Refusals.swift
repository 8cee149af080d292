import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// Makes the answers of an API to requests that do not pass.
///
/// RFC 6750 §3; RFC 9449 §7.1; RFC 9728 §5.1.
struct Refusals: Sendable {
  /// Where the API's metadata is.
  let metadata: AbsoluteURL
  /// Whether only bound tokens are accepted.
  let demandsProofs: Bool

  /// The algorithms of proofs, as a challenge names them.
  static let algorithms = SignatureAlgorithm.allCases.filter(Set.asymmetric.contains).map(\.rawValue)

  /// For a request without a token: RFC 6750 §3.1 has no error then. An API that takes bound tokens and others says so by a
  /// challenge for each: RFC 9449 §7.1.
  func withoutToken(_ demand: AccessDemand, nonce: String?) -> RefusedRequest {
    var challenge = ResourceChallenge(type: .bearer, scopes: demand.scopes)
    var others: [ResourceChallenge] = []
    if demandsProofs {
      challenge.type = .dpop
    } else {
      others = [ResourceChallenge(type: .dpop, scopes: demand.scopes)]
    }
    return refusal(challenge, others, nil, nonce: nonce)
  }

  /// For a token or a proof that is not accepted; `usual` is what is wrong where the error does not say it in the
  /// protocol's words.
  func refused(
    _ error: OAuthError, as type: TokenType?, otherwise usual: ResourceChallenge.Failure = .invalidToken,
    _ demand: AccessDemand, nonce: String?
  ) -> RefusedRequest {
    let failure = error.refusal.flatMap { ResourceChallenge.Failure(rawValue: $0.error) } ?? usual
    let isOfProof = failure == .invalidProof || failure == .nonceNeeded
    let challenge = ResourceChallenge(
      failure, type: demandsProofs || isOfProof ? .dpop : type ?? .bearer, scopes: isOfProof ? [] : demand.scopes)
    return refusal(challenge, [], error, nonce: nonce)
  }

  /// For a token that allows too little, or a user who must sign in again.
  func unmet(_ challenge: ResourceChallenge, nonce: String?) -> RefusedRequest {
    refusal(challenge, [], .unmetDemand(challenge), nonce: nonce)
  }

  /// For a moment in which nothing can be verified, and the caller may be right.
  func unavailable(_ error: OAuthError) -> RefusedRequest {
    var response = HTTPResponse(status: .serviceUnavailable)
    response.headerFields[.retryAfter] = "10"
    response.headerFields[.cacheControl] = "no-store"
    return RefusedRequest(response: response, reason: error, challenge: nil)
  }

  private func refusal(
    _ challenge: ResourceChallenge, _ others: [ResourceChallenge], _ error: OAuthError?, nonce: String?
  ) -> RefusedRequest {
    let challenge = completed(challenge, error)
    var response = challenge.response().head
    for other in others {
      for value in completed(other, nil).response().head.headerFields[values: .wwwAuthenticate] {
        response.headerFields.append(HTTPField(name: .wwwAuthenticate, value: value))
      }
    }
    if let nonce { response.headerFields[.dpopNonce] = nonce }
    return RefusedRequest(response: response, reason: error, challenge: challenge)
  }

  private func completed(_ challenge: ResourceChallenge, _ error: OAuthError?) -> ResourceChallenge {
    var challenge = challenge
    challenge.resourceMetadata = metadata
    if challenge.type == .dpop { challenge.proofAlgorithms = Self.algorithms }
    if let failure = challenge.failure { challenge.description = failure.sentence(for: error?.code) }
    return challenge
  }
}

extension ResourceChallenge.Failure {
  /// What the caller reads: nothing that only the API knows, in the characters that RFC 6750 §3 allows.
  fileprivate func sentence(for code: OAuthError.Code?) -> String {
    switch (code, self) {
    case (.expiredAccessToken, _): "The access token is not valid now."
    case (.accessTokenIssuerMismatch, _): "This API does not trust the issuer of the access token."
    case (.accessTokenAudienceMismatch, _): "The access token is not for this API."
    case (.bindingMismatch, _): "The access token must come as what it is bound to demands."
    case (.staleProof, _): "The DPoP proof is too old, or made too early."
    case (.replayedProof, _): "The DPoP proof was used before."
    case (_, .invalidRequest): "Send one access token, in the Authorization header."
    case (_, .invalidToken): "The access token cannot be verified."
    case (_, .invalidProof): "The DPoP proof is not for this request."
    case (_, .nonceNeeded): "The DPoP proof needs the nonce of this answer."
    case (_, .insufficientScope): "The access token does not allow this."
    case (_, .insufficientUserAuthentication): "The user must sign in again, or in a better way."
    }
  }
}

extension OAuthError {
  fileprivate static func unmetDemand(_ challenge: ResourceChallenge) -> OAuthError {
    let isScope = challenge.failure == .insufficientScope
    return OAuthError(
      isScope ? .scopeNeeded : .stepUpNeeded,
      message: isScope
        ? "The token allows less than the request needs: \(challenge.scopes.joined(separator: " "))."
        : "The user's sign-in is too old for the request, or not good enough.",
      rule: isScope ? .rfc(6750, "3.1") : .rfc(9470, "3"), remedy: "The answer says what the client is to ask for.",
      refusal: ProviderRefusal(error: challenge.failure?.rawValue ?? ""))
  }
}
