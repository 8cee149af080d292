import WayleaveWire

extension SignIn {
  /// Sends a request to the authorization server, and remembers it: ``ServerAttempts`` says whether it is sent once more.
  mutating func send(
    _ request: AuthorizationServerRequest, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let attempts = ServerAttempts(request)
    self.attempts = attempts
    return .send(try attempts.first(knowing: servers, at: now, using: &random), .token)
  }

  /// The same request once more, where the answer to the first attempt is a reason; nil when the answer counts.
  mutating func resend(
    after response: ResponseMessage, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step? {
    guard var attempts else { return nil }
    let next = try attempts.next(after: response, learning: &servers, at: now, using: &random)
    self.attempts = next == nil ? nil : attempts
    return next.map { .send($0, .token) }
  }
}
