import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `/login/oauth/access_token`.
extension GitHub {
  func grantToken(_ request: EntryRequest) -> ResponseMessage {
    do throws(TokenRefusal) {
      guard let client = request.namedClient else { throw Self.wrongClient }
      let grant = request.pair("grant_type")
      if grant == DeviceCodeGrant.grantType { return try pollForToken(as: client, request) }
      if isApp, grant == RefreshTokenGrant.grantType { return try renew(as: client, request) }
      guard request.showsSecret(of: client) else {
        let isRight = client.secret != nil && request.shownClient?.secret == client.secret
        throw isRight ? Self.wrongWay : Self.wrongClient
      }
      // GitHub does not read it for a code.
      guard grant == nil || grant == AuthorizationCodeGrant.grantType else { throw Self.unsupportedGrant }
      return try redeemCode(as: client, request)
    } catch { return refuse(error, request) }
  }

  private func redeemCode(as client: PlaygroundClient, _ request: EntryRequest) throws(TokenRefusal) -> ResponseMessage
  {
    guard let code = request.goodCode else { throw Self.wrongCode }
    if let redirectURI = request.pair("redirect_uri"), !redirectURI.hasSameBytes(as: code.request.redirectURI.text) {
      throw Self.wrongRedirectURI
    }
    guard request.verifies(code.request.codeChallenge) else { throw Self.wrongCode }
    let grant = request.play.redeem(code, request.codeText, as: request.play.granted(client.id))
    return issueToken(of: grant, to: code.person, scopes: code.request.scopes, request)
  }

  /// A refresh token is good once, and the access token that came with it ends. A device has no secret to show.
  private func renew(
    as client: PlaygroundClient, _ request: EntryRequest
  ) throws(TokenRefusal) -> ResponseMessage {
    let (text, now) = (Secret(request.pair("refresh_token") ?? ""), request.visit.now)
    let shown = request.play.issued.token(text, at: now)
    let isOfDevice = shown?.isRefresh ?? false && shown?.content.holder == .device
    guard isOfDevice || request.showsSecret(of: client) else { throw Self.wrongClient }
    guard shown?.client == request.play.granted(client.id),
      let spent = request.play.issued.takeRefreshToken(text, at: now)
    else { throw Self.wrongRefreshToken }
    return issueToken(of: spent.grantID, to: spent.person, scopes: [], isOfDevice: isOfDevice, request)
  }

  /// A token that does not expire, or at a GitHub App one of eight hours with a refresh token.
  func issueToken(
    of grant: GrantID, to person: PlaygroundPerson, scopes: [String], isOfDevice: Bool = false, _ request: EntryRequest
  ) -> ResponseMessage {
    let token = Secret("\(isApp ? "ghu" : "gho")_" + RandomText.alphanumeric(36, using: &request.context.random))
    let refresh = isApp ? Secret("ghr_" + RandomText.alphanumeric(76, using: &request.context.random)) : nil
    let scopes = isApp ? [] : scopes
    request.save(
      token, renewedBy: refresh, of: grant, scopes: scopes, lifetime: isApp ? Self.lifetime : Self.noEnd,
      holder: isOfDevice ? .device : nil)
    request.context.note(.tokenIssued, request.visit, client: request.namedClient?.id, person: person)
    var members = JSON.Object()
    members["access_token"] = .string(token.exposedText)
    if let refresh {
      members["expires_in"] = JSON(Self.lifetime.wholeSeconds)
      members["refresh_token"] = .string(refresh.exposedText)
      members["refresh_token_expires_in"] = JSON(Self.refreshLifetime.wholeSeconds)
    }
    members["token_type"] = "bearer"
    members["scope"] = .string(scopes.joined(separator: ","))
    return answer(members, request)
  }

  private static let lifetime: Duration = .seconds(28_800)
  private static let refreshLifetime: Duration = .seconds(15_897_600)
  /// A hundred years.
  private static let noEnd: Duration = .seconds(3_153_600_000)
}
