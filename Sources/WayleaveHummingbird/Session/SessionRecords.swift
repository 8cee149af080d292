import Wayleave
import WayleaveWire

/// The sessions of a website in a vault.
///
/// A record has the digest of the session's id as its name, so the time of a search says nothing of the id. In addition,
/// there is a list for each user, and one for each session of a provider, by which sessions are ended.
struct SessionRecords: Sendable {
  let records: WebsiteRecords
  let times: SessionTimes

  /// Begins a session with a new id: that of a browser, or the one that is given.
  ///
  /// OWASP Session Management Cheat Sheet, "Renew the Session ID After Any Privilege Level Change". A user has at most
  /// ``maximum`` sessions: the oldest ends.
  func open(
    _ session: WebSession, under new: SessionID? = nil, at now: Instant
  ) async throws(OAuthError) -> SessionID {
    var random = SystemRandomNumberGenerator()
    let id = new ?? SessionID(using: &random)
    let key = Self.text(of: id.key)
    try await records.sweep(at: now)
    var dropped: [String] = []
    try await records.write(session.json, as: .session(id.key), changing: lists(of: session).map(\.name)) { lists in
      dropped = []
      return lists.map { json in
        let (list, rest) = TimedList.adding(key, until: session.end, to: json, at: now, maximum: Self.maximum)
        dropped += rest
        return list
      }
    }
    for key in dropped { try await drop(key) }
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

  /// Ends a session; false where it had ended already.
  @discardableResult
  func end(_ session: WebSession) async throws(OAuthError) -> Bool {
    let wasThere = try await end(session.id)
    for list in lists(of: session) { try await list.remove([session.id]) }
    return wasThere
  }

  /// Begins a session in place of one that it goes on from; nil where that one has ended meanwhile, and stays ended.
  func renew(_ session: WebSession, at now: Instant) async throws(OAuthError) -> SessionID? {
    // In this order: what ends all sessions of the user finds the old one or the new one in the list.
    let id = try await open(session, at: now)
    if try await end(session) { return id }
    try await end(session, with: id)
    return nil
  }

  /// Ends a session that began with an id a moment ago.
  func end(_ session: WebSession, with id: SessionID) async throws(OAuthError) {
    var session = session
    session.id = Self.text(of: id.key)
    try await end(session)
  }

  /// Ends the sessions that came of a session at a provider, of this user there where one is named.
  func end(issuer: String, sessionID: String, subject: String?, at now: Instant) async throws(OAuthError) {
    let list = TimedList(records: records, name: .sessions(issuer: issuer, sessionID: sessionID))
    try await end(in: list, at: now) { session in
      subject.map { $0.hasSameBytes(as: session.identity.subject) } ?? true
    }
  }

  /// Ends the sessions of a user that began by this user of a provider, as its ID tokens name it: all of them, or those for
  /// which the provider named no session of its own.
  func end(
    issuer: String, subject: String, of user: String, withoutSessionID: Bool, at now: Instant
  ) async throws(OAuthError) {
    try await end(in: TimedList(records: records, name: .sessions(of: user)), at: now) { session in
      session.identity.issuer.hasSameBytes(as: issuer) && session.identity.subject.hasSameBytes(as: subject)
        && (!withoutSessionID || session.identity.sessionID == nil)
    }
  }

  /// Ends the sessions of a user that began by this account.
  func end(startedBy account: Identity, of user: String, at now: Instant) async throws(OAuthError) {
    try await end(in: TimedList(records: records, name: .sessions(of: user)), at: now) {
      $0.identity.account.isSameUser(as: account)
    }
  }

  /// Ends all sessions of a user.
  func endAll(of user: String, at now: Instant) async throws(OAuthError) {
    try await end(in: TimedList(records: records, name: .sessions(of: user)), at: now) { _ in true }
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
      if let session = try await session(listedAs: text, at: now) { sessions.append(session) }
    }
    return sessions
  }

  private func session(listedAs text: String, at now: Instant) async throws(OAuthError) -> WebSession? {
    guard let key = Self.key(of: text), let json = try await records.read(.session(key))?.json,
      var session = WebSession(json: json), isAlive(session, at: now)
    else { return nil }
    session.id = text
    return session
  }

  /// Ends those sessions of a list that fit, until nothing has been added meanwhile: a session that is renewed in this
  /// moment is in the list under its new name before the old one goes.
  private func end(
    in list: TimedList, at now: Instant, where fits: (WebSession) -> Bool
  ) async throws(OAuthError) {
    var seen: Set<String> = []
    while true {
      let added = try await list.texts(at: now).filter { !seen.contains($0) }
      guard !added.isEmpty else { return }
      seen.formUnion(added)
      for text in added {
        if let session = try await session(listedAs: text, at: now), fits(session) { try await end(session) }
      }
    }
  }

  /// Ends a session that one of its lists has no room for, and takes it out of the other one, which would name it for as
  /// long as it could have lasted.
  private func drop(_ text: String) async throws(OAuthError) {
    guard let key = Self.key(of: text) else { return }
    let json = try await records.read(.session(key))?.json
    guard var session = json.flatMap(WebSession.init(json:)) else {
      try await end(text)
      return
    }
    session.id = text
    try await end(session)
  }

  @discardableResult
  private func end(_ text: String) async throws(OAuthError) -> Bool {
    guard let key = Self.key(of: text) else { return false }
    return try await records.take(.session(key))
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
