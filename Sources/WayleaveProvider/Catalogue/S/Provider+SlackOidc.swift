import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Sign in with Slack, by OpenID Connect.
  ///
  /// https://docs.slack.dev, "Sign in with Slack". Its keys sign with RS256 alone. PKCE is left out for the reason that
  /// ``slack`` has.
  public static let slackOidc = Provider(
    "slack-oidc", "Sign in with Slack", authorization: "https://slack.com/openid/connect/authorize",
    token: "https://slack.com/api/openid.connect.token", api: ["https://slack.com"],
    registration: RegistrationGuide(
      "https://api.slack.com/apps", .ownSite, "Enter the redirect URI under OAuth & Permissions.")
  ) { _, service in
    service.issuer = "https://slack.com"
    service[.keySet] = Endpoint(known: "https://slack.com/openid/connect/keys")
    service[.revocation] = Endpoint(known: "https://slack.com/api/auth.revoke")
    service.scopes = ["openid", "profile", "email"]
    service.dialect.api.refusesByOK = true
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.supportsPKCE = false
    service.dialect.revocation = .post
  }
}
