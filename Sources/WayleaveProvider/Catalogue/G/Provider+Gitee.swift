import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Gitee.
  ///
  /// https://gitee.com/api/v5, "OAuth". The token goes in the query. Only a confirmed email address is read.
  public static let gitee = Provider(
    "gitee", "Gitee", authorization: "https://gitee.com/oauth/authorize", token: "https://gitee.com/oauth/token",
    api: ["https://gitee.com"],
    registration: RegistrationGuide(
      "https://gitee.com/oauth/applications/new", .fixedPort, "Tick user_info and emails.")
  ) { provider, service in
    service.scopes = ["user_info", "emails"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.api.tokenPlacement = .query("access_token")
    var identity = IdentityRule(
      "https://gitee.com/api/v5/user", subject: "{id}", name: "{name}", handle: "{login}",
      email: "{emails.[state=confirmed].email}", emailVerified: "true", picture: "{avatar_url}")
    identity.requests = [IdentityRequest(Endpoint(known: "https://gitee.com/api/v5/emails"), name: "emails")]
    provider.identity = identity
  }
}
