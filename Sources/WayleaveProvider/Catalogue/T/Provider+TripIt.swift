import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// TripIt, by OAuth 1.0: travel plans.
  ///
  /// https://tripit.github.io/api/doc/v1/. It reads the callback at the page that the user sees, and sends no verifier.
  /// It says itself that it will not confirm the callback: https://github.com/tripit/api/issues/255.
  public static let tripit = Provider(
    "tripit", "TripIt", temporary: "https://api.tripit.com/oauth/request_token",
    authorization: "https://www.tripit.com/oauth/authorize", token: "https://api.tripit.com/oauth/access_token",
    api: ["https://api.tripit.com"],
    registration: RegistrationGuide(
      "https://www.tripit.com/developer", "Register an application. Its API key is the consumer key.")
  ) { provider, service in
    service.dialect.isVerifierOptional = true
    service.dialect.isConfirmationOptional = true
    service.dialect.authorizationParameters = ["oauth_callback": "{callback}"]
    provider.identity = IdentityRule(
      "https://api.tripit.com/v1/get/profile?format=json", subject: "{Profile.@attributes.ref}",
      name: "{Profile.public_display_name}", handle: "{Profile.screen_name}")
  }
}
