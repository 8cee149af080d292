import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// What the pages say about a question.
extension AuthorizationSubject {
  var provider: PlaygroundProvider {
    switch self {
    case .foursquare: .foursquare
    case .twitter: .twitter
    }
  }

  /// The client id or consumer key.
  var clientID: String {
    switch self {
    case .foursquare(let authorization): authorization.request.clientID
    case .twitter(let authorization): authorization.consumerKey
    }
  }

  /// Where the person is sent afterwards; nil when a PIN is shown.
  var destination: RedirectURI? {
    switch self {
    case .foursquare(let authorization): authorization.request.redirectURI
    case .twitter(let authorization): authorization.callback
    }
  }

  /// What the application will be able to do.
  var permissions: [String] {
    switch self {
    case .foursquare:
      ["See your name, photo and home city", "See your email address", "See your friends"]
    case .twitter(let authorization):
      ["See your profile and whom you follow", "Read your timeline"]
        + (authorization.mayWrite ? ["Post in your name"] : [])
    }
  }

  func clientName(in configuration: PlaygroundConfiguration) -> String {
    switch self {
    case .foursquare: configuration.clients.first { $0.id.hasSameBytes(as: clientID) }?.name ?? clientID
    case .twitter: configuration.consumers.first { $0.credential.key.hasSameBytes(as: clientID) }?.name ?? clientID
    }
  }
}
