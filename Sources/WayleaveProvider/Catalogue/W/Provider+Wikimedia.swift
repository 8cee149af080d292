import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// The wikis of Wikimedia, by OAuth 2; `mediawiki` is the same by OAuth 1.0a.
  ///
  /// https://www.mediawiki.org, "OAuth/For Developers". The grants belong to the consumer, so that there are no
  /// scopes.
  public static let wikimedia = Provider(
    "wikimedia", "Wikimedia (OAuth 2)", authorization: "https://meta.wikimedia.org/w/rest.php/oauth2/authorize",
    token: "https://meta.wikimedia.org/w/rest.php/oauth2/access_token",
    api: [
      "https://commons.wikimedia.org", "https://en.wikipedia.org", "https://meta.wikimedia.org",
      "https://www.wikidata.org",
    ],
    registration: RegistrationGuide(
      "https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose",
      .fixedPort,
      """
      Propose a consumer for OAuth 2.0 with the grants that you need. The redirect URI is called Callback URL.
      """)
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile", subject: "{sub}", name: "{realname}",
      handle: "{username}", email: "{email}", emailVerified: "{confirmed_email}")
  }
}
