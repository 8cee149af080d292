import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Webflow: websites.
  ///
  /// https://developers.webflow.com, "OAuth". Tokens do not expire, and there is no refresh token.
  public static let webflow = Provider(
    "webflow", "Webflow", authorization: "https://webflow.com/oauth/authorize",
    token: "https://api.webflow.com/oauth/access_token", api: ["https://api.webflow.com"],
    registration: RegistrationGuide(
      "https://developers.webflow.com/data/docs/register-an-app", .fixedPort,
      "In the settings of a workspace, create an app with the scope authorized_user:read.")
  ) { provider, service in
    service.scopes = ["authorized_user:read"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    provider.identity = IdentityRule(
      "https://api.webflow.com/v2/token/authorized_by", subject: "{id}", name: "{firstName} {lastName}",
      email: "{email}")
  }
}
