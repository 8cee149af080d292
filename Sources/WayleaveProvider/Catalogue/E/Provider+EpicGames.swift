import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Epic Games, by Epic Account Services.
  ///
  /// https://dev.epicgames.com, "Auth Web APIs". It gives no email address.
  public static let epicGames = Provider(
    "epic-games", "Epic Games", authorization: "https://www.epicgames.com/id/authorize",
    token: "https://api.epicgames.dev/epic/oauth/v2/token", api: ["https://api.epicgames.dev"],
    registration: RegistrationGuide(
      "https://dev.epicgames.com/portal", .fixedPort, "Create a client, and an application of Epic Account Services.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.epicgames.dev/epic/oauth/v2/revoke")
    service.scopes = ["basic_profile"]
    provider.identity = IdentityRule(
      "https://api.epicgames.dev/epic/oauth/v2/userInfo", subject: "{sub}", handle: "{preferred_username}")
  }
}
