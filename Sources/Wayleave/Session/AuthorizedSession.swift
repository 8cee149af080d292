public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// Sends requests as an account: puts the credential on each, keeps it fresh, and retries once.
///
/// A credential never goes to an origin that its provider does not name, nor over a redirect to another one. Safe to
/// use from any task.
public struct AuthorizedSession: Sendable {
  let credentials: SessionCredentials

  var accounts: Accounts { credentials.accounts }

  init(accounts: Accounts, source: SessionCredentials.Source) {
    credentials = SessionCredentials(accounts: accounts, source: source)
  }

  /// The account of these requests; without a user, the client's id stands for one.
  public var account: Account { credentials.account }

  /// How many redirects of a GET are followed.
  package static let maximumRedirects = 5

  /// Fetches an address; throws what ``send(_:within:)`` throws.
  public func get(_ url: String) async throws(OAuthError) -> ResponseMessage {
    try await send(RequestMessage(.get, to: try AbsoluteURL(url)))
  }

  /// Sends a request in the account's name and gives the answer, whatever its status but one that asks for the user.
  ///
  /// The access token is refreshed before it expires, and once after an answer that refuses it; an API that refuses the new
  /// one too causes no other refresh of the account for five minutes, in no process. Where nothing can be refreshed and the
  /// API says that the token is gone, the account is marked, and only a new sign-in helps. What is refused for its time or
  /// its nonce is authorized again, once, as the provider says. Redirects of GET and HEAD are followed, with the credential
  /// to allowed origins of https only and without it elsewhere. Throws `request.foreign_origin`,
  /// `credential.sign_in_needed`, the failures of network and store, and where the API wants another sign-in
  /// `credential.step_up_needed` and `credential.scope_needed`, whose refusal carries its terms.
  public func send(
    _ request: RequestMessage, within limits: ExchangeLimits = .api
  ) async throws(OAuthError) -> ResponseMessage {
    try await answer(to: request, within: limits).response
  }

  /// The answer that ``send(_:within:)`` gives, and the request that it answers, as it was sent.
  ///
  /// - Parameter transport: sends this request, in place of the accounts' own: one that hands on a body while it comes.
  package func answer(
    to request: RequestMessage, within limits: ExchangeLimits = .api, by transport: (any Transport)? = nil
  ) async throws(OAuthError) -> AuthorizedAnswer {
    guard let transport else {
      return try await AuthorizedExchange(accounts.exchange, with: credentials).answer(to: request, within: limits)
    }
    var exchange = accounts.exchange
    exchange.transport = transport
    return try await AuthorizedExchange(exchange, with: credentials).answer(to: request, within: limits)
  }

  /// The request as it would be sent, with its credential, and not sent.
  public func authorized(_ request: RequestMessage) async throws(OAuthError) -> RequestMessage {
    try await AuthorizedExchange(accounts.exchange, with: credentials).authorized(request)
  }
}
