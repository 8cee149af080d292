import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Garmin Connect, by OAuth 2.
  ///
  /// https://developer.garmin.com/gc-developer-program, "OAuth 2.0 PKCE". A token is given back by deleting the
  /// registration of the user.
  public static let garminOAuth2 = Provider(
    "garmin-oauth2", "Garmin Connect", authorization: "https://connect.garmin.com/oauth2Confirm",
    token: "https://diauth.garmin.com/di-oauth2-service/oauth/token", api: ["https://apis.garmin.com"],
    registration: RegistrationGuide(
      "https://developer.garmin.com/gc-developer-program/", .fixedPort, "Apply for the Connect Developer Program first."
    )
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://apis.garmin.com/wellness-api/rest/user/registration")
    service.dialect.request.clientAuthentication = .post
    service.dialect.revocation = .delete
    provider.identity = IdentityRule("https://apis.garmin.com/wellness-api/rest/user/id", subject: "{userId}")
  }
}
