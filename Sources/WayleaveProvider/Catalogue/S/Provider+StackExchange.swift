import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Stack Exchange, with Stack Overflow.
  ///
  /// https://api.stackexchange.com, "Authentication". Each call needs the app's key in addition to the token, so that
  /// who the user is cannot be asked here: an entry of yours says it, with the key among its `api_parameters`.
  public static let stackExchange = Provider(
    "stackexchange", "Stack Exchange", authorization: "https://stackexchange.com/oauth",
    token: "https://stackexchange.com/oauth/access_token/json", api: ["https://api.stackexchange.com"],
    registration: RegistrationGuide(
      "https://stackapps.com/apps/oauth/register", .fixedPort, "Enter the host of the redirect URI as the OAuth Domain."
    )
  ) { _, service in
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.answer.names = ["expires_in": "expires"]
    service.dialect.api.tokenPlacement = .query("access_token")
  }
}
