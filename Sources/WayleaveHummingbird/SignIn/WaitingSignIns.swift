import Wayleave
import WayleaveBackport
import WayleaveSignIn
import WayleaveWire

/// The sign-ins of a website that have begun, in a bounded number: where there are too many, the oldest are forgotten.
///
/// Anyone can begin a sign-in, so their number is not the website's to choose. Each process counts its own; those of a
/// process that has ended go when their time is over.
struct WaitingSignIns: Sendable {
  private let records: WebsiteRecords
  private let accounts: Accounts
  private let order: Order

  init(in records: WebsiteRecords, of accounts: Accounts, maximum: Int) {
    self.records = records
    self.accounts = accounts
    order = Order(maximum: maximum)
  }

  /// Stores a sign-in under the key that its callback names.
  func put(_ signIn: WaitingSignIn, under key: SignIn.Key, at now: Instant) async throws(OAuthError) {
    do throws(OAuthError) {
      try await records.sweep(at: now)
      try await records.write(signIn.json, as: .signIn(key.bytes))
    } catch {
      // Without this record, no callback finishes it.
      await accounts.forget(key)
      throw error
    }
    guard let oldest = order.add(key) else { return }
    try await records.remove(.signIn(oldest.bytes))
    await accounts.forget(oldest)
  }

  /// Hands over the sign-in of a key, once; nil for none, and for one whose time is over.
  func take(_ key: SignIn.Key, at now: Instant) async throws(OAuthError) -> WaitingSignIn? {
    let name = RecordName.signIn(key.bytes)
    guard let (json, revision) = try await records.read(name),
      try await records.remove(name, expecting: .revision(revision))
    else { return nil }
    order.remove(key)
    return WaitingSignIn(json: json).flatMap { now < $0.end ? $0 : nil }
  }

  /// The keys in the order in which they were added.
  fileprivate final class Order: Sendable {
    fileprivate struct State {
      var keys: [SignIn.Key?] = []
      var places: [[UInt8]: Int] = [:]
      /// Before it, there is no key.
      var oldest = 0
    }

    private let maximum: Int
    private let state = Lock(State())

    init(maximum: Int) { self.maximum = max(maximum, 1) }

    /// Adds a key, and takes the oldest one out where there are too many.
    func add(_ key: SignIn.Key) -> SignIn.Key? {
      state.withLock { state in
        state.places[key.bytes] = state.keys.count
        state.keys.append(key)
        guard state.places.count > maximum else { return nil }
        let dropped = state.keys[state.oldest...].first { $0 != nil }.flatMap(\.self)
        if let dropped { state.remove(dropped) }
        return dropped
      }
    }

    func remove(_ key: SignIn.Key) { state.withLock { $0.remove(key) } }
  }
}

extension WaitingSignIns.Order.State {
  /// Takes a key out, and closes the gaps before they are as many as the keys.
  fileprivate mutating func remove(_ key: SignIn.Key) {
    guard let place = places.removeValue(forKey: key.bytes) else { return }
    keys[place] = nil
    while oldest < keys.count, keys[oldest] == nil { oldest += 1 }
    guard keys.count > 2 * places.count + 64 else { return }
    keys = keys.filter { $0 != nil }
    oldest = 0
    for (place, key) in keys.enumerated() { if let key { places[key.bytes] = place } }
  }
}
