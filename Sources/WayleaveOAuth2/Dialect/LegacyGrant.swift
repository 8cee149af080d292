package import WayleaveWire

/// Ways of getting tokens that no provider should offer any more; each is refused unless a provider's entry names it.
///
/// RFC 9700 §2.1.2 and §2.4; OAuth 2.1 has neither.
public enum LegacyGrant: String, Sendable, Hashable, CaseIterable {
  /// Tokens in the address that the browser brings back: they stay in its history, and nothing binds them to us.
  case implicit
  /// The user's own password in our hands: it "MUST NOT be used" (RFC 9700 §2.4).
  case password

  /// Throws `configuration.unsupported` unless a dialect names it.
  package func require(in dialect: OAuth2Dialect) throws(OAuthError) {
    guard dialect.legacyGrants.contains(self) else { throw .legacyGrant(self) }
  }
}

extension OAuthError {
  fileprivate static func legacyGrant(_ grant: LegacyGrant) -> OAuthError {
    OAuthError(
      .unsupported, message: "The legacy grant “\(grant.rawValue)” is not safe, and is not used.",
      rule: .rfc(9700, grant == .implicit ? "2.1.2" : "2.4"),
      remedy: "Use a code with PKCE. Where a provider has nothing else, its entry must name the legacy grant.")
  }
}
