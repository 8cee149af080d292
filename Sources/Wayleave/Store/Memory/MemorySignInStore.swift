import Crypto
public import WayleaveWire
import WayleaveSignIn

/// Begun sign-ins that end with the process.
public actor MemorySignInStore: SignInStore {
  private var waiting: [SHA256Digest: (signIn: SignIn, end: Instant)] = [:]
  private let now: @Sendable () -> Instant

  /// A store that holds nothing.
  public init() { now = { WallClock.now() } }

  init(now: @escaping @Sendable () -> Instant) { self.now = now }

  /// The memory of this process, in words.
  public nonisolated var location: String { "the memory of this process" }

  /// Saves a sign-in until its time is over.
  public func put(_ signIn: SignIn, under key: SignIn.Key, until end: Instant) {
    let now = now()
    waiting = waiting.filter { $0.value.end > now }
    waiting[SHA256.hash(data: key.bytes)] = (signIn, end)
  }

  /// Hands over the sign-in of a key, once; nil when there is none, or its time is over.
  public func take(_ key: SignIn.Key, at now: Instant) -> SignIn? {
    guard let found = waiting.removeValue(forKey: SHA256.hash(data: key.bytes)), now < found.end else { return nil }
    return found.signIn
  }

  /// Forgets the sign-in of a key, if there is one.
  public func remove(_ key: SignIn.Key) {
    waiting[SHA256.hash(data: key.bytes)] = nil
  }
}
