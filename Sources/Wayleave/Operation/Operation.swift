import WayleaveProvider

/// What the accounts do for a user or for a client, as the one who operates the program counts it.
package struct Operation: Sendable, Equatable {
  /// The kinds of operation; the names are stable.
  package enum Kind: String, Sendable, CaseIterable {
    /// A sign-in, from its first request to the saved credential; one that no one answers is none.
    case signIn = "sign_in"
    /// A refresh, or the renewal of a session of OAuth 1.0a.
    case refresh
    /// What an app handed over is verified.
    case handOver = "hand_over"
    /// A request for tokens without a user.
    case grant
  }

  /// What is done.
  package let kind: Kind
  /// Where it is done: the provider's name in the catalogue, or its issuer.
  package let provider: String

  init(_ kind: Kind, at provider: Provider) {
    self.kind = kind
    self.provider = provider.name.text
  }
}
