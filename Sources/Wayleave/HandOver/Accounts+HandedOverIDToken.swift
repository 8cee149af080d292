import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// ID tokens that apps hand over.
extension Accounts {
  /// Makes every check of an ID token, and then sees that it is new.
  ///
  /// OpenID Connect Core §3.1.3.7.
  func checkIDToken(
    _ token: Secret, by terms: HandOverTerms, seen: (any SeenOnce)?
  ) async throws(OAuthError) -> CheckedHandOver {
    let made = try await idTokenVerification(of: token, by: terms)
    var list = Verification(of: HandOverCheck.idToken.rawValue)
    for report in made.reports { list.add(report.check.rawValue, report.check.rule, report.verdict) }
    let user = list.check("user", .openID("Core", "5.7"), of: made.token) { (idToken) throws(OAuthError) in
      let user = Identity(idToken)
      try terms.require(user: user)
      return user
    }
    guard let seen, let end = made.token?.expiresAt else {
      list.add("replay", Self.onceRule, made.token == nil ? .notReached : .notAsked)
      return CheckedHandOver(list, user.map { Self.verified($0, made.token, terms) })
    }
    let time = now()
    _ = try await list.ask("replay", Self.onceRule) { () async throws(OAuthError) in
      // Its end is read with a tolerance, so it is remembered for as long.
      let end = end + JSONWebTokenClaims.clockTolerance
      try await seen.take(HandOverMark.ofIDToken(token), until: end, at: time)
    }
    return CheckedHandOver(list, user.map { Self.verified($0, made.token, terms) })
  }

  static let onceRule = OAuthError.Rule.wayleave("what can be used once is verified once")

  private static func verified(_ user: Identity, _ token: IDToken?, _ terms: HandOverTerms) -> VerifiedHandOver {
    VerifiedHandOver(identity: user, clientID: terms.client.id, check: .idToken, expiresAt: token?.expiresAt)
  }

  /// The checks by the keys of the entry's issuer, or of the other one that signs for its apps.
  private func idTokenVerification(
    of token: Secret, by terms: HandOverTerms
  ) async throws(OAuthError) -> IDTokenVerification {
    let (provider, client) = (terms.provider, terms.client)
    if let source = provider.handOver?.idToken {
      var requirements = provider.idTokenRules.requirements(issuer: source.issuer, clientID: client.id)
      requirements.algorithms = source.algorithms
      requirements.nonce = terms.nonce
      return try await verification(of: token, meeting: requirements, by: (nil, source.keySet))
    }
    let ownKeys = try provider.oauth2Service?.idTokenKeys(of: client)
    if let service = provider.oauth2Service, let own = service.ownKeys(ownKeys, for: token) {
      var requirements = service.idTokenRequirements(for: client)
      requirements.nonce = terms.nonce
      return try await verification(of: token, meeting: requirements, by: (own, service.tokenEndpoint))
    }
    let issuer = try await issuerKeys(of: provider)
    var requirements = issuer.rules.requirements(issuer: issuer.issuer, clientID: client.id)
    requirements.algorithms = issuer.idTokenAlgorithms
    requirements.nonce = terms.nonce
    return try await verification(of: token, meeting: requirements, by: (nil, issuer.endpoint))
  }

  /// The checks by our own key, or by published ones, which are fetched again where one is unknown.
  func verification(
    of token: Secret, meeting requirements: IDTokenRequirements, by source: (own: JSONWebKeySet?, published: Endpoint)
  ) async throws(OAuthError) -> IDTokenVerification {
    let time = tokenTime(at: source.published.origin)
    if let own = source.own {
      return IDTokenVerification(token, verifiedBy: own, meeting: requirements, at: time)
    }
    var unknown: IDTokenVerification?
    do throws(OAuthError) {
      return try await verified(byKeysAt: source.published) { (keys) throws(OAuthError) in
        let made = IDTokenVerification(token, verifiedBy: keys, meeting: requirements, at: time)
        for case .failed(let error) in made.reports.map(\.verdict) where error.code == .unknownKey {
          unknown = made
          throw error
        }
        return made
      }
    } catch {
      guard let unknown, error.code == .unknownKey else { throw error }
      return unknown
    }
  }
}
