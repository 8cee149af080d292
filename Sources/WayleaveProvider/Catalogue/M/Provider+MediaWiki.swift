import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// The wikis of Wikimedia, by OAuth 1.0a as MediaWiki speaks it.
  ///
  /// https://www.mediawiki.org, "OAuth/For Developers". Its endpoints are one address with different values of
  /// `title`, which is signed too; the page for the user wants the consumer key as well. A wiki elsewhere is
  /// described in a file of the same model.
  public static let mediawiki = Provider(
    "mediawiki", "Wikimedia", temporary: "https://meta.wikimedia.org/w/index.php?title=Special:OAuth/initiate",
    authorization: "https://meta.wikimedia.org/w/index.php?title=Special:OAuth/authorize",
    token: "https://meta.wikimedia.org/w/index.php?title=Special:OAuth/token",
    api: [
      "https://meta.wikimedia.org", "https://en.wikipedia.org", "https://commons.wikimedia.org",
      "https://www.wikidata.org",
    ],
    registration: RegistrationGuide(
      "https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose", .fixedPort,
      "Propose a consumer for OAuth 1.0a. The redirect URI is called Callback URL.")
  ) { provider, service in
    service.dialect.authorizationParameters = ["oauth_consumer_key": "{consumer_key}"]
    provider.identity = IdentityRule(
      "https://meta.wikimedia.org/w/api.php?action=query&meta=userinfo&format=json",
      subject: "{query.userinfo.id}", name: "{query.userinfo.name}", handle: "{query.userinfo.name}")
  }
}
