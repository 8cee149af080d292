import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Bitly.
  ///
  /// https://dev.bitly.com, "Authentication". The token answer may be a form, and names no type; tokens do not expire.
  /// A user has no number: the login is all that distinguishes users.
  public static let bitly = Provider(
    "bitly", "Bitly", authorization: "https://bitly.com/oauth/authorize",
    token: "https://api-ssl.bitly.com/oauth/access_token", api: ["https://api-ssl.bitly.com"],
    registration: RegistrationGuide(
      "https://app.bitly.com/settings/api/oauth", .fixedPort, "Register an app.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.answer.isLoose = true
    provider.identity = IdentityRule(
      "https://api-ssl.bitly.com/v4/user", subject: "{login}", name: "{name}", handle: "{login}",
      email: "{emails.[is_primary=true].email}", emailVerified: "{emails.[is_primary=true].is_verified}")
  }
}
