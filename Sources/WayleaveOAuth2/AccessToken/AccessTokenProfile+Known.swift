// One row for each way in which servers write access tokens. What a row demands is what its page promises.
extension AccessTokenProfile {
  /// As the standard says, and nothing else.
  ///
  /// RFC 9068 §2.1 and §2.2.
  public static let rfc9068 = AccessTokenProfile(
    types: ["at+jwt"], requiredClaims: ["iss", "exp", "aud", "sub", "client_id", "iat", "jti"],
    source: "https://www.rfc-editor.org/rfc/rfc9068")

  /// Keycloak: the header says `JWT` unless the client has the setting “Use "at+jwt" as access token header type”.
  ///
  /// The claim `typ` is `Bearer`, or `DPoP` for a bound token, and `ID` in an ID token; `azp` is the
  /// client. A light token has no `sub`. The audience of an API is there only where a mapper puts it there.
  public static let keycloak = AccessTokenProfile(
    types: ["JWT", "at+jwt"], requiredClaims: ["iss", "exp", "aud", "iat", "jti"],
    marks: [Mark(["typ"], among: ["Bearer", "DPoP"])], clientClaims: ["azp", "client_id"],
    source: "https://www.keycloak.org/docs/latest/server_admin/#_client_advanced_settings")

  /// Microsoft Entra ID, both versions: `typ` is always `JWT`, and there is no `jti`.
  ///
  /// The client is `azp` (version 2) or `appid` (version 1), which ID tokens do not have. `scp` has what a user allowed;
  /// a program without a user has `roles` instead, which are claims and no scopes here. The audience is the API's client
  /// id (version 2) or its `api://` name (version 1).
  public static let entra = AccessTokenProfile(
    types: ["JWT"], requiredClaims: ["iss", "exp", "aud", "sub", "iat"],
    marks: [Mark(["azp", "appid"]), Mark(["scp", "roles"])], clientClaims: ["azp", "appid"], scopeClaim: "scp",
    source: "https://learn.microsoft.com/en-us/entra/identity-platform/access-token-claims-reference")

  /// Auth0 with its own token profile: `typ` is `JWT`, `azp` is the client, and there is no `jti`.
  ///
  /// Where the API has the RFC 9068 profile at Auth0, ``rfc9068`` is the one.
  public static let auth0 = AccessTokenProfile(
    types: ["JWT"], requiredClaims: ["iss", "exp", "aud", "sub", "iat"], marks: [Mark(["azp"])], clientClaims: ["azp"],
    source: "https://auth0.com/docs/secure/tokens/access-tokens/access-token-profiles")

  /// Okta's custom authorization servers: the header has no `typ`, `cid` is the client, and `scp` is a list.
  public static let okta = AccessTokenProfile(
    types: [nil], requiredClaims: ["iss", "exp", "aud", "sub", "iat", "jti"], marks: [Mark(["cid"]), Mark(["scp"])],
    clientClaims: ["cid"], scopeClaim: "scp", takesScopeList: true,
    source: "https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/")

  /// Amazon Cognito: the header has no `typ`, `token_use` is `access`, and there is no `aud` unless the client asked with
  /// a `resource`.
  ///
  /// Without an audience the API can only know the clients: name them where you trust the issuer.
  public static let cognito = AccessTokenProfile(
    types: [nil], requiredClaims: ["iss", "exp", "sub", "client_id", "iat", "jti"],
    marks: [Mark(["token_use"], among: ["access"])],
    source:
      "https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html")
}
