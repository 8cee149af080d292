import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `/2/oauth2/token` and `/2/oauth2/revoke`.
extension X {
  private static let lifetime: Duration = .seconds(7200)

  func grantToken(_ request: EntryRequest) -> ResponseMessage {
    do throws(TokenRefusal) {
      let client = try client(of: request)
      switch try text("grant_type", of: request) {
      case AuthorizationCodeGrant.grantType: return try redeem(as: client, request)
      case RefreshTokenGrant.grantType: return try renew(as: client, request)
      default: throw .unsupportedGrant
      }
    } catch { return refuse(error, request) }
  }

  func revoke(_ request: EntryRequest) -> ResponseMessage {
    do throws(TokenRefusal) {
      let client = try client(of: request)
      request.play.issued.take(Secret(try text("token", of: request)), at: request.visit.now)
      request.context.note(.tokenRevoked, request.visit, client: client)
      return ResponseMessage(.ok, json: ["revoked": true])
    } catch { return refuse(error, request) }
  }

  private func text(_ name: String, of request: EntryRequest) throws(TokenRefusal) -> String {
    guard let text = request.pair(name) else { throw .missing(name) }
    return text
  }

  /// A confidential app shows its secret by HTTP Basic; a Native App names itself in the body.
  private func client(of request: EntryRequest) throws(TokenRefusal) -> ClientID {
    guard let shown = request.shownClient else {
      throw request.visit.request.head.headerFields[.authorization] == nil ? .missing("client_id") : .noAuthorization
    }
    guard let client = request.play.registered(shown.id) else {
      throw shown.method == .basic ? .noAuthorization : .wrongClient
    }
    if client.secret == nil { return shown.id }
    guard shown.method == .basic, shown.secret == client.secret else { throw .noAuthorization }
    return shown.id
  }

  private func redeem(as client: ClientID, _ request: EntryRequest) throws(TokenRefusal) -> ResponseMessage {
    for name in ["code", "redirect_uri", "code_verifier"] { _ = try self.text(name, of: request) }
    guard let code = request.goodCode, code.request.clientID == client else { throw .wrongCode }
    guard request.repeats(code.request.redirectURI) else { throw .wrongRedirectURI }
    guard request.verifies(code.request.codeChallenge) else { throw .wrongVerifier }
    let grant = request.redeem(code, as: client)
    return issue(of: grant, scopes: code.request.scopes, request)
  }

  /// A refresh token is good once.
  private func renew(as client: ClientID, _ request: EntryRequest) throws(TokenRefusal) -> ResponseMessage {
    let text = Secret(try text("refresh_token", of: request))
    let held = request.play.issued.goodToken(text, at: request.visit.now)
    guard let held, held.isRefresh, held.client == request.play.granted(client) else { throw .wrongToken }
    _ = request.play.issued.takeRefreshToken(text, at: request.visit.now)
    request.context.note(.tokenRefreshed, request.visit, client: client, person: held.person)
    return issue(of: held.grantID, scopes: held.scopes, request)
  }

  private func issue(of grant: GrantID, scopes: [String], _ request: EntryRequest) -> ResponseMessage {
    let access = request.context.drawSecret()
    let refresh = scopes.contains("offline.access") ? request.context.drawSecret() : nil
    request.save(access, renewedBy: refresh, of: grant, scopes: scopes, lifetime: Self.lifetime)
    var members = JSON.Object()
    members["token_type"] = "bearer"
    members["expires_in"] = JSON(Self.lifetime.wholeSeconds)
    members["access_token"] = .string(access.exposedText)
    members["scope"] = .string(scopes.joined(separator: " "))
    members["refresh_token"] = refresh.map { .string($0.exposedText) }
    return ResponseMessage(.ok, json: .object(members))
  }

  private func refuse(_ refusal: TokenRefusal, _ request: EntryRequest) -> ResponseMessage {
    request.noteRefusal(refusal.word)
    return refusal.response
  }
}

/// X's words.
extension TokenRefusal {
  fileprivate static let noAuthorization = TokenRefusal(
    "unauthorized_client", "Missing valid authorization header", status: .unauthorized)
  fileprivate static let unsupportedGrant = TokenRefusal(
    "unsupported_grant_type", "The grant type is not supported.")
  fileprivate static let wrongClient = invalid("client id was invalid.")
  fileprivate static let wrongCode = invalid("authorization code was invalid.")
  fileprivate static let wrongRedirectURI = invalid("redirect uri did not match the uri of the authorization code.")
  fileprivate static let wrongVerifier = invalid("code verifier did not match the code challenge.")
  fileprivate static let wrongToken = invalid("token was invalid.")

  fileprivate static func missing(_ name: String) -> TokenRefusal {
    TokenRefusal("invalid_request", "Missing required parameter [\(name)].")
  }

  private static func invalid(_ what: String) -> TokenRefusal {
    TokenRefusal("invalid_request", "Value passed for the \(what)")
  }
}
