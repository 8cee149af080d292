import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Asana: tasks and projects of teams.
  ///
  /// https://developers.asana.com/docs/oauth.
  public static let asana = Provider(
    "asana", "Asana", authorization: "https://app.asana.com/-/oauth_authorize",
    token: "https://app.asana.com/-/oauth_token", api: ["https://app.asana.com"],
    registration: RegistrationGuide(
      "https://app.asana.com/0/my-apps", .fixedPort, "Create an app. Enter the redirect URI under OAuth.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://app.asana.com/-/oauth_revoke")
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://app.asana.com/api/1.0/users/me", subject: "{data.gid}", name: "{data.name}", email: "{data.email}",
      picture: "{data.photo.image_128x128}")
  }
}
