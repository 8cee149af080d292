import Synchronization
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
  private let sweep = Sweep()

  /// Begun sign-ins in a vault.
  public init(in vault: any Vault) { self.init(in: vault, now: { WallClock.now() }) }

  package init(in vault: any Vault, now: @escaping @Sendable () -> Instant) {
    self.vault = vault
    self.now = now
  }

  /// Where the vault is.
  public var location: String { vault.location }

  /// Saves a sign-in until its time is over.
  public func put(_ signIn: SignIn, under key: SignIn.Key, until end: Instant) async throws(OAuthError) {
    let now = now()
    let waiting = WaitingSignIn(signIn: signIn, end: end)
    let contents = try vault.contents(of: waiting.json) { WaitingSignIn(json: $0)?.json == waiting.json }
    if sweep.isDue(at: now) { try await removeSignIns(endedBefore: now) }
    try await vault.wrapped { try await vault.replace(key.recordName, with: contents, expecting: .anything) }
  }

  /// Hands over the sign-in of a key, once; nil when there is none, or its time is over.
  public func take(_ key: SignIn.Key, at now: Instant) async throws(OAuthError) -> SignIn? {
    let name = key.recordName
    guard let record = try await vault.wrapped({ try await vault.record(named: name) }) else { return nil }
    let waiting = try record.value(WaitingSignIn.init(json:))
    do throws(OAuthError) {
      try await vault.wrapped { try await vault.replace(name, with: nil, expecting: .revision(record.revision)) }
    } catch {
      // Another one was faster.
      guard error.code == .storeConflict else { throw error }
      return nil
    }
    return now < waiting.end ? waiting.signIn : nil
  }

  /// Whether a sign-in waits whose time is not over.
  package func isWaiting(at now: Instant) async throws(OAuthError) -> Bool {
    try await waiting().contains { now < $0.end }
  }

  /// Forgets the sign-in of a key, if there is one.
  public func remove(_ key: SignIn.Key) async throws(OAuthError) {
    try await vault.wrapped { try await vault.replace(key.recordName, with: nil, expecting: .anything) }
  }

  /// Removes the sign-ins whose time is over; what cannot be read stays.
  private func removeSignIns(endedBefore now: Instant) async throws(OAuthError) {
    for (record, end) in try await waiting() where end <= now {
      try await vault.wrapped { try await vault.remove(id: record.id, in: record.revision) }
    }
  }

  private func waiting() async throws(OAuthError) -> [(record: VaultRecord, end: Instant)] {
    try await vault.wrapped { try await vault.records(of: .signIn) }.compactMap { result in
      guard let record = try? result.get(), let json = try? record.json() else { return nil }
      return WaitingSignIn.end(in: json).map { (record, $0) }
    }
  }
}

extension SignIn.Key {
  fileprivate var recordName: RecordName { RecordName(.signIn, [bytes]) }
}

extension SignInRecords {
  /// What stands in a record.
  private struct WaitingSignIn {
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

  /// When the ended sign-ins were last removed: at most once a minute, since each time reads all.
  private final class Sweep: Sendable {
    private let last = Mutex<Instant?>(nil)

    func isDue(at now: Instant) -> Bool {
      last.withLock { last in
        if let last, (Duration.zero ..< .seconds(60)).contains(now - last) { return false }
        last = now
        return true
      }
    }
  }
}
