import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Seznam, the Czech portal.
  ///
  /// https://vyvojari.seznam.cz/oauth/doc. A redirect URI becomes https unless its host is
  /// `localhost`. It gives tokens back, in a form that no entry can say yet.
  public static let seznam = Provider(
    "seznam", "Seznam", authorization: "https://login.szn.cz/api/v1/oauth/auth",
    token: "https://login.szn.cz/api/v1/oauth/token", api: ["https://login.szn.cz"],
    registration: RegistrationGuide("https://vyvojari.seznam.cz/oauth/admin", .localhost, "Add a service.")
  ) { provider, service in
    service.scopes = ["identity"]
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    provider.identity = IdentityRule(
      "https://login.szn.cz/api/v1/user", subject: "{oauth_user_id}", name: "{firstname} {lastname}",
      handle: "{username}", email: "{email}")
  }
}
