import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Twitter, now X, by OAuth 1.0a.
  ///
  /// https://docs.x.com, "OAuth 1.0a". Email is given only to apps that asked for it at the provider.
  public static let twitter = Provider(
    name: "twitter", title: "Twitter",
    service: .oauth1(
      OAuth1Service(
        temporaryCredentialEndpoint: Endpoint(known: "https://api.twitter.com/oauth/request_token"),
        authorizationEndpoint: Endpoint(known: "https://api.twitter.com/oauth/authenticate"),
        tokenEndpoint: Endpoint(known: "https://api.twitter.com/oauth/access_token"),
        invalidationEndpoint: Endpoint(known: "https://api.twitter.com/1.1/oauth/invalidate_token"))),
    apiOrigins: [
      Endpoint(known: "https://api.twitter.com").origin, Endpoint(known: "https://api.x.com").origin,
      Endpoint(known: "https://upload.twitter.com").origin,
    ],
    identity: IdentityRule(
      endpoint: Endpoint(
        known: "https://api.twitter.com/1.1/account/verify_credentials.json?include_email=true&skip_status=true"),
      subject: "{id_str}", name: "{name}", handle: "{screen_name}", email: "{email}",
      picture: "{profile_image_url_https}"))
}
