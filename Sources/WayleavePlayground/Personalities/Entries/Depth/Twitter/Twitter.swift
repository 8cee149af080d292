import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Twitter, OAuth 1.0a, as it was: its refusals by number, xAuth, reverse auth, and an API.
///
/// Sign-ins, temporary credentials and signatures go the road of all entries. xAuth, reverse auth and tokens that expire are
/// Twitter's own: no entry says anything of them, and each begins with a signature that the entries check.
final class Twitter: EntryDepth {
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

  /// Those with privileges, or with tokens that expire.
  private let consumers: [PlaygroundConsumer]
  /// The consumers that began reverse auth, by the text that they got.
  var reverseAuth = ExpiringTable<ClientID>(capacity: 1000)

  init(consumers: [PlaygroundConsumer] = []) { self.consumers = consumers }

  static func atRoot(_ configuration: PlaygroundConfiguration) -> RootEntry {
    let consumers = configuration.consumers
    var entry = Provider.twitter
    if case .oauth1(var service) = entry.service {
      service.takesPasswords = consumers.contains { $0.privileges.contains(.passwords) }
      service.offersReverseAuth = consumers.contains { $0.privileges.contains(.reverseAuth) }
      entry.service = .oauth1(service)
    }
    return RootEntry(
      provider: .twitter, entry: entry, depth: Twitter(consumers: consumers),
      explanation: "OAuth 1.0a as Twitter speaks it: every request signed with HMAC-SHA1, and really checked.",
      clientsAre: "Consumers",
      clients: consumers.map {
        PlaygroundClient(
          id: ClientID($0.credential.key), name: $0.name, secret: $0.credential.secret, registered: $0.callbacks)
      }, places: places)
  }

  private static var places: [RootEntry.Place] {
    func place(
      _ path: Path, _ methods: [HTTPRequest.Method], _ title: String?, _ happenings: [Happening] = []
    ) -> RootEntry.Place {
      .init(host: "api.twitter.com", path: path.rawValue, methods: methods, title: title, happenings: happenings)
    }
    return [
      place(.requestToken, [.post], "Temporary credential"),
      place(.authorize, [.get], "Sign in; asks each time", [.question, .callback]),
      place(.authenticate, [.get], "Sign in; asks only once", [.question, .callback]),
      place(.accessToken, [.post], "Token credential"), place(.invalidate, [.post], "Revoke a token"),
      place(.invalidatePlain, [.post], nil), place(.verifyCredentials, [.get], "Who the user is"),
      place(.timeline, [.get], "Home timeline"), place(.ownTimeline, [.get], "The user's own timeline"),
      place(.rateLimit, [.get], "Rate limits, also without a user"),
    ]
  }

  func answer(_ request: EntryRequest) -> ResponseMessage? {
    // Its hosts have the same paths.
    guard case .oauth1(let service) = request.play.entry.service, request.play.isHost(request.host) else { return nil }
    let signed = SignedEntryRequest(request: request, service: service)
    do throws(Refusal) {
      switch Path(rawValue: request.url.path) {
      case .requestToken: return try beginSignIn(signed)
      case .authorize, .authenticate: return request.entries.authorize(request.play, request.visit)
      case .accessToken: return try issueToken(signed)
      case .invalidate, .invalidatePlain: return try invalidateToken(signed)
      case .rateLimit: return try rateLimit(signed)
      case .timeline: return try api(signed) { _ in timeline(of: request.context.configuration.people, request) }
      case .ownTimeline: return try api(signed) { timeline(of: [$0], request) }
      case .verifyCredentials: return try api(signed) { account($0, request.visit) }
      case nil:
        if let answer = answer(unknownPath: request.url.path, in: request.context) { return answer }
        return try api(signed) { account($0, request.visit) }
      }
    } catch {
      request.context.note(.refused, request.visit, reason: error.reason)
      return error.response()
    }
  }

  func answer(unknownPath path: String, in context: TenantContext) -> ResponseMessage? {
    path.hasPrefix("/1.1/") ? Refusal.pageDoesNotExist.response() : nil
  }

  func change(_ question: inout Question, for scopes: [String], _ visit: Visit) {
    question.permissions =
      ["See your profile and the people you follow", "Read your timeline"]
      + (scopes.contains("write") ? ["Post in your name"] : [])
    question.asksAgain = visit.path.hasSuffix(Path.authorize.rawValue)
    question.forcesSignIn = (try? visit.query.text(of: "force_login")) == "true"
    question.handleHint = (try? visit.query.text(of: "screen_name")) ?? ""
  }

  /// Whether a consumer may do what Twitter allowed to few.
  func require(_ privilege: PlaygroundConsumer.Privilege, of client: ClientID) throws(Refusal) {
    guard consumer(client)?.privileges.contains(privilege) ?? false else { throw .notPermitted }
  }

  func consumer(_ client: ClientID) -> PlaygroundConsumer? {
    consumers.first { ClientID($0.credential.key) == client }
  }
}
