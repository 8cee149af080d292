import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Zatar's token endpoint as its last known client read it: `violations`, tokens that are null, and new tokens of both
/// kinds with each refresh.
///
/// There is no page about it any more; the words for what its client did not read are those of RFC 6749 §5.2.
final class Zatar: EntryDepth {
  private static let lifetime: Duration = .seconds(3600)
  private static let scopes = ["read", "update", "create"]

  enum Refusal: Error {
    case word(String)
    /// What is wrong with the request, parameter by parameter.
    case violations([String])
  }

  func answer(_ request: EntryRequest) -> ResponseMessage? {
    guard request.host == "beta-api.zatar.com", request.segments == ["v2", "token"] else { return nil }
    guard request.visit.request.head.headerFields[.accept]?.contains(ContentType.json) ?? false else {
      request.noteRefusal("not_acceptable")
      return .text(.ok, "<html><body>Zatar</body></html>", type: "text/html; charset=utf-8")
    }
    do throws(Refusal) { return try grantToken(request) } catch { return refuse(error, request) }
  }

  private func grantToken(_ request: EntryRequest) throws(Refusal) -> ResponseMessage {
    guard let shown = request.shownClient, shown.method == .basic,
      let client = request.play.registered(shown.id), shown.secret == client.secret
    else { throw .word("invalid_client") }
    switch request.pair("grant_type") {
    case AuthorizationCodeGrant.grantType: return try redeem(as: client.id, request)
    case RefreshTokenGrant.grantType: return try renew(as: client.id, request)
    case nil: throw .violations(["grant_type"])
    default: throw .word("unsupported_grant_type")
    }
  }

  private func redeem(as client: ClientID, _ request: EntryRequest) throws(Refusal) -> ResponseMessage {
    try require(["code", "redirect_uri"], in: request)
    guard let code = request.goodCode, request.repeats(code.request.redirectURI),
      request.verifies(code.request.codeChallenge)
    else { throw .word("invalid_grant") }
    let grant = request.redeem(code, as: client)
    return issue(of: grant, scopes: code.request.scopes, request)
  }

  private func renew(as client: ClientID, _ request: EntryRequest) throws(Refusal) -> ResponseMessage {
    try require(["refresh_token"], in: request)
    let text = Secret(request.pair("refresh_token") ?? "")
    let held = request.play.issued.token(text, at: request.visit.now)
    guard held?.client == request.play.granted(client),
      let spent = request.play.issued.takeRefreshToken(text, at: request.visit.now)
    else { throw .word("invalid_grant") }
    request.context.note(.tokenRefreshed, request.visit, client: client, person: spent.person)
    return issue(of: spent.grantID, scopes: spent.scopes, request)
  }

  private func require(_ names: [String], in request: EntryRequest) throws(Refusal) {
    let missing = names.filter { request.pair($0) == nil }
    guard missing.isEmpty else { throw .violations(missing) }
  }

  /// An app that asked for nothing that Zatar has gets an answer without tokens.
  private func issue(of grant: GrantID, scopes: [String], _ request: EntryRequest) -> ResponseMessage {
    let granted = scopes.filter(Self.scopes.contains)
    guard !granted.isEmpty else {
      return ResponseMessage(
        .ok, json: ["access_token": .null, "refresh_token": .null, "scope": "", "expires_in": 0])
    }
    let (access, refresh) = (request.context.drawSecret(), request.context.drawSecret())
    request.save(access, renewedBy: refresh, of: grant, scopes: granted, lifetime: Self.lifetime)
    return ResponseMessage(
      .ok,
      json: [
        "access_token": .string(access.exposedText), "refresh_token": .string(refresh.exposedText),
        "scope": .string(granted.joined(separator: ",")), "expires_in": JSON(Self.lifetime.wholeSeconds),
      ])
  }

  private func refuse(_ refusal: Refusal, _ request: EntryRequest) -> ResponseMessage {
    switch refusal {
    case .word(let word):
      request.noteRefusal(word)
      return ResponseMessage(word == "invalid_client" ? .unauthorized : .badRequest, json: ["error": .string(word)])
    case .violations(let names):
      request.noteRefusal("violations")
      let list = names.map { JSON.object(.init(members: [.init(name: $0, value: "is missing")])) }
      return ResponseMessage(.badRequest, json: ["violations": .array(list)])
    }
  }
}
