package import WayleaveWire

/// How a provider's authorization requests and callbacks depart from RFC 6749 §4.1.
public struct AuthorizationDialect: Sendable, Equatable {
  /// Pairs to add to the authorization URL.
  public var parameters: [String: String] = [:]
  /// How the provider wants the challenge of PKCE; nil where it does not understand PKCE.
  ///
  /// RFC 7636 §4.2.
  package var codeChallenge: CodeChallengeForm? = .s256
  /// The fragment that the authorization URL must have, such as WeChat's `wechat_redirect`; nil for none.
  public var fragment: String?
  /// The parameters of the callback that are stored with the tokens, such as the `realmId` of QuickBooks.
  public var callbackMembers: [String] = []
  /// How the schemes begin that the provider gives to apps, such as `fb` and the app's number; nil where it gives none.
  ///
  /// RFC 8252 §7.1: an app's own scheme is made of a domain name.
  public var appSchemePrefix: String?

  /// The parameters of the callback that the token request repeats, and each refresh, such as VK's `device_id`; they
  /// are stored with the tokens as those of ``callbackMembers``.
  package var tokenCallbackMembers: [String] = []
  /// How a callback names the server that has the user's tokens; nil where the token endpoint has those of all users.
  package var tokenServer: TokenServer?

  /// The common way.
  public init() {}

  /// Whether the provider understands PKCE; it is always sent where this is not false.
  public var supportsPKCE: Bool {
    get { codeChallenge != nil }
    set { codeChallenge = newValue ? codeChallenge ?? .s256 : nil }
  }

  /// The parameters of the callback that are stored with the tokens, for whatever reason.
  package var keptCallbackMembers: [String] {
    let named = callbackMembers + tokenCallbackMembers + [tokenServer?.member].compactMap(\.self)
    return named.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// What the token request repeats of a callback, given what is kept of it.
  package func repeated(of callback: JSON.Object) -> Form {
    var form = Form()
    for name in tokenCallbackMembers { if let text = callback[name]?.string { form.append(name, Secret(text)) } }
    return form
  }
}
