import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Garmin Connect, by OAuth 1.0a.
  ///
  /// It reads the callback at the page that the user sees, so that it is sent there too.
  public static let garmin = Provider(
    name: "garmin", title: "Garmin Connect",
    service: .oauth1(
      OAuth1Service(
        temporaryCredentialEndpoint: Endpoint(known: "https://connectapi.garmin.com/oauth-service/oauth/request_token"),
        authorizationEndpoint: Endpoint(known: "https://connect.garmin.com/oauthConfirm"),
        tokenEndpoint: Endpoint(known: "https://connectapi.garmin.com/oauth-service/oauth/access_token"),
        dialect: .init(authorizationParameters: ["oauth_callback": "{callback}"]))),
    apiOrigins: [
      Endpoint(known: "https://apis.garmin.com").origin, Endpoint(known: "https://connectapi.garmin.com").origin,
    ],
    identity: IdentityRule(
      endpoint: Endpoint(known: "https://apis.garmin.com/wellness-api/rest/user/id"),
      subject: "{userId}"))
}
