/// How a provider's authorization requests and callbacks depart from RFC 6749 §4.1.
public struct AuthorizationDialect: Sendable, Equatable {
  /// Pairs to add to the authorization URL.
  public var parameters: [String: String] = [:]
  /// Whether the provider understands PKCE; it is always sent where this is not false.
  public var supportsPKCE = true
  /// The fragment that the authorization URL must have, such as WeChat's `wechat_redirect`; nil for none.
  public var fragment: String?
  /// The parameters of the callback that are stored with the tokens, such as the `realmId` of QuickBooks.
  public var callbackMembers: [String] = []
  /// How the schemes begin that the provider gives to apps, such as `fb` and the app's number; nil where it gives none.
  ///
  /// RFC 8252 §7.1: an app's own scheme is made of a domain name.
  public var appSchemePrefix: String?

  /// The common way.
  public init() {}
}
