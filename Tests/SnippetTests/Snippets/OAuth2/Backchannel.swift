import HTTPTypes
import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// What the article shows of accounts.
struct BackchannelAccountsArticle {
  let accounts: Accounts
  let provider: Provider
  let client: Client

  func signIn() async throws -> SignedIn {
    // snippet: signing in through the back channel
    let question = BackchannelQuestion(.login("jane@example.com"), bindingMessage: "W4SCT")
    let signedIn = try await accounts.signIn(to: provider, as: client, asking: question)
    // end of snippet
    return signedIn
  }

  func begin() async throws -> Secret {
    // snippet: beginning a sign-in through the back channel
    let question = BackchannelQuestion(.login("jane@example.com"), delivery: .ping)
    let begun = try await accounts.beginBackchannel(provider, as: client, asking: question)
    // end of snippet
    return begun.requestID
  }

  func answer(_ request: RequestMessage, welcome: (SignedIn) -> Void) async throws -> ResponseMessage {
    // snippet: handing a ping to accounts
    switch try await accounts.receive(ping: request) {
    case .completed(let signedIn): welcome(signedIn)
    case .pending: break
    case .unsolicited: return ResponseMessage(HTTPResponse(status: .unauthorized))
    }
    return BackchannelPing.response()
    // end of snippet
  }
}

/// What the article "Asking on the user's own device" shows.
struct BackchannelArticle {
  let client: Client
  let backchannelEndpoint: Endpoint
  let notificationEndpoint: Endpoint
  let tokenEndpoint: Endpoint
  let now: () -> Instant
  let wait: (Instant) async throws -> Void
  let send: (RequestMessage) async -> ResponseMessage

  func ask(random: inout some RandomNumberGenerator) async throws -> (BackchannelAuthenticationResponse, Secret) {
    // snippet: asking through the back channel
    let token = BackchannelAuthenticationRequest.notificationToken(using: &random)
    let asking = try BackchannelAuthenticationRequest(
      .login("jane@example.com"), access: RequestedAccess(scopes: ["openid", "payments"]), bindingMessage: "W4SCT",
      notificationToken: token
    ).request(to: backchannelEndpoint, as: client)
    let begun = try BackchannelAuthenticationResponse(reading: await send(asking))
    // end of snippet
    return (begun, token)
  }

  func poll(_ begun: BackchannelAuthenticationResponse) async throws -> TokenResponse {
    // snippet: polling through the back channel
    var pace = PollingPace(begun, startingAt: now())
    while true {
      try await wait(pace.nextPoll)
      let poll = try BackchannelGrant(requestID: begun.requestID).request(to: tokenEndpoint, as: client)
      switch try PollAnswer(reading: await send(poll)) {
      case .tokens(let tokens): return tokens
      case .pending: try pace.poll(after: .pending, at: now())
      case .slowDown: try pace.poll(after: .slowDown, at: now())
      }
    }
    // end of snippet
  }

  func receive(
    _ request: RequestMessage, begun: BackchannelAuthenticationResponse, token: Secret
  ) throws -> ResponseMessage {
    // snippet: receiving a ping
    _ = try BackchannelPing(reading: request, expecting: begun.requestID, notificationToken: token)
    return BackchannelPing.response()
    // end of snippet
  }

  func begin(_ request: RequestMessage, requestID: Secret, ask: (String) -> Void) throws -> ResponseMessage {
    // snippet: beginning in the back channel
    let asked = try BackchannelAuthenticationRequest(reading: request.bodyForm)
    guard case .login(let user) = asked.hint else { return TokenErrorResponse("unknown_user_id").response() }
    ask(user)
    return BackchannelAuthenticationResponse(requestID: requestID, expiresIn: 120).response()
    // end of snippet
  }

  func ping(requestID: Secret, token: Secret) async throws {
    // snippet: sending a ping
    let ping = try BackchannelPing(requestID: requestID).request(to: notificationEndpoint, notificationToken: token)
    _ = await send(ping)
    // end of snippet
  }
}
