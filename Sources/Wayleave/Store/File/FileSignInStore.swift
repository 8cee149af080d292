import Synchronization
public import WayleaveWire
import WayleaveSignIn

/// Begun sign-ins in a folder, each in an encrypted file of its own.
///
/// A sign-in is taken by reading and removing its file under the folder's lock: of two that ask for it one gets it, and
/// a process that dies between the two steps leaves it for the next one.
public struct FileSignInStore: SignInStore {
  private let folder: EncryptedFolder
  private let now: @Sendable () -> Instant
  private let sweep = Sweep()

  /// A store in a folder, which is created at the first write; the path is absolute.
  public init(directory: String, key: FileStoreKey) {
    self.init(directory: directory, key: key, now: { WallClock.now() })
  }

  init(directory: String, key: FileStoreKey, now: @escaping @Sendable () -> Instant) {
    folder = EncryptedFolder(path: directory, key: key, kind: .signIn)
    self.now = now
  }

  /// The folder.
  public var location: String { folder.path }

  /// Saves a sign-in until its time is over.
  public func put(_ signIn: SignIn, under key: SignIn.Key, until end: Instant) async throws(OAuthError) {
    let now = now()
    try await folder.changing { [sweep] records throws(OAuthError) in
      if sweep.isDue(at: now) { try records.removeSignIns(endedBefore: now) }
      let record: JSON = ["until": JSON(end.secondsSinceEpoch), "sign_in": signIn.exposedJSON]
      try records.write(record, as: records.name(for: [key.bytes])) {
        $0["sign_in"].flatMap(SignIn.init(exposedJSON:))?.exposedJSON == signIn.exposedJSON
      }
    }
  }

  /// Hands over the sign-in of a key, once; nil when there is none, or its time is over.
  public func take(_ key: SignIn.Key, at now: Instant) async throws(OAuthError) -> SignIn? {
    // Most callbacks that belong to no sign-in need no lock, and no store is made for them.
    let isThere = try await folder.reading { records throws(OAuthError) in
      try records?.read(records?.name(for: [key.bytes]) ?? "") != nil
    }
    guard isThere else { return nil }
    return try await folder.changing { records throws(OAuthError) in
      let name = records.name(for: [key.bytes])
      guard let record = try records.read(name)?.json else { return nil }
      guard let end = record.end, let signIn = record["sign_in"].flatMap(SignIn.init(exposedJSON:)) else {
        throw records.unreadable(record, name)
      }
      try records.folder.remove(name)
      return now < end ? signIn : nil
    }
  }

  /// Whether a sign-in waits whose time is not over.
  package func isWaiting(at now: Instant) async throws(OAuthError) -> Bool {
    try await folder.reading { records throws(OAuthError) in
      guard let records else { return false }
      return try records.names().contains { name in
        guard let end = (try? records.read(name))?.json.end else { return false }
        return now < end
      }
    }
  }

  /// Forgets the sign-in of a key, if there is one.
  public func remove(_ key: SignIn.Key) async throws(OAuthError) {
    _ = try await take(key, at: Instant(secondsSinceEpoch: .max))
  }
}

extension FileSignInStore {
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

extension SealedRecords {
  /// Removes the sign-ins whose time is over; what cannot be read stays.
  fileprivate func removeSignIns(endedBefore now: Instant) throws(OAuthError) {
    for name in try names() {
      guard let end = (try? read(name))?.json.end, end <= now else { continue }
      try folder.remove(name)
    }
  }
}

extension JSON {
  fileprivate var end: Instant? { self["until"]?.integer.map(Instant.init(secondsSinceEpoch:)) }
}
