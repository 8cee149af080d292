import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// What the article "The device flow" shows.
struct DeviceFlowArticle {
  let client: Client
  let deviceAuthorizationEndpoint: Endpoint
  let tokenEndpoint: Endpoint
  let now: () -> Instant
  let wait: (Instant) async throws -> Void
  let show: (DeviceAuthorizationResponse) -> Void
  let send: (RequestMessage) async -> ResponseMessage

  func signIn(accounts: Accounts, provider: Provider) async throws -> SignedIn {
    // snippet: signing in on another device
    let options = SignInOptions(scopes: ["profile"], flow: .device)
    let signedIn = try await accounts.signIn(to: provider, as: client, options: options)
    // end of snippet
    return signedIn
  }

  func signInHalves(accounts: Accounts, provider: Provider) async throws -> SignedIn? {
    // snippet: signing in on another device in halves
    let codes = try await accounts.beginOnDevice(provider, as: client)
    show(codes)
    while true {
      switch try await accounts.receive(deviceCode: codes.deviceCode) {
      case .completed(let signedIn): return signedIn
      case .pending(let next): try await wait(next)
      case .unsolicited: return nil
      }
    }
    // end of snippet
  }

  func poll() async throws -> TokenResponse {
    // snippet: polling for a device
    let asking = try DeviceAuthorizationRequest(access: RequestedAccess(scopes: ["profile"]))
      .request(to: deviceAuthorizationEndpoint, as: client)
    let codes = try DeviceAuthorizationResponse(reading: await send(asking))
    show(codes)
    var pace = PollingPace(codes, startingAt: now())
    while true {
      try await wait(pace.nextPoll)
      let poll = try DeviceCodeGrant(deviceCode: codes.deviceCode).request(to: tokenEndpoint, as: client)
      switch try PollAnswer(reading: await send(poll)) {
      case .tokens(let tokens): return tokens
      case .pending: try pace.poll(after: .pending, at: now())
      case .slowDown: try pace.poll(after: .slowDown, at: now())
      }
    }
    // end of snippet
  }

  func begin(_ request: RequestMessage, deviceCode: Secret, userCode: String) throws -> ResponseMessage {
    // snippet: giving device codes
    let asked = try DeviceAuthorizationRequest(reading: request.bodyForm)
    guard asked.access.scopes.allSatisfy(["profile"].contains) else {
      return TokenErrorResponse("invalid_scope").response()
    }
    return try DeviceAuthorizationResponse(
      deviceCode: deviceCode, userCode: userCode, verificationURI: "https://server.example.com/device", expiresIn: 600
    ).response()
    // end of snippet
  }

  func answer(_ request: RequestMessage, deviceCode: Secret, tokens: TokenResponse?) throws -> ResponseMessage {
    // snippet: answering a poll
    let grant = try DeviceCodeGrant(reading: request.bodyForm)
    guard grant.deviceCode == deviceCode else { return TokenErrorResponse("invalid_grant").response() }
    return tokens?.response() ?? TokenErrorResponse("authorization_pending").response()
    // end of snippet
  }
}
