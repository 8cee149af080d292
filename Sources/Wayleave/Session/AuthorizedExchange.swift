import WayleaveOAuth2
import WayleaveSignIn
package import WayleaveWire

/// Sends requests with a credential: again, once, with another one where the first is refused, and on over redirects.
///
/// These rules are the same for every place that a credential comes from.
package struct AuthorizedExchange<Credentials: FreshCredentials>: Sendable {
  private let exchange: Exchange
  private let credentials: Credentials

  init(_ exchange: Exchange, with credentials: Credentials) {
    (self.exchange, self.credentials) = (exchange, credentials)
  }

  /// An exchange outside of ``Accounts``; `events` gets every step, from any thread.
  package init(
    by transport: any Transport, with credentials: Credentials, events: (@Sendable (Event) -> Void)? = nil
  ) {
    self.init(Exchange(transport: transport, now: { WallClock.now() }, listener: events), with: credentials)
  }

  /// The answer to a request, after the redirects, and the request that it answers, as it was sent.
  package func answer(
    to request: RequestMessage, within limits: ExchangeLimits = .api
  ) async throws(OAuthError) -> AuthorizedAnswer {
    let used = try await credentials.authorization()
    let first = try await send(request, by: used, within: limits)
    // A 401 from a place that was not shown the credential says nothing about it.
    guard first.wasAuthorized, used.mayConcernCredential(first.response) else { return first }
    guard let renewed = try await credentials.authorization(replacing: used, after: first) else {
      return try first.wantingNoSignIn(of: credentials.accountName)
    }
    let second = try await send(request, by: renewed, within: limits)
    guard second.wasAuthorized, renewed.mayConcernCredential(second.response) else { return second }
    await credentials.note(second, to: renewed)
    return try second.wantingNoSignIn(of: credentials.accountName)
  }

  /// The request as it would be sent, with its credential, and not sent.
  package func authorized(_ request: RequestMessage) async throws(OAuthError) -> RequestMessage {
    try await credentials.authorization().authorized(request)
  }

  /// The last answer, after the redirects.
  private func send(
    _ request: RequestMessage, by authorization: Credentials.Authorization, within limits: ExchangeLimits
  ) async throws(OAuthError) -> AuthorizedAnswer {
    var request = request
    var isAllowed = true
    var answer = try await exchange.send(request, by: authorization, within: limits)
    for _ in 0..<AuthorizedSession.maximumRedirects {
      guard
        let next = Redirect.next(
          after: answer.response, to: request, sentAs: answer.sent, with: isAllowed ? authorization.credential : nil)
      else { break }
      request = next
      // What a foreign server sends us on to is its choice, not the user's: the credential does not come back.
      if isAllowed {
        do throws(OAuthError) {
          answer = try await exchange.send(request, by: authorization, within: limits)
          continue
        } catch {
          guard error.code == .foreignOrigin else { throw error }
          isAllowed = false
        }
      }
      answer = try await exchange.send(request, by: Credentials.Authorization?.none, within: limits)
    }
    return AuthorizedAnswer(
      response: answer.response, request: request, sent: answer.sent, wasAuthorized: isAllowed,
      authorization: authorization)
  }
}
