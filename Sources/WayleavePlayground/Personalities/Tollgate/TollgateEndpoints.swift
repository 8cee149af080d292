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
  /// An API with tools for programs, as the Model Context Protocol has it; it wants the scope `tools`.
  public let toolsEndpoint: Endpoint

  init(base: String) throws(OAuthError) {
    issuer = try AbsoluteURL(TollgateOffer(base: base).issuer.text)
    let base = base + TollgatePath.mount
    authorizationEndpoint = try Endpoint(base + TollgatePath.authorize.rawValue)
    pushedAuthorizationRequestEndpoint = try Endpoint(base + TollgatePath.push.rawValue)
    tokenEndpoint = try Endpoint(base + TollgatePath.token.rawValue)
    deviceAuthorizationEndpoint = try Endpoint(base + TollgatePath.deviceAuthorization.rawValue)
    backchannelAuthenticationEndpoint = try Endpoint(base + TollgatePath.backchannel.rawValue)
    revocationEndpoint = try Endpoint(base + TollgatePath.revoke.rawValue)
    introspectionEndpoint = try Endpoint(base + TollgatePath.introspect.rawValue)
    registrationEndpoint = try Endpoint(base + TollgatePath.register.rawValue)
    userInfoEndpoint = try Endpoint(base + TollgatePath.userInfo.rawValue)
    endSessionEndpoint = try Endpoint(base + TollgatePath.logout.rawValue)
    keySetEndpoint = try Endpoint(base + TollgatePath.keys.rawValue)
    notesEndpoint = try Endpoint(base + TollgatePath.notes.rawValue)
    vaultEndpoint = try Endpoint(base + TollgatePath.vault.rawValue)
    toolsEndpoint = try Endpoint(base + TollgatePath.tools.rawValue)
  }
}
