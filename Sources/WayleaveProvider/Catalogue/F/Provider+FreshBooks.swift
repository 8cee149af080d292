import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// FreshBooks.
  ///
  /// https://www.freshbooks.com, "Authentication". A refresh token counts once.
  public static let freshbooks = Provider(
    "freshbooks", "FreshBooks", authorization: "https://auth.freshbooks.com/oauth/authorize",
    token: "https://api.freshbooks.com/auth/oauth/token", api: ["https://api.freshbooks.com"],
    registration: RegistrationGuide(
      "https://www.freshbooks.com/api/start", .fixedPort,
      "On the developer page, create an app with the scope user:profile:read.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.freshbooks.com/auth/oauth/revoke")
    service.scopes = ["user:profile:read"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.freshbooks.com/auth/api/v1/users/me", subject: "{response.id}",
      name: "{response.first_name} {response.last_name}", email: "{response.email}")
  }
}
