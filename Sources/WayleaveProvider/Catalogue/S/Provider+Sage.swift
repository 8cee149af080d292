import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Sage Business Cloud Accounting.
  ///
  /// https://developer.sage.com, "Authentication". Tokens end after five minutes, and a refresh token counts once.
  public static let sage = Provider(
    "sage", "Sage Accounting", authorization: "https://www.sageone.com/oauth2/auth/central",
    token: "https://oauth.accounting.sage.com/token", api: ["https://api.accounting.sage.com"],
    registration: RegistrationGuide(
      "https://developerselfservice.sageone.com/", .fixedPort, "Create an app. The redirect URI is called Callback URL."
    )
  ) { provider, service in
    service.scopes = ["full_access"]
    service.dialect.authorization.parameters = ["filter": "apiv3.1"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.accounting.sage.com/v3.1/user", subject: "{id}", name: "{first_name} {last_name}",
      email: "{email}")
  }
}
