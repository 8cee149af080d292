import WayleaveWire

extension Provider {
  /// Roblox, by OpenID Connect.
  ///
  /// https://create.roblox.com/docs/cloud, "OAuth 2.0 authentication". Its issuer ends in a slash.
  public static let roblox = Provider(
    "roblox", "Roblox", issuer: "https://apis.roblox.com/oauth/",
    registration: RegistrationGuide(
      "https://create.roblox.com/dashboard/credentials", .fixedPort,
      "Under OAuth 2.0 Apps, create an app with the scopes openid and profile."))
}
