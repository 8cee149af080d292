import WayleaveWire

extension Provider {
  /// Yahoo! JAPAN, which is not Yahoo.
  ///
  /// https://developer.yahoo.co.jp/yconnect/v2/.
  public static let yahooJapan = Provider(
    "yahoo-japan", "Yahoo! JAPAN", issuer: "https://auth.login.yahoo.co.jp/yconnect/v2",
    registration: RegistrationGuide(
      "https://e.developer.yahoo.co.jp/register", .fixedPort,
      "Register a server-side application. The redirect URI is called Callback URL.")
  )
}
