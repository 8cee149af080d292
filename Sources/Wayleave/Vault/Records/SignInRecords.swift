public import WayleaveWire
import WayleaveSignIn
import WayleaveSystem

/// Begun sign-ins in a vault.
///
/// A sign-in is taken by reading and removing its record: of two that ask for it one gets it, and a process that dies
/// between the two steps leaves it for the next one.
public struct SignInRecords: SignInStore {
  private let vault: any Vault
  private let now: @Sendable () -> Instant
  private let sweep = RecordSweep()

  /// Begun sign-ins in a vault.
  public init(in vault: any Vault) { self.init(in: vault, now: { WallClock.now() }) }

  package init(in vault: any Vault, now: @escaping @Sendable () -> Instant) {
    self.vault = vault
    self.now = now
  }

  /// Where the vault is.
  package var location: String { vault.location }

  /// A fortieth of a second over a vault of this machine, which answers in less than a tenth of a millisecond; else a second.
  package var pauseBetweenLooks: Duration { vault.isCheapToRead ? .milliseconds(25) : .seconds(1) }

  /// Saves a sign-in until its time is over.
  package func put(_ signIn: SignIn, under key: SignIn.Key, until end: Instant) async throws(OAuthError) {
    let now = now()
    let json = WaitingSignIn(signIn: signIn, end: end).json
    let contents = try vault.contents(of: json) { WaitingSignIn(json: $0)?.json == json }
    try await removeSomeSignIns(endedBefore: now)
    try await vault.wrapped { try await vault.replace(key.recordName, with: contents, expecting: .anything) }
  }

  /// Hands over the sign-in of a key, once; nil when there is none, or its time is over.
  package func take(_ key: SignIn.Key, at now: Instant) async throws(OAuthError) -> SignIn? {
    let name = key.recordName
    // A conflict means that another one was faster and it is gone, or that it was encrypted again meanwhile.
    for _ in 0..<3 {
      guard let record = try await vault.wrapped({ try await vault.record(named: name) }) else { return nil }
      let waiting = try record.value(WaitingSignIn.init(json:))
      do throws(OAuthError) {
        try await vault.wrapped { try await vault.replace(name, with: nil, expecting: .revision(record.revision)) }
        return now < waiting.end ? waiting.signIn : nil
      } catch { guard error.code == .storeConflict else { throw error } }
    }
    return nil
  }

  /// Leaves what became of a sign-in to the process that began it.
  package func leave(_ outcome: SignInOutcome, of key: SignIn.Key, until end: Instant) async throws(OAuthError) {
    let json: JSON = ["until": JSON(end.secondsSinceEpoch), "outcome": outcome.json]
    let contents = try vault.contents(of: json) { $0["outcome"].flatMap(SignInOutcome.init(json:)) == outcome }
    try await vault.wrapped { try await vault.replace(key.outcomeName, with: contents, expecting: .anything) }
  }

  /// Hands over what another process made of a sign-in, once; nil while none has.
  package func takeOutcome(of key: SignIn.Key) async throws(OAuthError) -> SignInOutcome? {
    let name = key.outcomeName
    guard let record = try await vault.wrapped({ try await vault.record(named: name) }) else { return nil }
    try await vault.wrapped { try await vault.replace(name, with: nil, expecting: .anything) }
    return try record.value { $0["outcome"].flatMap(SignInOutcome.init(json:)) }
  }

  /// Whether a sign-in waits whose time is not over.
  package func isWaiting(at now: Instant) async throws(OAuthError) -> Bool {
    try await waiting().contains { now < $0.end && !$0.isOutcome }
  }

  /// The state of the sign-in that a callback without one answers: the only one that waits for a provider's app which
  /// gives back no state, at this redirect URI, and that began a short time ago. Nil for none, and for several.
  package func stateForApp(receiving url: AbsoluteURL, at now: Instant) async throws(OAuthError) -> Secret? {
    let states = try await vault.wrapped { try await vault.records(of: .signIn) }.compactMap { result -> Secret? in
      guard let waiting = try? result.get().json(), let sign = WaitingSignIn(json: waiting), now < sign.end,
        (Duration.zero...Self.timeOfApp).contains(now - sign.signIn.beganAt),
        sign.signIn.redirect.redirectURI?.received(url) == true
      else { return nil }
      return sign.signIn.stateForApp
    }
    return states.count == 1 ? states.first : nil
  }

  /// How long an answer without a state is taken: while the user is likely to be in the app.
  private static let timeOfApp = Duration.seconds(600)

  /// The file of certificates that the sign-in of a key trusts, which waits on; nil where none waits, or it names none.
  package func trustRoots(of key: SignIn.Key) async -> String? {
    guard let record = try? await vault.record(named: key.recordName) else { return nil }
    return (try? record.value(WaitingSignIn.init(json:)))?.signIn.trustRoots
  }

  /// Forgets the sign-in of a key, if there is one.
  package func remove(_ key: SignIn.Key) async throws(OAuthError) {
    try await vault.wrapped { try await vault.replace(key.recordName, with: nil, expecting: .anything) }
  }

  /// Removes those of the next few sign-ins whose time is over; what cannot be read stays.
  private func removeSomeSignIns(endedBefore now: Instant) async throws(OAuthError) {
    if sweep.wantsList(at: now) { sweep.begin(with: try await vault.wrapped { try await vault.ids(of: .signIn) }) }
    for id in sweep.next() {
      // One that cannot be read must not keep a user from signing in.
      guard let record = try? await vault.record(id: id, of: .signIn), let end = record.end, end <= now else {
        continue
      }
      try await vault.wrapped { try await vault.remove(id: id, in: record.revision) }
    }
  }

  private func waiting() async throws(OAuthError) -> [(isOutcome: Bool, end: Instant)] {
    try await vault.wrapped { try await vault.records(of: .signIn) }.compactMap { result in
      guard let record = try? result.get() else { return nil }
      return record.end.map { ((try? record.json())?["outcome"] != nil, $0) }
    }
  }
}

extension VaultRecord {
  /// Until when the sign-in in it waits; nil for what cannot be read.
  fileprivate var end: Instant? { (try? json()).flatMap(SignInRecords.WaitingSignIn.end(in:)) }
}

extension SignIn.Key {
  fileprivate var recordName: RecordName { RecordName(.signIn, [bytes]) }
  fileprivate var outcomeName: RecordName { RecordName(.signIn, [bytes, Array("outcome".utf8)]) }
}

extension SignInRecords {
  /// What stands in a record.
  fileprivate struct WaitingSignIn {
    let signIn: SignIn
    let end: Instant

    init(signIn: SignIn, end: Instant) {
      self.signIn = signIn
      self.end = end
    }

    init?(json: JSON) {
      guard let end = Self.end(in: json), let signIn = json["sign_in"].flatMap(SignIn.init(exposedJSON:)) else {
        return nil
      }
      self.init(signIn: signIn, end: end)
    }

    var json: JSON { ["until": JSON(end.secondsSinceEpoch), "sign_in": signIn.exposedJSON] }

    static func end(in json: JSON) -> Instant? {
      json["until"]?.integer.map(Instant.init(secondsSinceEpoch:))
    }
  }
}
