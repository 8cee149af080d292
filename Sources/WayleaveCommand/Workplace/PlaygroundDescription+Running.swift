import WayleaveConsole
import WayleaveOAuth1
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// What a playground offers: the built-in entries with its addresses, Tollgate by its issuer, and the clients of each.
///
/// Each under a name of its own: an account of the playground is never taken for one of the real provider.
extension PlaygroundDescription {
  init(of playground: RunningPlayground, with configuration: PlaygroundConfiguration) throws(OAuthError) {
    self.init(
      base: playground.base,
      entries: [
        try .tollgate(at: playground, configuration.tollgate.clients),
        try .foursquare(at: playground, configuration.clients),
        try .twitter(at: playground, configuration.consumers),
      ].compactMap(\.self))
  }
}

extension PlaygroundDescription.Entry {
  fileprivate static func foursquare(
    at playground: RunningPlayground, _ registered: [PlaygroundClient]
  ) throws(OAuthError) -> Self? {
    guard case .oauth2(var service) = Provider.foursquare.service else { return nil }
    service[.authorization] = playground.foursquare.authenticationEndpoint
    service.tokenEndpoint = playground.foursquare.tokenEndpoint
    return try .init(
      playing: .foursquare, by: .oauth2(service), userEndpoint: playground.foursquare.userEndpoint,
      clients: try registered.map { (client) throws(OAuthError) in try Client(id: client.id, secret: client.secret) })
  }

  fileprivate static func twitter(
    at playground: RunningPlayground, _ registered: [PlaygroundConsumer]
  ) throws(OAuthError) -> Self? {
    guard case .oauth1(var service) = Provider.twitter.service else { return nil }
    service.temporaryCredentialEndpoint = playground.twitter.temporaryCredentialEndpoint
    service.authorizationEndpoint = playground.twitter.authenticationEndpoint
    service.tokenEndpoint = playground.twitter.tokenCredentialEndpoint
    service.invalidationEndpoint = playground.twitter.invalidationEndpoint
    service.takesPasswords = registered.contains { $0.privileges.contains(.passwords) }
    return try .init(
      playing: .twitter, by: .oauth1(service), userEndpoint: playground.twitter.userEndpoint,
      clients: try registered.map { (consumer) throws(OAuthError) in
        try Client(id: ClientID(consumer.credential.key), secret: consumer.credential.secret)
      })
  }

  /// The client for people at a terminal goes first: it has no secret, and gets codes for devices.
  fileprivate static func tollgate(
    at playground: RunningPlayground, _ registered: [TollgateClient]
  ) throws(OAuthError) -> Self {
    let name = PlaygroundDescription.name(of: "tollgate")
    let isPublic = { (client: TollgateClient) in client.metadata.authentication == .publicClient }
    return try .init(
      Provider(name: name, title: "Tollgate (playground)", service: .issuer(playground.tollgate.issuer)),
      clients: try (registered.filter(isPublic) + registered.filter { !isPublic($0) }).map {
        (client) throws(OAuthError) in
        try Client(id: client.id, secret: client.secret, authentication: client.metadata.authentication)
      })
  }

  /// A built-in provider that the playground plays at these addresses.
  private init(
    playing original: Provider, by service: Provider.Service, userEndpoint: Endpoint, clients: [Client]
  ) throws(OAuthError) {
    var identity = original.identity
    identity?.endpoint = userEndpoint
    try self.init(
      Provider(
        name: PlaygroundDescription.name(of: original.name.text), title: "\(original.title) (playground)",
        service: service, apiOrigins: [userEndpoint.origin], identity: identity), clients: clients)
  }

  /// The first client has the provider's name, so that it is the one that `login` takes; the others have their ids.
  private init(_ provider: Provider, clients: [Client]) throws(OAuthError) {
    self.init(
      provider: provider,
      clients: try clients.enumerated().map { (index, client) throws(OAuthError) in
        try RegisteredClient(
          name: index == 0 ? provider.name.text : client.id.text, provider: provider.name, client: client)
      })
  }
}
