import Wayleave
import WayleaveOpenID
import WayleaveWire

/// What a provider or the website has ended a moment ago, for the sign-ins that are under way: their sessions are in no
/// list yet, and would begin after their end.
///
/// OpenID Connect Back-Channel Logout §2.7. Of what providers say only a logout token is stored, which is signed: anyone
/// can send a frame.
struct LogoutRecords: Sendable {
  /// Which sessions were ended.
  private enum Kind: String {
    /// Those of one session at the provider.
    case session
    /// All of a user.
    case user
    /// Those of a user of which no session at the provider is known.
    case nameless
    /// Those of a user of the website.
    case own
    /// Those that began by an account that was taken away from its user.
    case account
  }

  let records: WebsiteRecords

  /// Remembers what a token has ended, for as long as a sign-in may take.
  func add(_ token: LogoutToken, at now: Instant) async throws(OAuthError) {
    let json: JSON = ["at": JSON(token.issuedAt), "until": JSON(now + WaitingSignIn.lifetime)]
    let issuer = token.issuer.text
    if let sessionID = token.sessionID {
      try await records.write(json, as: name(issuer, .session, sessionID))
    }
    if let subject = token.subject {
      try await records.write(json, as: name(issuer, token.sessionID == nil ? .user : .nameless, subject))
    }
  }

  /// Whether a session was ended after the provider had issued the ID token by which it begins.
  func haveEnded(_ identity: SessionIdentity, issuedAt: Instant, at now: Instant) async throws(OAuthError) -> Bool {
    var names = [name(identity.issuer, .user, identity.subject)]
    if let sessionID = identity.sessionID {
      names.append(name(identity.issuer, .session, sessionID))
    } else {
      names.append(name(identity.issuer, .nameless, identity.subject))
    }
    for name in names {
      guard let json = try await records.read(name)?.json, let end = json["until"]?.instant, now < end,
        let endedAt = json["at"]?.instant, endedAt > issuedAt
      else { continue }
      return true
    }
    return false
  }

  /// Remembers that a user of the website is forgotten, for as long as a sign-in may take.
  func add(user: String, at now: Instant) async throws(OAuthError) {
    try await add(name("", .own, user), at: now)
  }

  /// Whether a user of the website was forgotten since a sign-in has looked the user up.
  func haveForgotten(_ user: String, since time: Instant) async throws(OAuthError) -> Bool {
    try await happened(name("", .own, user), since: time)
  }

  /// Remembers that an account was taken away from its user, for as long as a sign-in may take.
  func add(unlinked account: Identity, at now: Instant) async throws(OAuthError) {
    try await add(name(account.issuer.text, .account, account.subject), at: now)
  }

  /// Whether an account was taken away from its user since a sign-in has looked the user up.
  func haveUnlinked(_ account: Identity, since time: Instant) async throws(OAuthError) -> Bool {
    try await happened(name(account.issuer.text, .account, account.subject), since: time)
  }

  private func add(_ name: RecordName, at now: Instant) async throws(OAuthError) {
    try await records.write(["at": JSON(now), "until": JSON(now + WaitingSignIn.lifetime)], as: name)
  }

  private func happened(_ name: RecordName, since time: Instant) async throws(OAuthError) -> Bool {
    guard let at = try await records.read(name)?.json["at"]?.instant else { return false }
    return at >= time
  }

  private func name(_ issuer: String, _ kind: Kind, _ name: String) -> RecordName {
    .ended(issuer: issuer, kind.rawValue, name)
  }
}
