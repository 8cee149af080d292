import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Wrike: tasks and projects of teams.
  ///
  /// https://developers.wrike.com/oauth-20-authorization. The account's data may be on another host below `wrike.com`,
  /// which the token answer names without a scheme.
  public static let wrike = Provider(
    "wrike", "Wrike", authorization: "https://login.wrike.com/oauth2/authorize/v4",
    token: "https://login.wrike.com/oauth2/token", api: ["https://www.wrike.com"],
    registration: RegistrationGuide(
      "https://www.wrike.com/frontend/apps/index.html", .fixedPort, "Create an API app.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.scopeSeparator = ","
    provider.apiDomains = ["wrike.com"]
    var identity = IdentityRule(
      "https://www.wrike.com/api/v4/contacts?me=true", subject: "{data.0.id}",
      name: "{data.0.firstName} {data.0.lastName}", email: "{data.0.profiles.0.email}", picture: "{data.0.avatarUrl}")
    identity.originMember = "host"
    provider.identity = identity
  }
}
