public import WayleaveJOSE
public import WayleaveOAuth2
public import WayleaveWire

/// How a backend learns for which client and which user something was issued that an app hands over.
///
/// A code needs no rule: it is exchanged. Tokens that the provider's issuer signs, and tokens that its introspection
/// endpoint knows, need none either. Every other token without a rule is refused.
public struct HandOverRule: Sendable, Equatable {
  /// Who signs the ID tokens that its apps get, where that is not the entry's own issuer.
  public var idToken: IDTokenSource?
  /// Where to ask about an access token, where that is not introspection by RFC 7662.
  public var inspection: TokenInspectionRule?
  /// Where a request that our consumer signs brings the user: also the only URL that an OAuth Echo may name.
  ///
  /// Twitter's "OAuth Echo".
  public var verifyCredentials: Endpoint?
  /// Where a request that our consumer signs brings what its token is.
  public var checkToken: TokenCheckRule?

  /// A rule.
  public init(
    idToken: IDTokenSource? = nil, inspection: TokenInspectionRule? = nil, verifyCredentials: Endpoint? = nil,
    checkToken: TokenCheckRule? = nil
  ) {
    self.idToken = idToken
    self.inspection = inspection
    self.verifyCredentials = verifyCredentials
    self.checkToken = checkToken
  }

  /// Who signs ID tokens, and by which keys.
  ///
  /// OpenID Connect Core §3.1.3.7.
  public struct IDTokenSource: Sendable, Equatable {
    /// The issuer, byte for byte.
    public var issuer: Issuer
    /// Where its keys are.
    public var keySet: Endpoint
    /// The algorithms that are accepted.
    public var algorithms: Set<SignatureAlgorithm>

    /// An issuer and its keys.
    public init(issuer: Issuer, keySet: Endpoint, algorithms: Set<SignatureAlgorithm> = [.rs256]) {
      self.issuer = issuer
      self.keySet = keySet
      self.algorithms = algorithms
    }
  }
}

extension Provider {
  /// How a backend verifies what an app hands over; nil where the entry says nothing.
  public var handOver: HandOverRule? {
    get { boxedHandOver.value }
    set { boxedHandOver = Boxed(newValue) }
  }
}
