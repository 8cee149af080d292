import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Google's token endpoint, `tokeninfo` and `revoke`.
extension Google {
  private func refuse(_ refusal: TokenRefusal, _ request: EntryRequest) -> ResponseMessage {
    request.noteRefusal(refusal.word)
    return refusal.response
  }

  func grantToken(_ request: EntryRequest) -> ResponseMessage {
    refusal(of: request).map { refuse($0, request) } ?? request.answerOfEntry
  }

  private func refusal(of request: EntryRequest) -> TokenRefusal? {
    guard let client = request.namedClient else { return .wrongClient }
    guard request.showsSecret(of: client) else {
      let isKnown = request.shownClient?.secret == client.secret
      return isKnown ? .wrongAuthentication : .wrongClient
    }
    switch request.pair("grant_type") {
    case AuthorizationCodeGrant.grantType:
      switch request.shownCode {
      case .malformed: return .malformedCode
      case .used, .unknown, .expired: return .deadCode
      case .good(let code): return request.repeats(code.request.redirectURI) ? nil : .otherRedirectURI
      }
    case RefreshTokenGrant.grantType:
      let token = request.play.issued.goodToken(Secret(request.pair("refresh_token") ?? ""), at: request.visit.now)
      return token?.isRefresh ?? false ? nil : .deadToken
    default: return nil
    }
  }

  /// What an access token is; every value is a text.
  func tokenInfo(_ request: EntryRequest) -> ResponseMessage {
    guard let text = request.pair("access_token") else { return refuse(.noToken, request) }
    guard let token = request.play.issued.goodToken(Secret(text), at: request.visit.now), !token.isRefresh else {
      return refuse(.unknownToken, request)
    }
    request.context.note(.apiAnswered, request.visit, client: request.play.client.id, person: token.person)
    return ResponseMessage(.ok, json: info(of: token, request))
  }

  private func info(of token: EntryLedger.ShownToken, _ request: EntryRequest) -> JSON {
    let (visit, client) = (request.visit, JSON.string(token.client ?? request.play.client.id.text))
    var members = JSON.Object()
    members["azp"] = client
    members["aud"] = client
    members["sub"] = .string(String(token.person.id))
    members["scope"] = .string(token.scopes.joined(separator: " "))
    // In the time of the client, as in an ID token.
    members["exp"] = .string(String((token.expiry + visit.realDifference).secondsSinceEpoch))
    members["expires_in"] = .string(String((token.expiry - visit.now).wholeSeconds))
    if token.scopes.contains("email") {
      members["email"] = .string(token.person.email)
      members["email_verified"] = "true"
    }
    return .object(members)
  }

  /// Takes back all that the person has given the app, by any token of it; a token that is not good is an error.
  func revoke(_ request: EntryRequest) -> ResponseMessage {
    let text = (try? request.visit.query.nonEmptyText(of: "token")) ?? request.pair("token")
    guard let text else { return refuse(.noToken, request) }
    guard let token = request.play.issued.goodToken(Secret(text), at: request.visit.now) else {
      return refuse(.unknownToken, request)
    }
    request.play.end(.appRemoved) { $0.person == token.person && $0.client == token.client }
    request.context.note(.tokenRevoked, request.visit, client: request.play.client.id, person: token.person)
    return ResponseMessage(.ok, json: [:])
  }
}

extension TokenRefusal {
  fileprivate static let wrongClient = TokenRefusal(
    "invalid_client", "No client has this id and this secret.", status: .unauthorized)
  fileprivate static let wrongAuthentication = TokenRefusal(
    "invalid_client", "The secret came in a way that this provider does not take.", status: .unauthorized)
  fileprivate static let otherRedirectURI = TokenRefusal(
    "redirect_uri_mismatch", "The code was sent to another redirect URI.")
  fileprivate static let malformedCode = TokenRefusal("invalid_grant", "This is no code of ours.")
  fileprivate static let deadCode = TokenRefusal("invalid_grant", "The code was used, or is too old.")
  fileprivate static let deadToken = TokenRefusal("invalid_grant", "The token has expired, or was revoked.")
  fileprivate static let unknownToken = TokenRefusal("invalid_token", "The token is not valid, or not any more.")
  fileprivate static let noToken = TokenRefusal("invalid_request", "The request names no token.")
}
