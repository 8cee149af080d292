import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// DeviantArt.
  ///
  /// https://www.deviantart.com/developers, "Authentication". A token lives an hour. A `User-Agent` is wanted
  /// everywhere.
  public static let deviantart = Provider(
    "deviantart", "DeviantArt", authorization: "https://www.deviantart.com/oauth2/authorize",
    token: "https://www.deviantart.com/oauth2/token", api: ["https://www.deviantart.com"],
    registration: RegistrationGuide(
      "https://www.deviantart.com/developers/register", .fixedPort,
      "Enter the redirect URI under OAuth2 Redirect URI Whitelist.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://www.deviantart.com/oauth2/revoke")
    service.scopes = ["basic", "user"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.request.headers = ["User-Agent": "wayleave"]
    service.dialect.api.headers = ["User-Agent": "wayleave"]
    provider.identity = IdentityRule(
      "https://www.deviantart.com/api/v1/oauth2/user/whoami", subject: "{userid}", name: "{username}",
      handle: "{username}", picture: "{usericon}")
  }
}
