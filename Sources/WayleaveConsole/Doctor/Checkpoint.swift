/// What `doctor` looks at, in the order of the chain from the configuration to the token; the names are stable.
package enum Checkpoint: String, Sendable, CaseIterable {
  /// The variables that hold secrets, or name files with some.
  case secrets
  /// The agent of this user.
  case agent
  /// The folders of the program, and its key file.
  case folders
  /// Whether the store opens, and by what.
  case store
  /// The records in the store.
  case records
  /// Whether a record can be written.
  case space
  /// The provider files of the user.
  case entries
  /// The provider: an entry, or an issuer.
  case provider
  /// The client at the provider.
  case client
  /// The client's redirect URIs.
  case redirectURI = "redirect_uri"
  /// The variables that name a proxy.
  case proxy
  /// The certificates that are trusted.
  case trust
  /// Whether this machine has a network at all.
  case network
  /// Whether the name of the provider's host is found.
  case name
  /// Whether the host, or the proxy, takes a connection.
  case connection
  /// Whether the certificate of the host is good.
  case tls
  /// Whether the host answers.
  case answer
  /// The clock of this machine, compared with the one of the provider.
  case clock
  /// What an API says of the server of its tokens, step by step.
  case api
  /// What the provider publishes of itself, compared with what a sign-in needs.
  case metadata
  /// The account.
  case account
  /// The files by which an app for Apple's systems declares what it uses.
  case appleApp = "apple_app"

  /// What has to be good before this can be looked at.
  package var needs: [Checkpoint] {
    switch self {
    case .secrets, .agent, .folders, .proxy, .appleApp: []
    case .store, .entries: [.folders]
    case .records, .space: [.store]
    case .provider: [.folders]
    case .client: [.store, .provider]
    case .redirectURI: [.client]
    case .trust: [.proxy]
    case .network: [.trust]
    case .name: [.provider, .network]
    case .connection: [.name]
    case .tls: [.connection]
    case .answer: [.tls]
    case .clock: [.answer]
    case .api, .metadata: [.answer]
    case .account: [.store]
    }
  }

  /// The name for people.
  var title: String {
    switch self {
    case .redirectURI: "redirect URI"
    case .tls: "TLS"
    case .api: "API"
    case .appleApp: "Apple app"
    default: rawValue
    }
  }
}
