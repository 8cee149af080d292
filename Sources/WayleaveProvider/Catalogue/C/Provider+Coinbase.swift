import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Coinbase.
  ///
  /// https://docs.cdp.coinbase.com, "OAuth2 Integration". It gives a refresh token only with the scope
  /// `offline_access`. New clients are for approved partners.
  public static let coinbase = Provider(
    "coinbase", "Coinbase", authorization: "https://login.coinbase.com/oauth2/auth",
    token: "https://login.coinbase.com/oauth2/token", api: ["https://api.coinbase.com"],
    registration: RegistrationGuide(
      "https://portal.cdp.coinbase.com/", .fixedPort,
      "Only approved partners can create a client. The page has OAuth under API keys.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://login.coinbase.com/oauth2/revoke")
    service.scopes = ["wallet:user:read", "wallet:user:email", "offline_access"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.coinbase.com/v2/user", subject: "{data.id}", name: "{data.name}", email: "{data.email}",
      picture: "{data.avatar_url}")
  }
}
