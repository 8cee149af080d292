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
    let record: JSON = ["until": JSON(end.secondsSinceEpoch), "sign_in": signIn.exposedJSON]
    let contents = try vault.contents(of: record) {
      SignIn(waitingIn: $0)?.exposedJSON == signIn.exposedJSON
    }
    if sweep.isDue(at: now) { try await removeSignIns(endedBefore: now) }
    try await vault.wrapped { try await vault.replace(key.recordName, with: contents, expecting: .anything) }
  }

  /// Hands over the sign-in of a key, once; nil when there is none, or its time is over.
  public func take(_ key: SignIn.Key, at now: Instant) async throws(OAuthError) -> SignIn? {
    let name = key.recordName
    guard let record = try await vault.wrapped({ try await vault.record(named: name) }) else { return nil }
    let signIn = try record.value(SignIn.init(waitingIn:))
    do throws(OAuthError) {
      try await vault.wrapped { try await vault.replace(name, with: nil, expecting: .revision(record.revision)) }
    } catch {
      // Another one was faster.
      guard error.code == .storeConflict else { throw error }
      return nil
    }
    return record.end.map { now < $0 } ?? false ? signIn : nil
  }

  /// Whether a sign-in waits whose time is not over.
  package func isWaiting(at now: Instant) async throws(OAuthError) -> Bool {
    try await records().contains { $0.end.map { now < $0 } ?? false }
  }

  /// Forgets the sign-in of a key, if there is one.
  public func remove(_ key: SignIn.Key) async throws(OAuthError) {
    try await vault.wrapped { try await vault.replace(key.recordName, with: nil, expecting: .anything) }
  }

  /// Removes the sign-ins whose time is over; what cannot be read stays.
  private func removeSignIns(endedBefore now: Instant) async throws(OAuthError) {
    for record in try await records() {
      guard let end = record.end, end <= now else { continue }
      try await vault.wrapped { try await vault.remove(record) }
    }
  }

  private func records() async throws(OAuthError) -> [VaultRecord] {
    try await vault.wrapped { try await vault.records(of: .signIn) }.compactMap { try? $0.get() }
  }
}

extension SignIn.Key {
  fileprivate var recordName: RecordName { RecordName(.signIn, [bytes]) }
}

extension VaultRecord {
  fileprivate var end: Instant? { (try? json())?.end }
}

extension JSON {
  fileprivate var end: Instant? { self["until"]?.integer.map(Instant.init(secondsSinceEpoch:)) }
}

extension SignIn {
  /// What waits in a record; nil where that is something else.
  fileprivate init?(waitingIn json: JSON) {
    guard json.end != nil, let body = json["sign_in"] else { return nil }
    self.init(exposedJSON: body)
  }
}

extension SignInRecords {
  /// When the ended sign-ins were last removed: at most once a minute, so that many sign-ins do not cost their square.
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
