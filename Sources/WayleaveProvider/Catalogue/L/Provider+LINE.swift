import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// LINE Login.
  ///
  /// https://developers.line.biz, "LINE Login v2.1 API reference". ID tokens of websites are signed with the channel
  /// secret, those of apps with a key. Only they hold the email address. Revocation takes the access token alone, under
  /// another name than RFC 7009.
  public static let line = Provider(
    "line", "LINE", authorization: "https://access.line.me/oauth2/v2.1/authorize",
    token: "https://api.line.me/oauth2/v2.1/token", api: ["https://api.line.me"],
    registration: RegistrationGuide(
      "https://developers.line.biz/console/", .fixedPort,
      "The Channel ID is the client id. Enter the redirect URI on the LINE Login tab.")
  ) { _, service in
    service.issuer = "https://access.line.me"
    service[.keySet] = Endpoint(known: "https://api.line.me/oauth2/v2.1/certs")
    service.idTokenAlgorithms = [.hs256, .es256]
    service.scopes = ["openid", "profile", "email"]
    service[.revocation] = Endpoint(known: "https://api.line.me/oauth2/v2.1/revoke")
    service.dialect.request.clientAuthentication = .post
    service.dialect.revocation = .accessToken
    service.dialect.parameterNames = ["token": "access_token"]
  }
}
