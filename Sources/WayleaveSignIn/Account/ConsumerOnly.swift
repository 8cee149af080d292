package import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// How a session signs requests of OAuth 1.0a without any user.
public enum ConsumerOnly: String, Sendable, CaseIterable {
  /// By consumer key and secret alone: "two-legged".
  ///
  /// RFC 5849 §3.1: `oauth_token` may be left out.
  case twoLegged = "two_legged"
}

extension TokenCredential {
  /// What stands for a token where there is none: never stored, and never sent.
  package static let twoLegged = TokenCredential(token: Secret(""), secret: Secret(""))

  /// Whether the consumer alone signs.
  package var isTwoLegged: Bool { token.isEmpty && secret.isEmpty }
}

extension StoredCredential {
  /// The consumer of an OAuth 1.0a provider itself, without a user; throws `configuration.unsupported` for a provider
  /// of OAuth 2, which has a grant for clients.
  package init(
    twoLegged provider: Provider, as client: Client, allowedOrigins: [Origin], at now: Instant
  ) throws(OAuthError) {
    guard case .oauth1 = provider.service else { throw .noConsumer(provider) }
    self.init(
      account: Account(provider: provider.name, client: client.id, subject: client.id.text), provider: provider,
      client: client, credential: .oauth1(.twoLegged), allowedOrigins: allowedOrigins, obtainedAt: now)
  }
}

extension OAuthError {
  fileprivate static func noConsumer(_ provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) is not a provider of OAuth 1.0a.",
      rule: .rfc(5849, "3.1"), remedy: "At a provider of OAuth 2 use the grant for clients, client_credentials.")
  }
}
