import HTTPTypes
import WayleaveOAuth2
import WayleaveWire
import WayleaveSignIn

extension Exchange {
  /// Sends a request to an API, authorized for this one address; without a credential where `authorization` is nil.
  ///
  /// When the API is busy, it is sent again as ``BackOff`` says.
  func send(
    _ request: RequestMessage, by authorization: RequestAuthorization?, within limits: ExchangeLimits
  ) async throws(OAuthError) -> ResponseMessage {
    var backOff = BackOff(of: request.head.method, until: limits.deadline)
    var random = SystemRandomNumberGenerator()
    while true {
      let response = try await sendAuthorized(request, by: authorization, within: limits)
      guard let wait = backOff.pause(after: response, at: serverTime(of: request), using: &random) else {
        return response
      }
      tell(Event(.requestPostponed, rule: .rfc(9110, "10.2.3"), "status \(response.status): again in \(wait)"))
      do { try await pause(wait) } catch { throw .exchangeFailed(error, at: request.url) }
    }
  }

  private func serverTime(of request: RequestMessage) -> Instant {
    request.origin.map { servers.current.now(at: $0, now()) } ?? now()
  }

  /// It is authorized again and sent once more, and only once, when the API refuses it for its time or its nonce and
  /// tells the right one.
  private func sendAuthorized(
    _ request: RequestMessage, by authorization: RequestAuthorization?, within limits: ExchangeLimits
  ) async throws(OAuthError) -> ResponseMessage {
    guard let authorization else { return try await send(request, within: limits, as: .resourceServer) }
    let origin = authorization.proofKey == nil ? nil : request.origin
    var random = SystemRandomNumberGenerator()
    let response = try await send(
      try authorization.authorize(request, at: now(), using: &random), within: limits, as: .resourceServer)
    guard authorization.isRefusedForItsTimeOrNonce(by: response, of: origin, at: now()) else { return response }
    let second = try await send(
      try authorization.authorize(request, at: now(), using: &random), within: limits, as: .resourceServer)
    if let origin, ResourceChallenge(reading: second)?.failure == .invalidProof {
      servers.update { $0.forgetCorrection(at: origin) }
    }
    return second
  }
}
