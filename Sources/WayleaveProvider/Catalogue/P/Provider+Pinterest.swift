import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Pinterest, by version 5 of its API.
  ///
  /// https://developers.pinterest.com, "Set up authentication and authorization". It gives no email address.
  public static let pinterest = Provider(
    "pinterest", "Pinterest", authorization: "https://www.pinterest.com/oauth/",
    token: "https://api.pinterest.com/v5/oauth/token",
    registration: RegistrationGuide(
      "https://developers.pinterest.com/apps/", .fixedPort,
      "The App id is the client id, and the App secret key is the secret.")
  ) { provider, service in
    service.scopes = ["user_accounts:read"]
    service.dialect.scopeSeparator = ","
    provider.identity = IdentityRule(
      "https://api.pinterest.com/v5/user_account", subject: "{id}", name: "{username}", handle: "{username}",
      picture: "{profile_image}")
  }
}
