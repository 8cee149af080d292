import Wayleave
import WayleaveOAuth1
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

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
    service.authorizationEndpoint = playground.foursquare.authenticationEndpoint
    service.tokenEndpoint = playground.foursquare.tokenEndpoint
    // Under a name of its own: an account of the demonstration is never taken for one of the real provider.
    var provider = Provider(
      name: "playground-foursquare", title: "Foursquare (playground)", service: .oauth2(service),
      apiOrigins: [playground.foursquare.apiOrigin], identity: Provider.foursquare.identity)
    provider.identity?.endpoint = playground.foursquare.userEndpoint
    return DemoScene(
      headline: "Foursquare, by OAuth 2: a code, PKCE, state, and the token in the query as Foursquare wants it",
      provider: provider,
      client: try Client(id: registered.id, secret: registered.secret, redirectURIs: registered.redirectURIs),
      request: playground.foursquare.userEndpoint.url.text)
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
    var provider = Provider(
      name: "playground-twitter", title: "Twitter (playground)", service: .oauth1(service),
      apiOrigins: [playground.twitter.apiOrigin], identity: Provider.twitter.identity)
    provider.identity?.endpoint = playground.twitter.userEndpoint
    return DemoScene(
      headline: "Twitter, by OAuth 1.0a: a temporary credential, a verifier, and every request signed",
      provider: provider,
      client: try Client(
        id: registered.credential.key, secret: registered.credential.secret, redirectURIs: registered.callbacks),
      request: playground.twitter.userEndpoint.url.text)
  }
}
