import Wayleave
import WayleaveWire

/// The sessions of a website in a vault.
///
/// A record has the digest of the session's id as its name, so the time of a search says nothing of the id. In addition,
/// there is a list for each user, and one for each session of a provider, by which sessions are ended.
struct SessionRecords: Sendable {
  let records: WebsiteRecords
  let times: SessionTimes

  /// Begins a session with a new id.
  ///
  /// OWASP Session Management Cheat Sheet, "Renew the Session ID After Any Privilege Level Change". A user has at most
  /// ``maximum`` sessions: the oldest ends.
  func open(_ session: WebSession, at now: Instant) async throws(OAuthError) -> SessionID {
    var random = SystemRandomNumberGenerator()
    let id = SessionID(using: &random)
    let key = Self.text(of: id.key)
    try await records.sweep(at: now)
    try await records.write(session.json, as: .session(id.key))
    for list in lists(of: session) {
      let dropped = try await list.add(key, until: session.end, at: now, maximum: Self.maximum)
      for key in dropped { try await drop(key) }
    }
    return id
  }

  /// The session of an id; nil where there is none, or its time is over.
  func session(_ id: SessionID, at now: Instant) async throws(OAuthError) -> WebSession? {
    let key = id.key
    guard let (json, revision) = try await records.read(.session(key)), var session = WebSession(json: json) else {
      return nil
    }
    session.id = Self.text(of: key)
    guard isAlive(session, at: now) else {
      try await end(session)
      return nil
    }
    if now - session.lastSeenAt >= Self.timeBetweenWrites {
      session.lastSeenAt = now
      // Another request may have written, or ended, it meanwhile: then that counts.
      try await records.write(session.json, as: .session(key), expecting: .revision(revision))
    }
    session.formToken = id.formToken
    return session
  }

  /// The sessions of a user, the oldest first.
  func sessions(of user: String, at now: Instant) async throws(OAuthError) -> [WebSession] {
    try await sessions(in: TimedList(records: records, name: .sessions(of: user)), at: now)
  }

  /// Ends a session.
  func end(_ session: WebSession) async throws(OAuthError) {
    try await end(session.id)
    for list in lists(of: session) { try await list.remove([session.id]) }
  }

  /// Ends the sessions that came of a session at a provider, of this user there where one is named.
  func end(issuer: String, sessionID: String, subject: String?, at now: Instant) async throws(OAuthError) {
    let list = TimedList(records: records, name: .sessions(issuer: issuer, sessionID: sessionID))
    for session in try await sessions(in: list, at: now) {
      guard subject.map({ $0.hasSameBytes(as: session.identity.subject) }) ?? true else { continue }
      try await end(session)
    }
  }

  /// Ends the sessions of a user that began by this user of a provider.
  func end(issuer: String, subject: String, of user: String, at now: Instant) async throws(OAuthError) {
    for session in try await sessions(of: user, at: now)
    where session.identity.issuer.hasSameBytes(as: issuer) && session.identity.subject.hasSameBytes(as: subject) {
      try await end(session)
    }
  }

  /// The most sessions of one user.
  static let maximum = 50

  /// A request writes nothing where another one has in the last minute.
  private static let timeBetweenWrites = Duration.seconds(60)

  private func isAlive(_ session: WebSession, at now: Instant) -> Bool {
    now < session.end && now < session.lastSeenAt + times.idle
  }

  private func sessions(in list: TimedList, at now: Instant) async throws(OAuthError) -> [WebSession] {
    var sessions: [WebSession] = []
    for text in try await list.texts(at: now) {
      guard let key = Self.key(of: text), let json = try await records.read(.session(key))?.json,
        var session = WebSession(json: json), isAlive(session, at: now)
      else { continue }
      session.id = text
      sessions.append(session)
    }
    return sessions
  }

  /// Ends a session that one of its lists has no room for, and takes it out of the other one, which would name it for as
  /// long as it could have lasted.
  private func drop(_ text: String) async throws(OAuthError) {
    guard let key = Self.key(of: text) else { return }
    let json = try await records.read(.session(key))?.json
    guard var session = json.flatMap(WebSession.init(json:)) else { return try await end(text) }
    session.id = text
    try await end(session)
  }

  private func end(_ text: String) async throws(OAuthError) {
    guard let key = Self.key(of: text) else { return }
    try await records.remove(.session(key))
  }

  private func lists(of session: WebSession) -> [TimedList] {
    var names = [RecordName.sessions(of: session.user)]
    if let sessionID = session.identity.sessionID {
      names.append(.sessions(issuer: session.identity.issuer, sessionID: sessionID))
    }
    return names.map { TimedList(records: records, name: $0) }
  }

  private static func text(of key: [UInt8]) -> String { Base64.url.encodedText(key) }

  private static func key(of text: String) -> [UInt8]? { Base64.url.decode(text) }
}
