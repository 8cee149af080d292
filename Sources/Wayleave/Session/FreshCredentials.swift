package import WayleaveWire

/// What a session gets its credential from: the accounts of this process, or an agent.
///
/// It is fresh when it comes, and another one is asked for once, after an answer that refuses it.
package protocol FreshCredentials: Sendable {
  associatedtype Authorization: RequestAuthorizing

  /// What people call the account.
  var accountName: String { get }

  /// What puts a fresh credential on a request and its redirects.
  func authorization() async throws(OAuthError) -> Authorization

  /// The same with another credential, after an answer that may refuse the one that was used; nil where the answer
  /// stands.
  func authorization(
    replacing used: Authorization, after answer: AuthorizedAnswer
  ) async throws(OAuthError) -> Authorization?

  /// Hears an answer that may refuse the credential which has just replaced another one: then the next refusals of that API
  /// replace none for a while.
  func note(_ answer: AuthorizedAnswer, to renewed: Authorization) async
}
