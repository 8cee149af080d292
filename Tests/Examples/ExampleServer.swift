import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// Both protocols' provider in memory, strict about what it is sent; a transport that leads to it and nowhere else.
///
/// A test that wants a fault puts it in `fault`, which is asked first about every request.
final class ExampleServer: Transport {
  typealias Fault = @Sendable (RequestMessage) async throws -> ResponseMessage?

  struct State {
    var requests: [RequestMessage] = []
    /// When each exchange ends, in the order of the requests.
    var deadlines: [ContinuousClock.Instant] = []
    var fault: Fault?
    var codes: [String: AuthorizationRequest] = [:]
    var refreshToken = "canary-refresh-0"
    var accessToken = "canary-access-0"
    var refreshes = 0
    var lifetime: Int64? = 3600
    var rotates = true
    var sendsRefreshToken = true
    /// What the ID tokens say beyond what they must; a value of null takes a claim away.
    var claims = JSON.Object()
    var sendsIDToken = true
    var keys = [OpenIDExample.key]
    /// Signs in the place of the last of the keys.
    var signsWith: (key: JSONWebKey?, algorithm: SignatureAlgorithm) = (nil, .es256)
    var nonce: String?
    /// The `Date` of every answer.
    var date: String?
    /// Whether a sign-in asked for `openid`: then a refresh brings an ID token too.
    var isOpenID = false
    var tokenType = "Bearer"
  }

  let state = Lock(State())

  /// What was asked, in order.
  var requests: [RequestMessage] { state.withLock { $0.requests } }

  /// The paths that were asked, in order.
  var paths: [String] { requests.map(\.pathWithoutQuery) }

  func setFault(_ fault: Fault?) { state.withLock { $0.fault = fault } }

  /// Has every answer say that it is this time there.
  func setDate(_ time: Instant) {
    let date = ResponseMessage.refusingTimestamp(at: time).head.headerFields[.date]
    state.withLock { $0.date = date }
  }

  /// Answers every request to a path with this.
  func answer(_ path: String, with response: ResponseMessage) {
    setFault { $0.pathWithoutQuery == path ? response : nil }
  }

  /// Sends a user back from the authorization page, having said yes.
  func allow(_ url: AbsoluteURL) throws -> String {
    let visit = RequestMessage(.get, to: url)
    if let token = try Form(decoding: visit.query ?? "").nonEmptyText(of: "oauth_token") {
      return ResourceOwnerAuthorizationCallback.granted(token: Secret(token), verifier: Secret("verifier"))
        .url(to: try Example.redirectURI().url)
    }
    let request = try AuthorizationRequest(reading: visit)
    let code = state.withLock { state in
      let code = "canary-code-\(state.codes.count)"
      state.codes[code] = request
      return code
    }
    return AuthorizationCallback(.code(Secret(code)), state: request.state, issuer: "https://as.example")
      .url(to: request.redirectURI)
  }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    let fault = state.withLock { state in
      state.requests.append(request)
      state.deadlines.append(limits.deadline)
      return state.fault
    }
    var response = try await fault?(request) ?? answer(to: request)
    if let date = state.withLock(\.date) { response.head.headerFields[.date] = date }
    return response
  }

  private func answer(to request: RequestMessage) throws -> ResponseMessage {
    switch request.pathWithoutQuery {
    case "/token": return try token(request)
    case "/.well-known/openid-configuration": return ResponseMessage(.ok, json: OpenIDExample.metadata)
    case "/.well-known/oauth-authorization-server": return ResponseMessage(HTTPResponse(status: .notFound))
    case "/keys": return ResponseMessage(.ok, json: try JSONWebKeySet(state.withLock(\.keys)).json)
    case "/userinfo":
      return ResponseMessage(
        .ok, json: ["sub": "user-9", "name": "Ada", "email": "a@b.example", "email_verified": "true"])
    case "/me": return ResponseMessage(.ok, json: ["id": 7, "name": "Ada"])
    case "/revoke", "/invalidate": return ResponseMessage(HTTPResponse(status: .ok))
    case "/temporary":
      return TemporaryCredentialResponse(
        TemporaryCredential(token: Secret("canary-temporary"), secret: Secret("canary-temporary-secret"))
      ).response()
    case "/token1":
      return TokenCredentialResponse(TokenCredential(token: Secret("canary-token"), secret: Secret("canary-secret")))
        .response()
    default: return ResponseMessage(.ok, json: ["path": .string(request.head.path ?? "")])
    }
  }

  private func token(_ request: RequestMessage) throws -> ResponseMessage {
    let form = try request.bodyForm
    if let grant = try? RefreshTokenGrant(reading: form) { return try refresh(grant) }
    let grant = try AuthorizationCodeGrant(reading: form)
    guard let asked = state.withLock({ $0.codes.removeValue(forKey: grant.code.exposedText) }),
      grant.redirectURI == asked.redirectURI, let verifier = grant.verifier,
      asked.codeChallenge?.isMet(by: verifier) == true
    else { return TokenErrorResponse("invalid_grant").response() }
    return try state.withLock { state in
      state.nonce = try asked.additional.text(of: "nonce")
      state.isOpenID = asked.scopes.contains("openid")
      return try Self.tokens(state)
    }
  }

  private func refresh(_ grant: RefreshTokenGrant) throws -> ResponseMessage {
    try state.withLock { state in
      state.refreshes += 1
      guard grant.refreshToken == Secret(state.refreshToken) else {
        return TokenErrorResponse("invalid_grant", description: "spent").response()
      }
      state.accessToken = "canary-access-\(state.refreshes)"
      if state.rotates { state.refreshToken = "canary-refresh-\(state.refreshes)" }
      return try Self.tokens(state)
    }
  }

  private static func tokens(_ state: State) throws -> ResponseMessage {
    TokenResponse(
      accessToken: Secret(state.accessToken), tokenType: state.tokenType, expiresIn: state.lifetime,
      refreshToken: state.sendsRefreshToken ? Secret(state.refreshToken) : nil,
      idToken: state.isOpenID && state.sendsIDToken ? try OpenIDExample.idToken(state) : nil
    ).response()
  }
}
