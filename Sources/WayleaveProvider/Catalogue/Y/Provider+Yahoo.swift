import WayleaveWire

extension Provider {
  /// Yahoo, by OpenID Connect.
  ///
  /// https://developer.yahoo.com/oauth2/guide, "OpenID Connect".
  public static let yahoo = Provider(
    "yahoo", "Yahoo", issuer: "https://api.login.yahoo.com",
    registration: RegistrationGuide("https://developer.yahoo.com/apps/create/", .ownSite))
}
