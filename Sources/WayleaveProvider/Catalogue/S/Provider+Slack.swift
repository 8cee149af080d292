import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Slack, for what an app may do in a user's name.
  ///
  /// https://docs.slack.dev, "Installing with OAuth". The user's token stands below `authed_user`, of the type `user`;
  /// a bot's token would stand next to it. Answers refuse with status 200 and `ok` false. An app that has PKCE is a
  /// public client for good, and must not send a secret, so that this entry is for apps without. Ids count within a
  /// workspace.
  public static let slack = Provider(
    "slack", "Slack", authorization: "https://slack.com/oauth/v2/authorize",
    token: "https://slack.com/api/oauth.v2.access", api: ["https://slack.com"],
    registration: RegistrationGuide(
      "https://api.slack.com/apps", .ownSite,
      "Enter the redirect URI and the user token scopes under OAuth & Permissions.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://slack.com/api/auth.revoke")
    service.scopes = ["users:read"]
    service.dialect.api.refusesByOK = true
    service.dialect.scopeSeparator = ","
    service.dialect.parameterNames = ["scope": "user_scope"]
    service.dialect.authorization.supportsPKCE = false
    service.dialect.answer.envelopes = ["authed_user"]
    // `token_type` names the kind of user there; the token is used as a bearer token.
    service.dialect.answer.names = ["token_kind": "token_type"]
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.revocation = .post
    provider.identity = IdentityRule(
      "https://slack.com/api/auth.test", subject: "{team_id}.{user_id}", name: "{user}", handle: "{user}")
  }
}
