import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Box: files.
  ///
  /// https://developer.box.com/guides/authentication/oauth2/. A refresh token serves once, within 60 days.
  public static let box = Provider(
    "box", "Box", authorization: "https://account.box.com/api/oauth2/authorize",
    token: "https://api.box.com/oauth2/token", api: ["https://api.box.com", "https://upload.box.com"],
    registration: RegistrationGuide(
      "https://app.box.com/developers/console", .fixedPort,
      "Create a Custom App with User Authentication (OAuth 2.0). Enter the redirect URI under Configuration.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.box.com/oauth2/revoke")
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.box.com/2.0/users/me", subject: "{id}", name: "{name}", email: "{login}", picture: "{avatar_url}")
  }
}
