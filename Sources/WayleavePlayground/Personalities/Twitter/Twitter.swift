import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Twitter, OAuth 1.0a: as the real one was.
final class Twitter: Personality {
  /// The paths, which are the real ones.
  enum Path: String {
    case requestToken = "/oauth/request_token"
    case authorize = "/oauth/authorize"
    case authenticate = "/oauth/authenticate"
    case accessToken = "/oauth/access_token"
    case invalidate = "/1.1/oauth/invalidate_token"
    /// Without the version, as Twitter also took it.
    case invalidatePlain = "/oauth/invalidate_token"
    case verifyCredentials = "/1.1/account/verify_credentials.json"
    case timeline = "/1.1/statuses/home_timeline.json"
    case ownTimeline = "/1.1/statuses/user_timeline.json"
    case rateLimit = "/1.1/application/rate_limit_status.json"
  }

  let context: TenantContext
  let provider = PlaygroundProvider.twitter
  var issued = Issued(revokesAfterReuse: false, capacity: 10_000)
  /// A PIN has only seven digits: it may be guessed five times.
  var temporaries = TemporaryCredentials<Authorization>(dropsOldest: false, maximumWrongVerifiers: 5)
  /// The consumers that began reverse auth, by the text that they got.
  var reverseAuth = ExpiringTable<String>(capacity: 1000)
  var consents = Consents()
  var nonces = NonceHistory(window: reverseAuthLifetime, capacity: 100_000)

  /// How long the text of the first step of reverse auth can be used: as long as its timestamp is accepted.
  static let reverseAuthLifetime: Duration = .seconds(300)

  init(in context: TenantContext) {
    self.context = context
  }

  var routes: [Route] {
    [
      Route(
        Path.requestToken.rawValue, [.post], title: "Temporary credential", answer: issueTemporaryCredential),
      Route(Path.authorize.rawValue, title: "Sign in; asks each time", happenings: [.question, .callback]) {
        self.authorize($0, asksAgain: true)
      },
      Route(Path.authenticate.rawValue, title: "Sign in; asks only once", happenings: [.question, .callback]) {
        self.authorize($0, asksAgain: false)
      },
      Route(Path.accessToken.rawValue, [.post], title: "Token credential", answer: issueTokenCredential),
      Route(Path.invalidate.rawValue, [.post], title: "Revoke a token", answer: invalidateToken),
      Route(Path.invalidatePlain.rawValue, [.post], answer: invalidateToken),
      Route(Path.verifyCredentials.rawValue, title: "Who the user is") { self.api($0, self.account) },
      Route(Path.timeline.rawValue, title: "Home timeline") {
        self.api($0) { self.timeline(of: self.context.configuration.people, $1) }
      },
      Route(Path.ownTimeline.rawValue, title: "The user's own timeline") {
        self.api($0) { self.timeline(of: [$0], $1) }
      },
      Route(Path.rateLimit.rawValue, title: "Rate limits, also without a user", answer: rateLimit),
    ]
  }

  var introduction: Introduction {
    Introduction(
      explanation: "OAuth 1.0a as Twitter speaks it: every request signed with HMAC-SHA1, and really checked.",
      clientsAre: "Consumers",
      clients: context.configuration.consumers.map {
        .init(name: $0.name, id: $0.credential.key, redirectURIs: $0.callbacks)
      })
  }

  func hasAllowed(_ question: Question, _ person: PlaygroundPerson) -> Bool {
    consents.contain(question.clientID, by: person)
  }

  func approve(_ question: Question, as signedIn: BrowserSignIn, _ visit: Visit) -> ResponseMessage {
    guard let authorization = question.subject as? Authorization else { return context.refuse(.expired, visit) }
    return approve(authorization, of: question.clientName, as: signedIn.person, visit)
  }

  func deny(_ question: Question, _ visit: Visit) -> ResponseMessage {
    guard let authorization = question.subject as? Authorization else { return context.refuse(.expired, visit) }
    return deny(authorization, visit)
  }

  func answer(unknownPath path: String) -> ResponseMessage? {
    path.hasPrefix("/1.1/") ? Refusal.pageDoesNotExist.response() : nil
  }

  func revokeTokens() {
    issued.end(.appRemoved)
    consents = Consents()
  }

  func played() throws(OAuthError) -> [PlayedProvider] {
    let endpoints = try TwitterEndpoints(base: base)
    guard case .oauth1(var service) = Provider.twitter.service else { throw .notPlayed(Provider.twitter) }
    service.temporaryCredentialEndpoint = endpoints.temporaryCredentialEndpoint
    service.authorizationEndpoint = endpoints.authenticationEndpoint
    service.tokenEndpoint = endpoints.tokenCredentialEndpoint
    service.invalidationEndpoint = endpoints.invalidationEndpoint
    service.takesPasswords = context.configuration.consumers.contains { $0.privileges.contains(.passwords) }
    service.offersReverseAuth = context.configuration.consumers.contains { $0.privileges.contains(.reverseAuth) }
    return [
      try PlayedProvider(
        .twitter, by: .oauth1(service), userEndpoint: endpoints.userEndpoint,
        handOver: HandOverRule(verifyCredentials: endpoints.userEndpoint),
        clients: try context.configuration.consumers.map { (consumer) throws(OAuthError) in
          try Client(id: ClientID(consumer.credential.key), secret: consumer.credential.secret)
        })
    ]
  }
}
