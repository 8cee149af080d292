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
    /// As at every entry: a path at which a test asks whose token it has.
    case playground = "/playground"

    var methods: [HTTPRequest.Method] {
      switch self {
      case .requestToken, .accessToken, .invalidate, .invalidatePlain: [.post]
      default: [.get]
      }
    }

    func place(_ title: String?, _ happenings: [Happening] = []) -> RootEntry.Place {
      .init(host: "api.twitter.com", path: rawValue, methods: methods, title: title, happenings: happenings)
    }
  }

  /// Those with privileges, or with tokens that expire; nil for the one consumer of the entry.
  private let consumers: [PlaygroundConsumer]?
  /// The consumers that began reverse auth, by the text that they got.
  var reverseAuth = ExpiringTable<ClientID>(capacity: 1000)

  init(consumers: [PlaygroundConsumer]? = nil) { self.consumers = consumers }

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
      }, places: places, capacity: 10_000)
  }

  private static var places: [RootEntry.Place] {
    [
      Path.requestToken.place("Temporary credential"),
      Path.authorize.place("Sign in; asks each time", [.question, .callback]),
      Path.authenticate.place("Sign in; asks only once", [.question, .callback]),
      Path.accessToken.place("Token credential"), Path.invalidate.place("Revoke a token"),
      Path.invalidatePlain.place(nil), Path.verifyCredentials.place("Who the user is"),
      Path.timeline.place("Home timeline"), Path.ownTimeline.place("The user's own timeline"),
      Path.rateLimit.place("Rate limits, also without a user"),
    ]
  }

  func answer(_ request: EntryRequest) -> ResponseMessage? {
    // Its hosts have the same paths.
    guard case .oauth1(let service) = request.play.entry.service, request.play.isHost(request.host) else { return nil }
    guard let path = Path(rawValue: request.url.path) else {
      return answer(unknownPath: request.url.path, in: request.context) ?? request.play.unknownURL
    }
    guard path.methods.contains(request.method) else { return .wrongMethod(taking: path.methods) }
    let signed = SignedEntryRequest(request: request, service: service)
    do throws(Refusal) {
      switch path {
      case .requestToken: return try beginSignIn(signed)
      case .authorize, .authenticate: return request.entries.authorize(request.play, request.visit)
      case .accessToken: return try issueToken(signed)
      case .invalidate, .invalidatePlain: return try invalidateToken(signed)
      case .rateLimit: return try rateLimit(signed)
      case .timeline: return try api(signed) { _ in timeline(of: request.context.configuration.people, request) }
      case .ownTimeline: return try api(signed) { timeline(of: [$0], request) }
      case .verifyCredentials, .playground: return try api(signed) { account($0, request.visit) }
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

  /// Each of its hosts has both pages.
  func places(of happening: Happening, among places: [String]) -> [String] {
    guard happening == .question || happening == .callback else { return places }
    return Provider.twitter.apiOrigins.flatMap { origin in
      [Path.authenticate, .authorize].map { "/\(origin.hostAndPort)\($0.rawValue)" }
    }
  }

  /// Whether a consumer may do what Twitter allowed to few; that of the entry may do what the entry offers.
  func require(_ privilege: PlaygroundConsumer.Privilege, of client: ClientID) throws(Refusal) {
    let isPermitted =
      consumers == nil ? privilege != .passwords : consumer(client)?.privileges.contains(privilege) ?? false
    guard isPermitted else { throw .notPermitted }
  }

  func consumer(_ client: ClientID) -> PlaygroundConsumer? {
    consumers?.first { ClientID($0.credential.key) == client }
  }
}
