import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Qiita: articles for programmers.
  ///
  /// https://qiita.com/api/v2/docs. Token requests are JSON, and the answer has the token as `token`, with a list of
  /// scopes. The id of a user may change; `permanent_id` does not.
  public static let qiita = Provider(
    "qiita", "Qiita", authorization: "https://qiita.com/api/v2/oauth/authorize",
    token: "https://qiita.com/api/v2/access_tokens", api: ["https://qiita.com"],
    registration: RegistrationGuide(
      "https://qiita.com/settings/applications", .fixedPort, "Register an application.")
  ) { provider, service in
    service.scopes = ["read_qiita"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.request.format = .json
    service.dialect.answer.names = ["access_token": "token", "scope": "scopes"]
    service.dialect.answer.isLoose = true
    service.dialect.answer.defaultTokenType = "Bearer"
    provider.identity = IdentityRule(
      "https://qiita.com/api/v2/authenticated_user", subject: "{permanent_id}", name: "{name}", handle: "{id}",
      picture: "{profile_image_url}")
  }
}
