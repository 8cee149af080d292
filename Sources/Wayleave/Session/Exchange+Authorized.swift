import WayleaveOAuth2
import WayleaveWire

extension Exchange {
  /// Sends a request to an API, authorized for this one address; without a credential where `authorization` is nil.
  ///
  /// It is authorized anew and sent once more, and only once, when the API refuses it for its time or its nonce and
  /// tells the right one.
  func send(
    _ request: RequestMessage, by authorization: RequestAuthorization?, within limits: ExchangeLimits
  ) async throws(OAuthError) -> ResponseMessage {
    guard let authorization else { return try await send(request, within: limits, as: .resourceServer) }
    let origin = authorization.proofKey == nil ? nil : request.origin
    let difference = origin.map(clocks.difference)
    let response = try await send(
      try authorization.authorize(request, at: now()), within: limits, as: .resourceServer)
    guard
      authorization.isRefusedForItsTimeOrNonce(
        by: response, learningTime: origin.map(clocks.difference) != difference, at: now())
    else { return response }
    return try await send(try authorization.authorize(request, at: now()), within: limits, as: .resourceServer)
  }
}
