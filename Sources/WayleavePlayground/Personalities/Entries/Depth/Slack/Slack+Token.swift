import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `oauth.v2.access` and `oauth.v2.exchange`: tokens of twelve hours, each with a refresh token that is good once.
extension Slack {
  private static let lifetime: Duration = .seconds(43_200)

  func grantToken(_ request: EntryRequest) -> ResponseMessage {
    do throws(Refusal) {
      let client = try verifiedClient(of: request)
      switch request.pair("grant_type") ?? AuthorizationCodeGrant.grantType {
      case AuthorizationCodeGrant.grantType: return try redeem(as: client, request)
      case RefreshTokenGrant.grantType: return try rotate(as: client, request)
      default: throw .wrongGrant
      }
    } catch { return refuse(error, request) }
  }

  /// A token that does not expire is exchanged, once, for one that does.
  func exchange(_ request: EntryRequest) -> ResponseMessage {
    do throws(Refusal) {
      let client = try verifiedClient(of: request)
      let text = request.pair("token") ?? ""
      guard !text.hasPrefix("xoxe.") else { throw .exchangedToken }
      guard let legacy = request.play.issued.goodToken(Secret(text), at: request.visit.now), !legacy.isRefresh,
        legacy.client == request.play.granted(client) || legacy.client == client.text
      else { throw .noLegacyToken }
      request.play.issued.take(Secret(text), at: request.visit.now)
      request.context.note(.tokenRefreshed, request.visit, client: client, person: legacy.person)
      return answer(tokens(of: legacy.grantID, scopes: legacy.scopes, isBot: false, request), of: legacy.person)
    } catch { return refuse(error, request) }
  }

  /// By HTTP Basic, as Slack recommends, or in the body.
  private func verifiedClient(of request: EntryRequest) throws(Refusal) -> ClientID {
    guard let client = request.namedClient else { throw .wrongClient }
    guard client.secret != nil, request.shownClient?.secret == client.secret else { throw .wrongSecret }
    return client.id
  }

  private func redeem(as client: ClientID, _ request: EntryRequest) throws(Refusal) -> ResponseMessage {
    let code: EntryCode
    switch request.shownCode {
    case .good(let shown): code = shown
    case .used: throw .usedCode
    case .expired, .unknown, .malformed: throw .wrongCode
    }
    guard request.repeats(code.request.redirectURI) else { throw .wrongRedirectURI }
    let grant = request.redeem(code, as: client)
    var user = JSON.Object(members: [.init(name: "id", value: .string(String(code.person.id)))])
    if !code.request.scopes.isEmpty {
      let tokens = tokens(of: grant, scopes: code.request.scopes, isBot: false, request)
      user = JSON.Object(members: user.members + tokens.members)
    }
    var members = botMembers(of: code, grant, request)
    members["authed_user"] = .object(user)
    return answer(members, of: code.person)
  }

  /// What stands outside of `authed_user`: nothing unless the app asked for scopes of a bot.
  private func botMembers(of code: EntryCode, _ grant: GrantID, _ request: EntryRequest) -> JSON.Object {
    guard let scope = try? code.request.additional.nonEmptyText(of: Self.botScope) else { return JSON.Object() }
    var members = tokens(
      of: grant, scopes: scope.split { $0 == "," || $0 == " " }.map(String.init), isBot: true, request)
    members["bot_user_id"] = .string(Self.botID)
    return members
  }

  static let botID = "U0PLAYGROUND"

  /// The answer has the tokens at its top, also those of a user.
  private func rotate(as client: ClientID, _ request: EntryRequest) throws(Refusal) -> ResponseMessage {
    let (text, now) = (Secret(request.pair("refresh_token") ?? ""), request.visit.now)
    guard let held = request.play.issued.goodToken(text, at: now), held.isRefresh,
      held.client == request.play.granted(client), let spent = request.play.issued.take(text, at: now)
    else { throw .wrongRefreshToken }
    request.context.note(.tokenRefreshed, request.visit, client: client, person: spent.person)
    let isBot = spent.content.holder == .bot
    return answer(tokens(of: spent.grantID, scopes: spent.scopes, isBot: isBot, request), of: spent.person)
  }

  private func tokens(
    of grant: GrantID, scopes: [String], isBot: Bool, _ request: EntryRequest
  ) -> JSON.Object {
    let access = Secret(
      "xoxe.xox\(isBot ? "b" : "p")-1-" + RandomText.alphanumeric(48, using: &request.context.random))
    let refresh = Secret("xoxe-1-" + RandomText.alphanumeric(48, using: &request.context.random))
    request.save(
      access, renewedBy: refresh, of: grant, scopes: scopes, lifetime: Self.lifetime, holder: isBot ? .bot : nil)
    var members = JSON.Object()
    members["access_token"] = .string(access.exposedText)
    members["expires_in"] = JSON(Self.lifetime.wholeSeconds)
    members["refresh_token"] = .string(refresh.exposedText)
    members["token_type"] = isBot ? "bot" : "user"
    members["scope"] = .string(scopes.joined(separator: ","))
    return members
  }

  private func answer(_ told: JSON.Object, of person: PlaygroundPerson) -> ResponseMessage {
    var members = JSON.Object(members: [.init(name: "ok", value: true)] + told.members)
    members["app_id"] = "A0PLAYGROUND"
    members["team"] = ["id": .string(String(person.id)), "name": "Playground"]
    members["enterprise"] = .null
    members["is_enterprise_install"] = false
    return ResponseMessage(.ok, json: .object(members))
  }
}
