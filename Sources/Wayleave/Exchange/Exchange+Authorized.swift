import HTTPTypes
import WayleaveOAuth2
import WayleaveWire
import WayleaveSignIn

extension Exchange {
  /// Sends a request to an API, authorized for this one address; without a credential where `authorization` is nil. Gives
  /// the answer, and the request as it was sent.
  ///
  /// When the API is busy, it is sent again as ``BackOff`` says.
  func send(
    _ request: RequestMessage, by authorization: (some RequestAuthorizing)?, within limits: ExchangeLimits
  ) async throws(OAuthError) -> (response: ResponseMessage, sent: RequestMessage) {
    var backOff = BackOff(of: request.head.method, until: limits.deadline)
    var random = SystemRandomNumberGenerator()
    while true {
      let answer = try await sendAuthorized(request, by: authorization, within: limits)
      guard let wait = backOff.pause(after: answer.response, at: serverTime(of: request), using: &random) else {
        return answer
      }
      tell(Event(.requestPostponed, rule: .rfc(9110, "10.2.3"), "status \(answer.response.status): again in \(wait)"))
      do { try await pause(wait) } catch { throw .exchangeFailed(error, at: request.url, changing: !request.isSafe) }
    }
  }

  private func serverTime(of request: RequestMessage) -> Instant {
    request.origin.map { servers.current.now(at: $0, now()) } ?? now()
  }

  /// It is authorized again and sent once more when the answer says that this may help: when the API refuses it for its
  /// time or its nonce and tells the right one. ``ProofAttempts`` says how often.
  private func sendAuthorized(
    _ request: RequestMessage, by authorization: (some RequestAuthorizing)?, within limits: ExchangeLimits
  ) async throws(OAuthError) -> (response: ResponseMessage, sent: RequestMessage) {
    guard let authorization else { return (try await send(request, within: limits, as: .resourceServer), request) }
    var attempts = ProofAttempts()
    var sent = try await authorization.authorized(request).withUsualFields(userAgent: userAgent)
    while true {
      let response = try await sendComplete(sent, within: limits, as: .resourceServer) { authorization.credential }
      guard let again = try await authorization.authorized(request, after: response, in: &attempts) else {
        return (response, sent)
      }
      sent = again.withUsualFields(userAgent: userAgent)
    }
  }
}
