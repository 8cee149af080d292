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
    /// The app that got it; nil is the client of the entry.
    var client: String?
    /// The access token that came with a refresh token, where both end together.
    var partner: Secret?
    /// Why it is no longer good before its time.
    var ending: Ending?
  }

  /// Why a provider ends tokens.
  enum Ending: String, Sendable, CaseIterable {
    case appRemoved = "app-removed"
    case passwordChanged = "password-changed"
    case loggedOut = "logged-out"
    case expired
  }

  var codes = ExpiringTable<Code>(capacity: IssuingLimits.capacity)
  var tokens = ExpiringTable<Token>(capacity: IssuingLimits.capacity)
  var temporaries = ExpiringTable<EntryTemporary>(capacity: IssuingLimits.capacity)
  /// Who has let our app in before: Apple says a name once, and Google gives one refresh token.
  var known: Set<Int64> = []

  mutating func revokeAll() { end(.appRemoved) }

  mutating func save(_ token: Token, as text: Secret, at now: Instant) {
    tokens.insertDroppingOldest(token, for: text, until: Instant(secondsSinceEpoch: .max), at: now)
  }

  /// A token that is still good; nil for any other.
  func token(_ text: Secret, at now: Instant) -> Token? {
    tokens.value(for: text, at: now).flatMap { $0.ending == nil && $0.expiry > now ? $0 : nil }
  }

  /// Takes a token out; nil for one that is no longer good.
  mutating func take(_ text: Secret, at now: Instant) -> Token? {
    tokens.take(text, at: now).flatMap { $0.ending == nil && $0.expiry > now ? $0 : nil }
  }

  /// Takes out a refresh token, and the access token that came with it; nil for one that is no longer good.
  mutating func takeRefreshToken(_ text: Secret, at now: Instant) -> Token? {
    guard let token = token(text, at: now), token.isRefresh else { return nil }
    if let partner = token.partner { _ = tokens.take(partner, at: now) }
    return take(text, at: now)
  }

  /// Takes out an access token, and the refresh token that came with it.
  mutating func revoke(_ text: Secret, at now: Instant) {
    _ = take(text, at: now)
    tokens.removeAll { $0.partner == text }
  }

  /// Ends tokens, all where no others are meant, and remembers why.
  mutating func end(_ reason: Ending, where isMeant: (Token) -> Bool = { _ in true }) {
    tokens.updateAll { token in
      guard token.ending == nil, isMeant(token) else { return }
      token.ending = reason
      if reason == .appRemoved { known.remove(token.person.id) }
    }
  }
}

/// A temporary credential of an entry.
///
/// RFC 5849 §2.1.
struct EntryTemporary: Sendable {
  let secret: Secret
  let callback: RedirectURI?
  /// What the person is asked for.
  var scopes: [String] = []
  var answer: (person: PlaygroundPerson, verifier: Secret)?

  /// What an entry of OAuth 1.0a has asked a person.
  struct Question: Sendable {
    let play: String
    let token: Secret
    let callback: RedirectURI?
  }
}
