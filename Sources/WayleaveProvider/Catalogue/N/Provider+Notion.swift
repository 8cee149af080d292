import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Notion, by a public integration.
  ///
  /// https://developers.notion.com, "Authorization". Requests for tokens are JSON, and every request names a version.
  /// There are no scopes: users choose pages. The API calls the integration's bot the user, and the user its owner.
  public static let notion = Provider(
    "notion", "Notion", authorization: "https://api.notion.com/v1/oauth/authorize",
    token: "https://api.notion.com/v1/oauth/token", api: ["https://api.notion.com"],
    registration: RegistrationGuide(
      "https://www.notion.so/profile/integrations", .fixedPort,
      "Create a public integration. The client id is called OAuth client ID.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.notion.com/v1/oauth/revoke")
    // What it does not know in a body of JSON it refuses.
    service.dialect.parameterNames = ["scope": "", "token_type_hint": ""]
    service.dialect.authorization.parameters = ["owner": "user"]
    service.dialect.authorization.supportsPKCE = false
    service.dialect.request.format = .json
    service.dialect.request.headers = ["Notion-Version": "2025-09-03"]
    service.dialect.api.headers = ["Notion-Version": "2025-09-03"]
    provider.identity = IdentityRule(
      "https://api.notion.com/v1/users/me", subject: "{bot.owner.user.id}", name: "{bot.owner.user.name}",
      email: "{bot.owner.user.person.email}", picture: "{bot.owner.user.avatar_url}")
  }
}
