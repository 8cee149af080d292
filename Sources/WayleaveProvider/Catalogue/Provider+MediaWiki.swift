import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// The wikis of Wikimedia, by OAuth 1.0a as MediaWiki speaks it.
  ///
  /// Its endpoints are one address with different values of `title`, which is signed too; the page for the user wants
  /// the consumer key as well. A wiki elsewhere is described in a file of the same model.
  public static let mediawiki = Provider(
    name: "mediawiki", title: "Wikimedia",
    service: .oauth1(
      OAuth1Service(
        temporaryCredentialEndpoint: Endpoint(
          known: "https://meta.wikimedia.org/w/index.php?title=Special:OAuth/initiate"),
        authorizationEndpoint: Endpoint(known: "https://meta.wikimedia.org/w/index.php?title=Special:OAuth/authorize"),
        tokenEndpoint: Endpoint(known: "https://meta.wikimedia.org/w/index.php?title=Special:OAuth/token"),
        dialect: .init(authorizationParameters: ["oauth_consumer_key": "{consumer_key}"]))),
    apiOrigins: [
      Endpoint(known: "https://meta.wikimedia.org").origin, Endpoint(known: "https://en.wikipedia.org").origin,
      Endpoint(known: "https://commons.wikimedia.org").origin, Endpoint(known: "https://www.wikidata.org").origin,
    ],
    identity: IdentityRule(
      endpoint: Endpoint(known: "https://meta.wikimedia.org/w/api.php?action=query&meta=userinfo&format=json"),
      subject: "{query.userinfo.id}", name: "{query.userinfo.name}", handle: "{query.userinfo.name}"))
}
