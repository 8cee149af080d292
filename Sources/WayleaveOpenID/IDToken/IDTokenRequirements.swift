public import WayleaveJOSE
public import WayleaveOAuth2
public import WayleaveWire

/// What an ID token must be to be believed: what was asked for, and from which issuer.
///
/// OpenID Connect Core §3.1.3.7. What is nil or empty was not asked for and is not checked, except where said.
public struct IDTokenRequirements: Sendable {
  /// The issuer, byte for byte.
  public var issuer: Issuer
  /// Our id there, which must be the audience.
  public var clientID: ClientID
  /// The algorithms that are believed: those registered, or those that the metadata names.
  ///
  /// §3.1.3.7, rule 7: RS256 when nothing else was agreed. Name an HMAC only where the client secret is the key.
  public var algorithms: Set<SignatureAlgorithm> = [.rs256]
  /// Audiences that may stand in the token in addition to us.
  ///
  /// §3.1.3.7, rule 3. Where `azp` stands in the token, it must be us or one of ``trustedAuthorizedParties``.
  public var trustedAudiences: [String] = []
  /// Other clients of ours to which the provider may have issued the token, as `azp` names them.
  ///
  /// §3.1.3.7, rule 5. A backend that takes tokens from its own app needs this: the token's audience is the backend,
  /// and its `azp` is the app. We must be an audience all the same.
  public var trustedAuthorizedParties: [ClientID] = []
  /// The nonce that was sent.
  public var nonce: IDTokenNonce?
  /// How long ago the user may have authenticated; `auth_time` is then required.
  public var maximumAge: Duration?
  /// The classes of authentication that are enough.
  public var authenticationContextClasses: [String] = []
  /// The access token that came with it; its `at_hash` is checked when there is one.
  public var accessToken: Secret?
  /// The code that came with it; its `c_hash` is checked when there is one.
  public var code: Secret?
  /// The state that came with it; its `s_hash` is checked when there is one.
  ///
  /// Financial-grade API Security Profile 1.0 Part 2 §5.1. Providers outside of it send none.
  public var state: Secret?
  /// Whether it came through the browser: then the hash of each value given above is required.
  ///
  /// §3.3.2.11.
  public var isFromBrowser = false
  /// The token of the sign-in, when this one comes from a refresh.
  public var earlier: EarlierIDToken?
  /// How long ago it may have been issued; nil for any time.
  public var maximumIssueAge: Duration? = .seconds(600)
  /// How far clocks may be apart.
  public var tolerance: Duration = JSONWebTokenClaims.clockTolerance
  /// How the provider departs from the specification.
  public var dialect: IDTokenDialect

  /// A token of an issuer for a client; without a dialect it is the one that is known for the issuer.
  public init(issuer: Issuer, clientID: ClientID, dialect: IDTokenDialect? = nil) {
    self.issuer = issuer
    self.clientID = clientID
    self.dialect = dialect ?? IDTokenDialect(of: issuer)
  }
}
