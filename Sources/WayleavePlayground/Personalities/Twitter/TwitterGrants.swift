import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

extension Twitter {
  /// What the playground's Twitter has issued; OAuth 1.0a has no codes.
  typealias Issued = Ledger<Never, Grant, Token>

  /// What one sign-in gave.
  struct Grant: Sendable {
    let consumerKey: String
    let person: PlaygroundPerson
    /// What renews its tokens; nil for tokens that do not expire.
    let session: Session?
  }

  /// A token credential, apart from its public part.
  struct Token: Sendable {
    let secret: Secret
  }
}

extension Twitter {
  /// What an application asked for with a temporary credential.
  struct Authorization: Sendable {
    let token: Secret
    let consumerKey: String
    /// Where the person comes back to; nil for `oob`, where a PIN is shown.
    let callback: RedirectURI?
    let mayWrite: Bool
  }
}
