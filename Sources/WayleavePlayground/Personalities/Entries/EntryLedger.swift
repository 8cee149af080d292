import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// What an entry has asked a person.
struct EntryQuestion: Sendable {
  let play: String
  let request: AuthorizationRequest
  /// Whether the token itself goes back, and no code: RFC 6749 §4.2.
  var isImplicit = false
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
  /// What renews its tokens; nil for tokens that do not expire, and for those of OAuth 2.
  var session: EntrySession?
}

/// What renews tokens of OAuth 1.0a that expire.
///
/// OAuth Session 1.0 Draft 1.
struct EntrySession: Sendable {
  /// `oauth_session_handle`; the same in every answer of the session.
  let handle: Secret
  /// When it ends, and with it every token; a renewal does not move it.
  let expiry: Instant
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
  let client: ClientID
  /// Where the person comes back to; nil for `oob`, where a PIN is shown.
  let callback: RedirectURI?
  /// What the person is asked for.
  var scopes: [String] = []

  /// What an entry of OAuth 1.0a has asked a person.
  struct Question: Sendable {
    let play: String
    let token: Secret
  }
}
