import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Zatar, a service for devices that has ended; its protocol lives on in the playground.
  ///
  /// It has no page of documentation any more. Scopes have commas, and a refresh brings new tokens of both kinds.
  public static let zatar = Provider(
    "zatar", "Zatar", authorization: "https://beta-api.zatar.com/v2/authorize",
    token: "https://beta-api.zatar.com/v2/token", api: ["https://beta-api.zatar.com"]
  ) { provider, service in
    provider.isRetired = true
    provider.registration = RegistrationGuide(
      "https://www.zebra.com/",
      """
      Zatar, a service of Zebra, has ended, and nothing takes its place. To try its protocol, use playground-zatar.
      """)
    service.scopes = ["read", "update", "create"]
    service.dialect.scopeSeparator = ","
    service.dialect.answer.defaultTokenType = "Bearer"
  }
}
