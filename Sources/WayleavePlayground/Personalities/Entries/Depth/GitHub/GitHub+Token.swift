import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `/login/oauth/access_token`.
extension GitHub {
  func grantToken(_ request: EntryRequest) -> ResponseMessage {
    do throws(Refusal) {
      guard request.pair("client_id")?.hasSameBytes(as: request.play.client.id.text) ?? false else {
        throw .wrongClient
      }
      let grant = request.pair("grant_type")
      if grant == DeviceCodeGrant.grantType { return try pollForToken(request) }
      guard Secret(request.pair("client_secret") ?? "") == EntryPlay.secret else { throw .wrongClient }
      // GitHub does not read it for a code.
      guard grant == nil || grant == AuthorizationCodeGrant.grantType else { throw .unsupportedGrant }
      return try redeemCode(request)
    } catch { return refuse(error, request) }
  }

  private func redeemCode(_ request: EntryRequest) throws(Refusal) -> ResponseMessage {
    let (play, now) = (request.play, request.visit.now)
    let text = Secret(request.pair("code") ?? "")
    guard let code = play.grants.codes.value(for: text, at: now) else { throw .wrongCode }
    if let redirectURI = request.pair("redirect_uri"), !redirectURI.hasSameBytes(as: code.request.redirectURI.text) {
      throw .wrongRedirectURI
    }
    if let challenge = code.request.codeChallenge {
      let verifier = try? play.tolerance.verifier(Secret(request.pair("code_verifier") ?? ""))
      guard verifier.map({ challenge.isMet(by: $0) }) ?? false else { throw .wrongCode }
    }
    _ = play.grants.codes.take(text, at: now)
    return issueToken(to: code.person, scopes: code.request.scopes, request)
  }

  /// A token that does not expire.
  func issueToken(to person: PlaygroundPerson, scopes: [String], _ request: EntryRequest) -> ResponseMessage {
    let token = Secret("gho_" + RandomText.alphanumeric(36, using: &request.house.random))
    request.play.grants.save(.init(person: person, scopes: scopes, isRefresh: false), as: token, at: request.visit.now)
    request.house.note(.tokenIssued, request.visit, client: request.play.client.id, person: person)
    var members = JSON.Object()
    members["access_token"] = .string(token.exposedText)
    members["token_type"] = "bearer"
    members["scope"] = .string(scopes.joined(separator: ","))
    return answer(members, request)
  }
}
