import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Foursquare v2, OAuth 2: as the real one is.
final class Foursquare: Personality {
  /// The paths, which are the real ones.
  enum Path: String {
    case authenticate = "/oauth2/authenticate"
    case authorize = "/oauth2/authorize"
    /// What Foursquare's own app opens where it is installed; else it is the page.
    case native = "/native/oauth2/authenticate"
    case token = "/oauth2/access_token"
    case user = "/v2/users/self"
    case friends = "/v2/users/self/friends"
  }

  let context: TenantContext
  let provider = PlaygroundProvider.foursquare
  var issued = Issued(revokesAfterReuse: true)
  var consents = Consents()

  init(in context: TenantContext) {
    self.context = context
  }

  var routes: [Route] {
    [
      Route(Path.authenticate.rawValue, title: "Sign in; asks only once", happenings: [.question, .callback]) {
        self.authorize($0, asksAgain: false)
      },
      Route(Path.authorize.rawValue, title: "Sign in; asks each time", happenings: [.question, .callback]) {
        self.authorize($0, asksAgain: true)
      },
      Route(Path.native.rawValue, title: "Sign in, in the app or on this page", happenings: [.question, .callback]) {
        self.authorize($0, asksAgain: false)
      },
      Route(
        Path.token.rawValue, context.configuration.takesTokenRequestsByGET ? [.post, .get] : [.post],
        title: "Exchange a code for a token", happenings: [.refresh], answer: grantToken),
      Route(Path.user.rawValue, title: "Who the user is") { self.api($0, self.user) },
      Route(Path.friends.rawValue, title: "The user's friends") { self.api($0, self.friends) },
    ]
  }

  var introduction: Introduction {
    Introduction(
      explanation:
        "OAuth 2 as Foursquare v2 speaks it: a code, a token that never expires, and a date with every call.",
      clients: context.configuration.clients.map {
        .init(name: $0.name, id: $0.id.text, redirectURIs: $0.redirectURIs)
      })
  }

  func hasAllowed(_ question: Question, _ person: PlaygroundPerson) -> Bool {
    consents.contain(question.clientID, by: person)
  }

  func answer(unknownPath path: String) -> ResponseMessage? { path.hasPrefix("/v2/") ? unknownEndpoint() : nil }

  func revokeTokens() {
    issued.end(.appRemoved)
    consents = Consents()
  }

  func played() throws(OAuthError) -> [PlayedProvider] {
    let endpoints = try FoursquareEndpoints(base: base)
    guard case .oauth2(var service) = Provider.foursquare.service else { throw .notPlayed(Provider.foursquare) }
    service[.authorization] = endpoints.authenticationEndpoint
    service.tokenEndpoint = endpoints.tokenEndpoint
    return [
      try PlayedProvider(
        .foursquare, by: .oauth2(service), userEndpoint: endpoints.userEndpoint,
        clients: try context.configuration.clients.map { (client) throws(OAuthError) in
          try Client(id: client.id, secret: client.secret)
        })
    ]
  }
}
