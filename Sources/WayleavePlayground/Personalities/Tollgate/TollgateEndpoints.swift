import WayleaveOAuth2
public import WayleaveWire

/// Where the playground's authorization server, Tollgate, is; its metadata says so too.
public struct TollgateEndpoints: Sendable {
  /// Who it says it is: what to discover.
  public let issuer: AbsoluteURL
  /// Where the user is sent.
  public let authorizationEndpoint: Endpoint
  /// Where requests are pushed.
  public let pushedAuthorizationRequestEndpoint: Endpoint
  /// Where grants become tokens.
  public let tokenEndpoint: Endpoint
  /// Where devices without a browser begin.
  public let deviceAuthorizationEndpoint: Endpoint
  /// Where a client has a person asked.
  public let backchannelAuthenticationEndpoint: Endpoint
  /// Where tokens are given back.
  public let revocationEndpoint: Endpoint
  /// Where APIs ask whether a token is valid.
  public let introspectionEndpoint: Endpoint
  /// Where clients register.
  public let registrationEndpoint: Endpoint
  /// Who the user is.
  public let userInfoEndpoint: Endpoint
  /// Where a session ends.
  public let endSessionEndpoint: Endpoint
  /// The keys of its ID tokens.
  public let keySetEndpoint: Endpoint
  /// An API for any good token with the scope `notes.read`.
  public let notesEndpoint: Endpoint
  /// An API that wants the scope `vault.read` and a password typed in the last minute.
  public let vaultEndpoint: Endpoint

  init(base: String) throws(OAuthError) {
    issuer = try AbsoluteURL(Tollgate.Offer(base: base).issuer.text)
    let base = base + Tollgate.mount
    authorizationEndpoint = try Endpoint(base + Tollgate.Path.authorize.rawValue)
    pushedAuthorizationRequestEndpoint = try Endpoint(base + Tollgate.Path.push.rawValue)
    tokenEndpoint = try Endpoint(base + Tollgate.Path.token.rawValue)
    deviceAuthorizationEndpoint = try Endpoint(base + Tollgate.Path.deviceAuthorization.rawValue)
    backchannelAuthenticationEndpoint = try Endpoint(base + Tollgate.Path.backchannel.rawValue)
    revocationEndpoint = try Endpoint(base + Tollgate.Path.revoke.rawValue)
    introspectionEndpoint = try Endpoint(base + Tollgate.Path.introspect.rawValue)
    registrationEndpoint = try Endpoint(base + Tollgate.Path.register.rawValue)
    userInfoEndpoint = try Endpoint(base + Tollgate.Path.userInfo.rawValue)
    endSessionEndpoint = try Endpoint(base + Tollgate.Path.logout.rawValue)
    keySetEndpoint = try Endpoint(base + Tollgate.Path.keys.rawValue)
    notesEndpoint = try Endpoint(base + Tollgate.Path.notes.rawValue)
    vaultEndpoint = try Endpoint(base + Tollgate.Path.vault.rawValue)
  }
}
