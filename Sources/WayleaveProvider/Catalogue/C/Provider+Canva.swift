import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Canva: designs.
  ///
  /// https://www.canva.dev/docs/connect/authentication. PKCE is required, and a refresh token serves once.
  public static let canva = Provider(
    "canva", "Canva", authorization: "https://www.canva.com/api/oauth/authorize",
    token: "https://api.canva.com/rest/v1/oauth/token", api: ["https://api.canva.com"],
    registration: RegistrationGuide(
      "https://www.canva.com/developers/integrations", .fixedPort,
      "Create an integration with its scopes. Redirect URIs on 127.0.0.1 are for development.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.canva.com/rest/v1/oauth/revoke")
    service[.introspection] = Endpoint(known: "https://api.canva.com/rest/v1/oauth/introspect")
    service.scopes = ["profile:read"]
    var identity = IdentityRule(
      "https://api.canva.com/rest/v1/users/me", subject: "{team_user.user_id}", name: "{profile.profile.display_name}")
    identity.requests = [
      IdentityRequest(Endpoint(known: "https://api.canva.com/rest/v1/users/me/profile"), name: "profile")
    ]
    provider.identity = identity
  }
}
