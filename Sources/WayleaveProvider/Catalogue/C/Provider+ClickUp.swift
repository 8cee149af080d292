import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// ClickUp: tasks and documents of teams.
  ///
  /// https://developer.clickup.com/docs/authentication. There are no scopes: the user chooses workspaces. Tokens do not
  /// expire.
  public static let clickup = Provider(
    "clickup", "ClickUp", authorization: "https://app.clickup.com/api",
    token: "https://api.clickup.com/api/v2/oauth/token", api: ["https://api.clickup.com"],
    registration: RegistrationGuide(
      "https://app.clickup.com/settings/apps", .fixedPort,
      "In the settings of a workspace, under ClickUp API, create an app.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    provider.identity = IdentityRule(
      "https://api.clickup.com/api/v2/user", subject: "{user.id}", name: "{user.username}", email: "{user.email}",
      picture: "{user.profilePicture}")
  }
}
