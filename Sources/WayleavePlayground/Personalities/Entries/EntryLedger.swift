import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// What an entry has asked a person.
struct EntryQuestion: Sendable {
  let play: String
  let request: AuthorizationRequest
}

/// What one entry has issued.
typealias EntryLedger = Ledger<EntryCode, EntryGrant, EntryToken>

/// A code of an entry.
struct EntryCode: Sendable {
  let request: AuthorizationRequest
  let person: PlaygroundPerson
}

/// Who has let which app in.
struct EntryGrant: Sendable {
  let person: PlaygroundPerson
  /// The app; nil is the client of the entry.
  var client: String?
}

/// A token of an entry, of either kind.
struct EntryToken: Sendable {
  let scopes: [String]
  /// The secret of a token of OAuth 1.0a.
  var secret: Secret?
  /// Who holds it, where that is not the user's browser: a bot, or a device without the secret of its client.
  var holder: Holder?

  enum Holder: Sendable { case bot, device }
}

extension EntryLedger.ShownToken {
  var person: PlaygroundPerson { grant.person }
  var client: String? { grant.client }
  var scopes: [String] { content.scopes }
}

/// What an app asks an entry of OAuth 1.0a for.
struct EntryTemporary: Sendable {
  let callback: RedirectURI?
  /// What the person is asked for.
  var scopes: [String] = []

  /// What an entry of OAuth 1.0a has asked a person.
  struct Question: Sendable {
    let play: String
    let token: Secret
    let callback: RedirectURI?
  }
}
