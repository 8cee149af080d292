import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Deezer.
  ///
  /// https://developers.deezer.com/api, "OAuth". It has names of its own for id, secret and scopes, takes a GET, and
  /// answers with a form. A dead token is refused with status 200 and the number 300.
  public static let deezer = Provider(
    "deezer", "Deezer", authorization: "https://connect.deezer.com/oauth/auth.php",
    token: "https://connect.deezer.com/oauth/access_token.php",
    registration: RegistrationGuide("https://developers.deezer.com/myapps", .localhost)
  ) { provider, service in
    service.scopes = ["basic_access", "email"]
    service.dialect.scopeSeparator = ","
    service.dialect.parameterNames = [
      "client_id": "app_id", "client_secret": "secret", "scope": "perms", "grant_type": "", "response_type": "",
    ]
    service.dialect.request.clientAuthentication = .post
    service.dialect.request.format = .get
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.answer.isLoose = true
    service.dialect.answer.names = ["expires_in": "expires"]
    service.dialect.refusals = [.init("300", in: .object, means: .tokenInvalid)]
    service.dialect.api.tokenPlacement = .query("access_token")
    provider.identity = IdentityRule(
      "https://api.deezer.com/user/me", subject: "{id}", name: "{name}", handle: "{name}", email: "{email}",
      picture: "{picture}")
  }
}
