import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Kick, the site for live streams.
  ///
  /// https://docs.kick.com, "OAuth 2.1". PKCE and a state are needed. The documentation does not say whether the
  /// email address was checked.
  public static let kick = Provider(
    "kick", "Kick", authorization: "https://id.kick.com/oauth/authorize", token: "https://id.kick.com/oauth/token",
    api: ["https://api.kick.com"],
    registration: RegistrationGuide(
      "https://kick.com/settings/developer", .fixedPort, "Your account needs two-factor sign-in first.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://id.kick.com/oauth/revoke")
    service.scopes = ["user:read"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.kick.com/public/v1/users", subject: "{data.0.user_id}", name: "{data.0.name}",
      email: "{data.0.email}", picture: "{data.0.profile_picture}")
  }
}
