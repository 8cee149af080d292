public import WayleaveJOSE
public import WayleaveOAuth2
public import WayleaveWire

/// Who the user is and how they authenticated, in the provider's signed words, with every check passed.
///
/// OpenID Connect Core §2 and §3.1.3.7.
public struct IDToken: Sendable, Equatable {
  /// The token as it came.
  public let text: Secret
  /// The issuer; with ``subject`` the one key of the user.
  ///
  /// §5.7: "The sub and iss Claims from the ID Token, used together, are the only Claims that an RP can rely upon".
  public let issuer: Issuer
  /// The provider's own, unchanging name for the user.
  public let subject: String
  /// When it ends; the session of an app has a lifetime of its own.
  public let expiresAt: Instant
  /// When it was issued.
  public let issuedAt: Instant
  /// Everything that it says.
  public let claims: JSONWebTokenClaims

  /// Verifies a token; throws the first check's error that fails, `id_token.…` or `jose.…`.
  ///
  /// `jose.unknown_key` is a reason to fetch the provider's keys again: ``ProviderKeys``.
  public init(
    _ text: Secret, verifiedBy keys: JSONWebKeySet, meeting requirements: borrowing IDTokenRequirements,
    decryption: TokenDecryption? = nil, at now: Instant
  ) throws(OAuthError) {
    let candidate = try IDTokenUnderVerification(text, keys, requirements, decryption, at: now)
    for check in IDTokenCheck.ofContent {
      if case .failed(let error) = candidate.verdict(of: check, requirements) { throw error }
    }
    try self.init(text, verified: candidate)
  }

  /// Checks a token that cannot be verified now, because it has expired or its key is unknown: it may be left out only
  /// when it is about the same user and the tokens that came with it.
  ///
  /// OpenID Connect Core §12.2. It believes nothing; throws the first check's error that fails.
  package static func requireSameParties(
    _ text: Secret, meeting requirements: borrowing IDTokenRequirements, at now: Instant
  ) throws(OAuthError) {
    let candidate = try IDTokenUnderVerification(text, nil, requirements, nil, at: now)
    for check in IDTokenCheck.ofParties {
      if case .failed(let error) = candidate.verdict(of: check, requirements) { throw error }
    }
  }

  /// A token whose every check has passed.
  init(_ text: Secret, verified candidate: consuming IDTokenUnderVerification) throws(OAuthError) {
    // The checks have found all four; the compiler cannot know.
    guard let issuer = candidate.knownIssuer, let subject = candidate.claims.subject,
      let expiresAt = candidate.claims.expiresAt, let issuedAt = candidate.claims.issuedAt
    else { throw .missingIDToken() }
    self.text = text
    self.issuer = issuer
    self.subject = subject
    self.expiresAt = expiresAt
    self.issuedAt = issuedAt
    claims = candidate.claims
  }

  /// When the user authenticated; nil when the provider does not say.
  public var authenticatedAt: Instant? { try? claims.instant("auth_time") }

  /// The session at the provider, by which it can report its end.
  ///
  /// OpenID Connect Front-Channel Logout §3, `sid`.
  public var sessionID: String? { claims.members.nonEmptyText(of: "sid") }

  /// Whether the provider says that it checked the email address; some send the word in place of the value.
  package var isEmailVerified: Bool? { claims.members.isEmailVerified }
}

extension IDToken {
  /// Makes a token for one client, with what else is to be said in `additional`; throws what signing throws.
  ///
  /// The hashes of an access token and a code that go with it are added: §3.1.3.6 and §3.3.2.11.
  public static func sign(
    subject: String, from issuer: Issuer, to clientID: ClientID, nonce: Secret? = nil, accessToken: Secret? = nil,
    code: Secret? = nil, at now: Instant, lifetime: Duration = .seconds(600), additional: JSON.Object = JSON.Object(),
    with key: JSONWebKey, by algorithm: SignatureAlgorithm
  ) throws(OAuthError) -> Secret {
    let claims = claims(
      subject: subject, from: issuer, to: clientID, nonce: nonce, accessToken: accessToken, code: code, at: now,
      lifetime: lifetime, additional: additional, by: algorithm)
    return try JSONWebSignature.sign(JSON.object(claims).encoded(), with: key, algorithm: algorithm)
  }

  /// What such a token says, before it is signed.
  package static func claims(
    subject: String, from issuer: Issuer, to clientID: ClientID, nonce: Secret? = nil, accessToken: Secret? = nil,
    code: Secret? = nil, at now: Instant, lifetime: Duration = .seconds(600), additional: JSON.Object = JSON.Object(),
    by algorithm: SignatureAlgorithm
  ) -> JSON.Object {
    var claims = JSON.Object()
    claims["iss"] = .string(issuer.text)
    claims["sub"] = .string(subject)
    claims["aud"] = .string(clientID.text)
    claims["iat"] = JSON(now.secondsSinceEpoch)
    claims["exp"] = JSON((now + lifetime).secondsSinceEpoch)
    claims["nonce"] = nonce.map { .string($0.exposedText) }
    claims["at_hash"] = accessToken.map { HalfHash.json(of: $0, algorithm) }
    claims["c_hash"] = code.map { HalfHash.json(of: $0, algorithm) }
    for member in additional.members { claims[member.name] = member.value }
    return claims
  }
}

extension OAuthError {
  /// No ID token, though the scope `openid` was asked for.
  package static func missingIDToken() -> OAuthError {
    OAuthError(
      .missingIDToken, rule: .openID("Core", "3.1.3.3"), expected: "an ID token, as “openid” was asked for",
      received: .nothing,
      remedy: "Nothing was kept. Ask without the scope “openid”, or have the provider allow it for this client.")
  }
}
