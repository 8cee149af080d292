import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// `/oauth/access_token`, and what `/debug_token` says of its tokens.
extension Facebook {
  func grantToken(_ request: EntryRequest) -> ResponseMessage {
    do throws(Refusal) {
      guard let shown = request.shownClient else { throw .missingClient }
      guard let client = request.play.registered(shown.id) else { throw .unknownClient }
      guard request.showsSecret(of: client) else { throw .wrongSecret }
      switch request.pair("grant_type") {
      case "client_credentials": return appToken(of: client, request)
      case "fb_exchange_token":
        _ = try token(request.pair("fb_exchange_token"), at: request)
        return request.entries.grantToken(request.play, request.visit)
      default:
        try requireCode(request)
        return request.entries.grantToken(request.play, posted(request))
      }
    } catch { return refuse(error, request) }
  }

  private func requireCode(_ request: EntryRequest) throws(Refusal) {
    let code: EntryCode
    switch request.shownCode {
    case .malformed: throw .malformedCode
    case .used, .unknown: throw .usedCode
    case .expired: throw .oldCode
    case .good(let shown): code = shown
    }
    guard request.pair("redirect_uri")?.hasSameBytes(as: code.request.redirectURI.text) ?? false else {
      throw .otherRedirectURI
    }
  }

  /// The request as the entry has it: Facebook takes a GET as well.
  private func posted(_ request: EntryRequest) -> Visit {
    var visit = request.visit
    guard request.method == .get, let service = request.play.service else { return visit }
    var form = visit.query
    if !form.contains("grant_type") { form.append("grant_type", AuthorizationCodeGrant.grantType) }
    visit.request = RequestMessage(posting: form, to: service.tokenEndpoint)
    visit.query = Form()
    return visit
  }

  private func appToken(of client: PlaygroundClient, _ request: EntryRequest) -> ResponseMessage {
    request.context.note(.tokenIssued, request.visit, client: client.id)
    return ResponseMessage(.ok, json: ["access_token": .string(Self.appToken(of: client)), "token_type": "bearer"])
  }

  private static func appToken(of client: PlaygroundClient) -> String {
    "\(client.id.text)|\(client.secret?.exposedText ?? "")"
  }

  /// A token of any app that is still good.
  func token(_ text: String?, at request: EntryRequest) throws(Refusal) -> EntryLedger.ShownToken {
    guard let text else { throw .noToken }
    guard let token = request.play.issued.token(Secret(text), at: request.visit.now) else {
      throw .unknownToken
    }
    guard token.ending == nil, token.expiry > request.visit.now else { throw .ended(token, at: request.visit.now) }
    return token
  }

  /// What a token is: asked by our app, about a token of our app.
  func debugToken(_ request: EntryRequest) -> ResponseMessage {
    let asking = request.pair("access_token") ?? request.token(behind: "Bearer", "OAuth")?.exposedText
    let id = asking.map { ClientID(String($0.prefix { $0 != "|" })) }
    guard let asking, let client = request.play.registered(id), Secret(asking) == Secret(Self.appToken(of: client))
    else { return refuse(.noAppToken, request) }
    guard let text = request.pair("input_token") else { return refuse(.noInputToken, request) }
    request.context.note(.apiAnswered, request.visit, client: client.id)
    guard let token = request.play.issued.token(Secret(text), at: request.visit.now) else {
      return ResponseMessage(.ok, json: data(of: .unknownToken))
    }
    guard token.client == request.play.granted(client.id) else {
      return ResponseMessage(.ok, json: data(of: .otherApp))
    }
    return ResponseMessage(.ok, json: ["data": data(of: token, by: client, at: request.visit.now)])
  }

  private func data(of refusal: Refusal) -> JSON { ["data": ["error": refusal.json, "is_valid": false, "scopes": []]] }

  private func data(of token: EntryLedger.ShownToken, by client: PlaygroundClient, at now: Instant) -> JSON {
    let isValid = token.ending == nil && token.expiry > now
    var members = JSON.Object()
    members["app_id"] = .string(client.id.text)
    members["type"] = "USER"
    members["application"] = .string(client.name)
    members["data_access_expires_at"] = JSON((token.expiry + .seconds(30 * 86_400)).secondsSinceEpoch)
    if !isValid { members["error"] = Refusal.ended(token, at: now).json }
    members["expires_at"] = JSON(token.expiry.secondsSinceEpoch)
    members["is_valid"] = .bool(isValid)
    members["scopes"] = .array(isValid ? granted(to: token).map { .string($0) } : [])
    members["user_id"] = .string(String(token.person.id))
    return .object(members)
  }

  /// The scopes of a token that the person has not taken away since.
  func granted(to token: EntryLedger.ShownToken) -> [String] {
    token.scopes.filter { !(declined[token.person.id]?.contains($0) ?? false) }
  }
}
