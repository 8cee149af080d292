import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Foursquare v2: the page that asks each time, a token that never expires, a date with every call, and an envelope.
///
/// https://docs.foursquare.com, "Using OAuth Authentication". It has no page about a code that is used twice, nor about
/// mistakes of an app: the advice of RFC 6749 §4.1.2 and §4.1.2.1 is followed.
final class Foursquare: EntryDepth {
  /// The paths, which are the real ones.
  enum Path: String {
    case authenticate = "/oauth2/authenticate"
    case authorize = "/oauth2/authorize"
    /// What Foursquare's own app opens where it is installed; else it is the page.
    case native = "/native/oauth2/authenticate"
    case token = "/oauth2/access_token"
    case user = "/v2/users/self"
    case friends = "/v2/users/self/friends"
    /// As at every entry: a path at which a test asks whose token it has.
    case playground = "/playground"

    var host: String {
      switch self {
      case .authenticate, .authorize, .native, .token: "foursquare.com"
      case .user, .friends, .playground: Foursquare.apiHost
      }
    }

    var methods: [HTTPRequest.Method] { self == .token ? [.post, .get] : [.get] }

    func place(_ title: String, _ happenings: [Happening] = []) -> RootEntry.Place {
      .init(host: host, path: rawValue, methods: methods, title: title, happenings: happenings)
    }
  }

  private static let apiHost = "api.foursquare.com"

  let tokenLifetime: Duration?
  let revokesAfterReuse = true
  let refusesAtCallback = true
  let namesScopes = false

  init(tokenLifetime: Duration? = nil) { self.tokenLifetime = tokenLifetime }

  static func atRoot(_ configuration: PlaygroundConfiguration) -> RootEntry {
    let page: [Happening] = [.question, .callback]
    var token = Path.token.place("Exchange a code for a token", [.refresh])
    if !configuration.takesTokenRequestsByGET { token.methods = [.post] }
    return RootEntry(
      provider: .foursquare, entry: .foursquare, depth: Foursquare(tokenLifetime: configuration.accessTokenLifetime),
      explanation:
        "OAuth 2 as Foursquare v2 speaks it: a code, a token that never expires, and a date with every call.",
      clients: configuration.clients,
      places: [
        Path.authenticate.place("Sign in; asks only once", page), Path.authorize.place("Sign in; asks each time", page),
        Path.native.place("Sign in, in the app or on this page", page), token, Path.user.place("Who the user is"),
        Path.friends.place("The user's friends"),
      ])
  }

  func answer(_ request: EntryRequest) -> ResponseMessage? {
    guard let path = Path(rawValue: request.url.path), path.host.hasSameBytes(as: request.host) else {
      // What the entry says of the API's other paths is whose token came.
      guard request.host.hasSameBytes(as: Self.apiHost) else { return nil }
      return answer(unknownPath: request.url.path, in: request.context) ?? request.play.unknownURL
    }
    guard path.methods.contains(request.method) else { return .wrongMethod(taking: path.methods) }
    switch path {
    case .authenticate, .authorize, .native: return request.entries.authorize(request.play, request.visit)
    case .token: return refuseGrant(request)
    case .user, .friends, .playground: return api(path, request)
    }
  }

  func answer(unknownPath path: String, in context: TenantContext) -> ResponseMessage? {
    path.hasPrefix("/v2/") ? envelope(refusal: .unknownEndpoint, in: context) : nil
  }

  func change(_ question: inout Question, for scopes: [String], _ visit: Visit) {
    question.permissions = ["See your name, photo and home city", "See your email address", "See your friends"]
    question.asksAgain = visit.path.hasSuffix(Path.authorize.rawValue)
  }

  func givesRefreshToken(for code: EntryCode, at play: EntryPlay) -> Bool { tokenLifetime != nil }

  func places(of happening: Happening, among places: [String]) -> [String] {
    switch happening {
    case .question, .callback: places + [Path.authorize, .native].map { "/\($0.host)\($0.rawValue)" }
    case .refresh: tokenLifetime == nil ? [] : places
    default: places
    }
  }

  /// What the data of the entry lets pass, once the client is verified: RFC 6749 §3.2 and §4.1.3.
  private func refuseGrant(_ request: EntryRequest) -> ResponseMessage? {
    guard let service = request.play.service,
      (try? request.entries.verifiedClient(of: request.pairs, at: request.play, by: service, request.visit)) != nil
    else { return nil }
    let grant = request.pair("grant_type")
    let word: String
    if grant == nil || (try? request.pairs.requireDistinctNames()) == nil {
      word = "invalid_request"
    } else if grant == RefreshTokenGrant.grantType, tokenLifetime == nil {
      word = "unsupported_grant_type"
    } else {
      return nil
    }
    request.noteRefusal(word)
    return TokenErrorResponse(word).response()
  }
}
