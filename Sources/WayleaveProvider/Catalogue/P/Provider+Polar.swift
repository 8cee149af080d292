import WayleaveWire

extension Provider {
  /// Polar Flow, by AccessLink.
  ///
  /// https://www.polar.com/accesslink-api, "Authentication". The token answer says who the user is; there are no
  /// refresh tokens.
  public static let polar = Provider(
    "polar", "Polar Flow", authorization: "https://flow.polar.com/oauth2/authorization",
    token: "https://polarremote.com/v2/oauth2/token", api: ["https://www.polaraccesslink.com"],
    registration: RegistrationGuide("https://admin.polaraccesslink.com/", .localhost)
  ) { provider, _ in
    provider.identity = IdentityRule(subject: "{token.x_user_id}")
  }
}
