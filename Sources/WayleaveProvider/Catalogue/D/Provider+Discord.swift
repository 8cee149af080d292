import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Discord.
  ///
  /// https://docs.discord.com, "OAuth2". The picture's address is made of two members, of which the second may be
  /// missing, so that no picture is read.
  public static let discord = Provider(
    "discord", "Discord", authorization: "https://discord.com/oauth2/authorize",
    token: "https://discord.com/api/oauth2/token", api: ["https://discord.com"],
    registration: RegistrationGuide(
      "https://discord.com/developers/applications", .fixedPort,
      "Enter the redirect URI under OAuth2. For a client without a secret, switch on Public Client.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://discord.com/api/oauth2/token/revoke")
    service.scopes = ["identify", "email"]
    provider.identity = IdentityRule(
      "https://discord.com/api/users/@me", subject: "{id}", name: "{global_name}", handle: "{username}",
      email: "{email}", emailVerified: "{verified}")
    provider.handOver = HandOverRule(
      inspection: TokenInspectionRule(
        endpoint: Endpoint(known: "https://discord.com/api/oauth2/@me"), client: "application.id", placement: .bearer,
        user: "user.id", scopes: "scopes"))
  }
}
