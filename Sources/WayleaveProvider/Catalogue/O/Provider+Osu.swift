import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// osu!
  ///
  /// https://osu.ppy.sh/docs, "Authentication".
  public static let osu = Provider(
    "osu", "osu!", authorization: "https://osu.ppy.sh/oauth/authorize", token: "https://osu.ppy.sh/oauth/token",
    registration: RegistrationGuide(
      "https://osu.ppy.sh/home/account/edit", .fixedPort, "Under OAuth, create an application.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://osu.ppy.sh/api/v2/oauth/tokens/current")
    service.scopes = ["identify"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.revocation = .delete
    provider.identity = IdentityRule(
      "https://osu.ppy.sh/api/v2/me", subject: "{id}", name: "{username}", handle: "{username}",
      picture: "{avatar_url}")
  }
}
