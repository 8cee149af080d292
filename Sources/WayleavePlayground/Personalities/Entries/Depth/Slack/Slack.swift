import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Slack: `ok` in every answer, its own words with status 200, and a token of the user below `authed_user`.
///
/// https://docs.slack.dev, "Installing with OAuth", "Using token rotation", and the page of each method. The workspace
/// of a person has the number of the person, as in the data of the entry.
final class Slack: EntryDepth {
  func answer(_ request: EntryRequest) -> ResponseMessage? {
    guard request.host == "slack.com" else { return nil }
    let path = request.segments
    switch path {
    case ["oauth", "v2", "authorize"]: return authorize(request)
    case ["api", "oauth.v2.access"]: return grantToken(request)
    case ["api", "oauth.v2.exchange"]: return exchange(request)
    // Sign in with Slack; the data of its entry answers.
    case ["api", "openid.connect.token"]: return nil
    case ["playground"]: return call("auth.test", request)
    default: return path.count == 2 && path[0] == "api" ? call(String(path[1]), request) : nil
    }
  }

  /// `scope` is for the bot, and `user_scope` for the user; the data of the entry has the latter alone.
  private func authorize(_ request: EntryRequest) -> ResponseMessage {
    var visit = request.visit
    guard visit.query.contains("scope") || visit.query.contains("user_scope") else {
      return request.entries.refuse("neither scope nor user_scope", visit)
    }
    for index in visit.query.fields.indices where visit.query.fields[index].name.elementsEqual("scope".utf8) {
      visit.query.fields[index].name = Array(Self.botScope.utf8)
    }
    return request.entries.answer(visit, at: request.url, of: request.play)
  }

  static let botScope = "bot_scope"

  /// A refusal, whose status is 200.
  struct Refusal: Error {
    let word: String
    var members: [JSON.Object.Member] = []

    static let wrongClient = Refusal(word: "invalid_client_id")
    static let wrongSecret = Refusal(word: "bad_client_secret")
    static let wrongCode = Refusal(word: "invalid_code")
    static let usedCode = Refusal(word: "code_already_used")
    static let wrongRedirectURI = Refusal(word: "bad_redirect_uri")
    static let wrongGrant = Refusal(word: "invalid_grant_type")
    static let wrongRefreshToken = Refusal(word: "invalid_refresh_token")
    static let noLegacyToken = Refusal(word: "invalid_token")
    static let exchangedToken = Refusal(word: "token_already_exchanged")
    static let noToken = Refusal(word: "not_authed")
    static let unknownToken = Refusal(word: "invalid_auth")
    static let expiredToken = Refusal(word: "token_expired")

    static func unknownMethod(_ name: String) -> Refusal {
      Refusal(
        word: "unknown_method",
        members: [.init(name: "req_method", value: .string(DisplayText.clean(name, limit: 60)))])
    }

    static func missingScope(_ needed: String, provided: [String]) -> Refusal {
      Refusal(
        word: "missing_scope",
        members: [
          .init(name: "needed", value: .string(needed)),
          .init(name: "provided", value: .string(provided.joined(separator: ","))),
        ])
    }

    static func ended(_ ending: TokenEnding) -> Refusal {
      switch ending {
      case .appRemoved: Refusal(word: "token_revoked")
      case .passwordChanged: .unknownToken
      case .expired: .expiredToken
      case .loggedOut, .accountSuspended: Refusal(word: "account_inactive")
      }
    }
  }

  func refuse(_ refusal: Refusal, _ request: EntryRequest) -> ResponseMessage {
    request.noteRefusal(refusal.word)
    let members: [JSON.Object.Member] = [
      .init(name: "ok", value: false), .init(name: "error", value: .string(refusal.word)),
    ]
    return ResponseMessage(.ok, json: .object(.init(members: members + refusal.members)))
  }
}
