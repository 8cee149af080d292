import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// What an entry has asked a person.
struct EntryQuestion: Sendable {
  let play: String
  let request: AuthorizationRequest
}

/// What one entry has issued.
struct EntryGrants: Sendable {
  struct Code: Sendable {
    let request: AuthorizationRequest
    let person: PlaygroundPerson
  }

  struct Token: Sendable {
    let person: PlaygroundPerson
    let scopes: [String]
    /// The secret of a token of OAuth 1.0a.
    var secret: Secret?
    /// Until when the access token is good; a refresh token is good without end.
    var expiry = Instant(secondsSinceEpoch: .max)
    let isRefresh: Bool
  }

  var codes = ExpiringTable<Code>(capacity: 10_000)
  var tokens = ExpiringTable<Token>(capacity: 100_000)
  var temporaries = ExpiringTable<EntryTemporary>(capacity: 10_000)
  /// Who was given the name once, as Apple does.
  var known: Set<Int64> = []

  mutating func revokeAll() { tokens = ExpiringTable(capacity: tokens.capacity) }
}

/// A temporary credential of an entry.
///
/// RFC 5849 §2.1.
struct EntryTemporary: Sendable {
  let secret: Secret
  let callback: RedirectURI?
  var answer: (person: PlaygroundPerson, verifier: Secret)?

  /// What an entry of OAuth 1.0a has asked a person.
  struct Question: Sendable {
    let play: String
    let token: Secret
    let callback: RedirectURI?
  }
}
