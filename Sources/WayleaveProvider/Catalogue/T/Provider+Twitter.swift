import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Twitter, now X, by OAuth 1.0a.
  ///
  /// https://docs.x.com, "OAuth 1.0a". An email address comes only to apps that asked for it where they are registered;
  /// it is verified then. A user who refuses comes back with `denied`.
  public static let twitter = Provider(
    "twitter", "Twitter", temporary: "https://api.twitter.com/oauth/request_token",
    authorization: "https://api.twitter.com/oauth/authenticate", token: "https://api.twitter.com/oauth/access_token",
    api: ["https://api.twitter.com", "https://api.x.com", "https://upload.twitter.com"],
    registration: RegistrationGuide(
      "https://developer.x.com/en/portal/dashboard", .fixedPort,
      "Set up user authentication. The redirect URI is called Callback URI, and the consumer key API Key.")
  ) { provider, service in
    service.offersReverseAuth = true
    service.invalidationEndpoint = Endpoint(known: "https://api.twitter.com/1.1/oauth/invalidate_token")
    provider.identity = IdentityRule(
      "https://api.twitter.com/1.1/account/verify_credentials.json?include_email=true&skip_status=true",
      subject: "{id_str}", name: "{name}", handle: "{screen_name}", email: "{email}", emailVerified: "true",
      picture: "{profile_image_url_https}")
    // Exactly this URL is the one of OAuth Echo.
    provider.handOver = HandOverRule(
      verifyCredentials: Endpoint(known: "https://api.twitter.com/1.1/account/verify_credentials.json"))
  }
}
