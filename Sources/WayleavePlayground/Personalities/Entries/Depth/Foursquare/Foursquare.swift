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
  }

  let tokenLifetime: Duration?
  let revokesAfterReuse = true
  let refusesAtCallback = true
  let namesScopes = false

  init(tokenLifetime: Duration? = nil) { self.tokenLifetime = tokenLifetime }

  static func atRoot(_ configuration: PlaygroundConfiguration) -> RootEntry {
    let (site, api) = ("foursquare.com", "api.foursquare.com")
    let page: [Happening] = [.question, .callback]
    return RootEntry(
      provider: .foursquare, entry: .foursquare, depth: Foursquare(tokenLifetime: configuration.accessTokenLifetime),
      explanation:
        "OAuth 2 as Foursquare v2 speaks it: a code, a token that never expires, and a date with every call.",
      clients: configuration.clients,
      places: [
        .init(host: site, path: Path.authenticate.rawValue, title: "Sign in; asks only once", happenings: page),
        .init(host: site, path: Path.authorize.rawValue, title: "Sign in; asks each time", happenings: page),
        .init(host: site, path: Path.native.rawValue, title: "Sign in, in the app or on this page", happenings: page),
        .init(
          host: site, path: Path.token.rawValue,
          methods: configuration.takesTokenRequestsByGET ? [.post, .get] : [.post],
          title: "Exchange a code for a token", happenings: [.refresh]),
        .init(host: api, path: Path.user.rawValue, title: "Who the user is"),
        .init(host: api, path: Path.friends.rawValue, title: "The user's friends"),
      ])
  }

  func answer(_ request: EntryRequest) -> ResponseMessage? {
    switch (request.host, Path(rawValue: request.url.path)) {
    case ("foursquare.com", .authorize), ("foursquare.com", .native):
      return request.entries.authorize(request.play, request.visit)
    case ("foursquare.com", .token): return refuseGrant(request)
    case ("api.foursquare.com", let path):
      return path == nil
        ? answer(unknownPath: request.url.path, in: request.context) ?? api(nil, request) : api(path, request)
    default: return nil
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
    happening == .refresh && tokenLifetime == nil ? [] : places
  }

  /// What the data of the entry lets pass: RFC 6749 §3.2 and §4.1.3.
  private func refuseGrant(_ request: EntryRequest) -> ResponseMessage? {
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
