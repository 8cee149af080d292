import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// The methods of the Web API, at `/api/NAME`.
extension Slack {
  /// The scope that each method needs; empty for any token.
  private static let methods = [
    "auth.test": "", "auth.revoke": "", "users.info": "users:read", "users.identity": "identity.basic",
    "openid.connect.userInfo": "openid", "chat.postMessage": "chat:write",
  ]

  func call(_ method: String, _ request: EntryRequest) -> ResponseMessage {
    do throws(Refusal) {
      guard let scope = Self.methods[method] else { throw .unknownMethod(method) }
      let (text, token) = try shownToken(request)
      guard scope.isEmpty || token.scopes.contains(scope) else {
        throw .missingScope(scope, provided: token.scopes)
      }
      request.context.note(.apiAnswered, request.visit, client: request.play.client.id, person: token.person)
      let ok: JSON = ["ok": true]
      return ResponseMessage(.ok, json: ok.adding(answer(of: method, to: text, token, request)))
    } catch { return refuse(error, request) }
  }

  /// In the header, or as `token` in the body or the query.
  private func shownToken(_ request: EntryRequest) throws(Refusal) -> (Secret, EntryLedger.ShownToken) {
    guard let text = request.token(behind: "Bearer") ?? request.pair("token").map({ Secret($0) }) else {
      throw .noToken
    }
    let token = request.play.issued.token(text, at: request.visit.now)
    guard let token, !token.isRefresh else { throw .unknownToken }
    if let ending = token.ending { throw .ended(ending) }
    guard token.expiry > request.visit.now else { throw .expiredToken }
    return (text, token)
  }

  private func answer(
    of method: String, to text: Secret, _ token: EntryLedger.ShownToken, _ request: EntryRequest
  ) -> JSON {
    switch method {
    case "auth.revoke": revoke(text, request)
    case "users.info": ["user": ["id": id(token), "name": .string(token.person.handle), "profile": profile(token)]]
    case "users.identity":
      ["user": identity(of: token), "team": ["id": id(token)]]
    case "openid.connect.userInfo": openID(token)
    case "chat.postMessage":
      ["channel": "C0PLAYGROUND", "ts": .string("\(request.visit.now.secondsSinceEpoch).000100")]
    default: authTest(token)
    }
  }

  private func id(_ token: EntryLedger.ShownToken) -> JSON { .string(String(token.person.id)) }

  private func authTest(_ token: EntryLedger.ShownToken) -> JSON {
    let isBot = token.content.holder == .bot
    let members: JSON = [
      "url": "https://playground.slack.com/", "team": "Playground",
      "user": isBot ? "wayleave_demo" : .string(token.person.handle), "team_id": id(token),
      "user_id": isBot ? .string(Self.botID) : id(token), "is_enterprise_install": false,
    ]
    return isBot ? members.adding(["bot_id": "B0PLAYGROUND"]) : members
  }

  /// `test=1` ends nothing. A refresh token ends with the access token that it came with.
  private func revoke(_ text: Secret, _ request: EntryRequest) -> JSON {
    guard request.pair("test") == nil else { return ["revoked": false] }
    request.play.issued.revoke(text, at: request.visit.now)
    request.context.note(.tokenRevoked, request.visit, client: request.play.client.id)
    return ["revoked": true]
  }

  private func profile(_ token: EntryLedger.ShownToken) -> JSON {
    let members: JSON = ["real_name": .string(token.person.name)]
    return token.scopes.contains("users:read.email")
      ? members.adding(["email": .string(token.person.email)]) : members
  }

  private func identity(of token: EntryLedger.ShownToken) -> JSON {
    var members: JSON = ["name": .string(token.person.name), "id": id(token)]
    if token.scopes.contains("identity.email") { members = members.adding(["email": .string(token.person.email)]) }
    if token.scopes.contains("identity.avatar") {
      members = members.adding(["image_512": .string("https://playground.invalid/img/\(token.person.handle).png")])
    }
    return members
  }

  private func openID(_ token: EntryLedger.ShownToken) -> JSON {
    var members: JSON = [
      "sub": id(token), "https://slack.com/user_id": id(token), "https://slack.com/team_id": id(token),
    ]
    if token.scopes.contains("profile") { members = members.adding(["name": .string(token.person.name)]) }
    if token.scopes.contains("email") {
      members = members.adding(["email": .string(token.person.email), "email_verified": true])
    }
    return members
  }
}
