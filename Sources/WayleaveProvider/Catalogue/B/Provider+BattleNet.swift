import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Battle.net, the accounts of Blizzard, outside China.
  ///
  /// https://develop.battle.net, "Using OAuth". One host signs users in for every region; the APIs have a host in
  /// each. It gives no email address.
  public static let battlenet = Provider(
    "battlenet", "Battle.net", authorization: "https://oauth.battle.net/authorize",
    token: "https://oauth.battle.net/token",
    api: [
      "https://eu.api.blizzard.com", "https://kr.api.blizzard.com", "https://tw.api.blizzard.com",
      "https://us.api.blizzard.com",
    ],
    registration: RegistrationGuide("https://develop.battle.net/access/clients/create", .fixedPort)
  ) { provider, service in
    service.scopes = ["openid"]
    provider.identity = IdentityRule("https://oauth.battle.net/userinfo", subject: "{id}", handle: "{battletag}")
  }
}
