public import WayleaveWire

/// How an OAuth 2 provider departs from the common way: data, each field read at one place.
public struct OAuth2Dialect: Sendable, Equatable {
  /// How a client with a secret authenticates unless it says otherwise itself.
  public var clientAuthentication: ClientAuthenticationMethod
  /// What stands between two scopes.
  public var scopeSeparator: String
  /// The type to assume for tokens whose type the provider does not say; nil when it must say.
  public var defaultTokenType: String?
  /// Where the access token travels in requests to the API.
  public var tokenPlacement: TokenPlacement
  /// Pairs that every request to the API carries in its query, such as a version.
  public var apiParameters: [String: String]
  /// Pairs to add to the authorization URL.
  public var authorizationParameters: [String: String]
  /// Whether the provider understands PKCE; it is always sent where this is not false.
  public var supportsPKCE: Bool
  /// Whether the token answer may come as a form, or as JSON under another content type.
  public var toleratesLooseTokenAnswers: Bool
  /// The audience of client assertions, where a server wants another audience than its issuer, such as its token endpoint.
  public var assertionAudience: String?
  /// The ways of getting tokens that are refused unless they are named here.
  public var legacyGrants: Set<LegacyGrant>
  /// How the schemes begin that the provider gives to apps, such as `fb` and the app's number; nil where it gives none.
  ///
  /// RFC 8252 §7.1: an app's own scheme is made of a domain name.
  public var appSchemePrefix: String?
  /// What the provider's words and numbers mean when it refuses, where they mean something else than elsewhere.
  ///
  /// They count before those of ``RefusalTable/common``.
  public var refusals: [RefusalTable.Row]
  /// Whether an `expires_in` of 0 or less means that the token has expired; else it states no lifetime.
  ///
  /// VK writes 0 and others -1 for a token that does not expire. RFC 6749 §5.1 defines neither.
  public var expiresAtZero: Bool

  /// The common way, except where said.
  public init(
    clientAuthentication: ClientAuthenticationMethod = .basic, scopeSeparator: String = " ",
    defaultTokenType: String? = nil, tokenPlacement: TokenPlacement = .header, apiParameters: [String: String] = [:],
    authorizationParameters: [String: String] = [:], supportsPKCE: Bool = true,
    toleratesLooseTokenAnswers: Bool = false,
    assertionAudience: String? = nil, legacyGrants: Set<LegacyGrant> = [], appSchemePrefix: String? = nil,
    refusals: [RefusalTable.Row] = [], expiresAtZero: Bool = false
  ) {
    self.clientAuthentication = clientAuthentication
    self.scopeSeparator = scopeSeparator
    self.defaultTokenType = defaultTokenType
    self.tokenPlacement = tokenPlacement
    self.apiParameters = apiParameters
    self.authorizationParameters = authorizationParameters
    self.supportsPKCE = supportsPKCE
    self.toleratesLooseTokenAnswers = toleratesLooseTokenAnswers
    self.assertionAudience = assertionAudience
    self.legacyGrants = legacyGrants
    self.appSchemePrefix = appSchemePrefix
    self.refusals = refusals
    self.expiresAtZero = expiresAtZero
  }

  /// The common way.
  public static let common = OAuth2Dialect()
}
