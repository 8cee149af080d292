public import WayleaveWire
public import WayleaveSignIn

/// What a sign-out did, at the provider and here.
public struct LogoutReport: Sendable, Equatable {
  /// What became of the credential at the provider.
  public enum Revocation: Sendable, Equatable {
    /// The provider confirmed that it is void.
    case revoked
    /// The provider offers no way to make it void.
    case notOffered
    /// It is not confirmed yet: it is stored, encrypted, and sent again by the next sign-out, by
    /// ``Accounts/sendPendingRevocations()``, or by the agent.
    case pending(OAuthError)
    /// It was not asked for.
    case skipped

    /// Its word in the JSON of `wayleave logout`.
    package var word: Word {
      switch self {
      case .revoked: .revoked
      case .notOffered: .notOffered
      case .pending: .pending
      case .skipped: .skipped
      }
    }

    /// The words of `wayleave logout`.
    package enum Word: String, Sendable {
      case revoked, pending, skipped
      case notOffered = "not_offered"
    }
  }

  /// The account that was signed out.
  public let account: Account
  /// What became of the credential at the provider.
  public let revocation: Revocation
  /// The tokens that the provider does not revoke alone; they live until they expire.
  ///
  /// RFC 7009 §2.2.1, `unsupported_token_type`.
  public internal(set) var notRevocable: [PendingRevocation.Token] = []
  /// The page on which the user ends the session at the provider; nil where there is none.
  ///
  /// OpenID Connect RP-Initiated Logout §2. It names the user to the provider: show it to nothing but a browser.
  public internal(set) var sessionPage: AbsoluteURL?

  /// Whether nothing of the account is stored here any more.
  public var isRemoved: Bool {
    if case .pending = revocation { false } else { true }
  }
}
