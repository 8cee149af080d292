import Wayleave
import WayleaveOAuth1
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire
import WayleaveProvider

/// One provider of the demonstration: its built-in entry with the playground's addresses, our client there, a request.
struct DemoScene {
  let headline: String
  let provider: Provider
  let client: Client
  let request: String

  static func scenes(
    at playground: RunningPlayground, with configuration: PlaygroundConfiguration
  ) throws(OAuthError) -> [DemoScene] {
    [try foursquare(at: playground, with: configuration), try twitter(at: playground, with: configuration)].compactMap(
      \.self)
  }

  private static func foursquare(
    at playground: RunningPlayground, with configuration: PlaygroundConfiguration
  ) throws(OAuthError) -> DemoScene? {
    guard let registered = configuration.clients.first, case .oauth2(var service) = Provider.foursquare.service else {
      return nil
    }
    service[.authorization] = playground.foursquare.authenticationEndpoint
    service.tokenEndpoint = playground.foursquare.tokenEndpoint
    return DemoScene(
      headline: "Foursquare, by OAuth 2: a code, PKCE, state, and the token in the query as Foursquare wants it",
      of: .foursquare, speaking: .oauth2(service), userEndpoint: playground.foursquare.userEndpoint,
      client: try Client(id: registered.id, secret: registered.secret, redirectURIs: registered.redirectURIs))
  }

  private static func twitter(
    at playground: RunningPlayground, with configuration: PlaygroundConfiguration
  ) throws(OAuthError) -> DemoScene? {
    guard let registered = configuration.consumers.first, case .oauth1(var service) = Provider.twitter.service else {
      return nil
    }
    service.temporaryCredentialEndpoint = playground.twitter.temporaryCredentialEndpoint
    service.authorizationEndpoint = playground.twitter.authenticationEndpoint
    service.tokenEndpoint = playground.twitter.tokenCredentialEndpoint
    service.invalidationEndpoint = playground.twitter.invalidationEndpoint
    return DemoScene(
      headline: "Twitter, by OAuth 1.0a: a temporary credential, a verifier, and every request signed",
      of: .twitter, speaking: .oauth1(service), userEndpoint: playground.twitter.userEndpoint,
      client: try Client(
        id: ClientID(registered.credential.key), secret: registered.credential.secret,
        redirectURIs: registered.callbacks))
  }

  /// A scene at a built-in provider that the playground plays at these addresses, asking who the user is.
  ///
  /// Under a name of its own: an account of the demonstration is never taken for one of the real provider.
  private init(
    headline: String, of original: Provider, speaking service: Provider.Service, userEndpoint: Endpoint, client: Client
  ) {
    var identity = original.identity
    identity?.endpoint = userEndpoint
    self.headline = headline
    self.client = client
    request = userEndpoint.url.text
    provider = Provider(
      name: ProviderName("playground-\(original.name)"), title: "\(original.title) (playground)", service: service,
      apiOrigins: [userEndpoint.origin], identity: identity)
  }
}
