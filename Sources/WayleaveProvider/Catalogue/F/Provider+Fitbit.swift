import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Fitbit, for tokens that are there: it has ended.
  ///
  /// https://developers.google.com/health/about: its API and its OAuth endpoints ended on 2 November 2026 and answer
  /// 410. The Google Health API takes their place.
  public static let fitbit = Provider(
    "fitbit", "Fitbit", authorization: "https://www.fitbit.com/oauth2/authorize",
    token: "https://api.fitbit.com/oauth2/token", api: ["https://api.fitbit.com"]
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.fitbit.com/oauth2/revoke")
    service.scopes = ["profile"]
    provider.isRetired = true
    provider.registration = RegistrationGuide(
      "https://developers.google.com/health/about",
      "Fitbit ended its API and its sign-in on 2 November 2026. Use the Google Health API.")
    provider.identity = IdentityRule(
      "https://api.fitbit.com/1/user/-/profile.json", subject: "{user.encodedId}", name: "{user.fullName}",
      picture: "{user.avatar}")
  }
}
