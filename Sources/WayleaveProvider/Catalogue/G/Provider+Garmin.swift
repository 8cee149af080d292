import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Garmin Connect, by OAuth 1.0a.
  ///
  /// https://developer.garmin.com/gc-developer-program. New apps get OAuth 2 with PKCE; this entry is for those that
  /// have OAuth 1.0a. It reads the callback at the page that the user sees, so that it is sent there too.
  public static let garmin = Provider(
    "garmin", "Garmin Connect", temporary: "https://connectapi.garmin.com/oauth-service/oauth/request_token",
    authorization: "https://connect.garmin.com/oauthConfirm",
    token: "https://connectapi.garmin.com/oauth-service/oauth/access_token",
    api: ["https://apis.garmin.com", "https://connectapi.garmin.com"],
    registration: RegistrationGuide(
      "https://developer.garmin.com/gc-developer-program/",
      "Apply for the Connect Developer Program. Garmin then gives you a consumer key.")
  ) { provider, service in
    service.dialect.authorizationParameters = ["oauth_callback": "{callback}"]
    provider.identity = IdentityRule("https://apis.garmin.com/wellness-api/rest/user/id", subject: "{userId}")
  }
}
