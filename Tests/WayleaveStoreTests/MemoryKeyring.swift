import WayleaveBackport
import WayleaveWire

@testable import Wayleave

/// A keyring in memory, which can be out of reach.
final class MemoryKeyring: StoreKeyring {
  private let state = Lock<(keys: [String: Secret], isAvailable: Bool)>(([:], true))
  private let fault = Lock<(asks: Bool, forgets: Bool)>((false, false))
  let name = "the keyring of a test"

  var count: Int { state.withLock { $0.keys.count } }
  func setAvailable(_ isAvailable: Bool) { state.withLock { $0.isAvailable = isAvailable } }

  /// It is locked, and asks the person where a key is put into it.
  func setAsking() { fault.withLock { $0.asks = true } }
  /// It takes a key, and has none.
  func setForgetful() { fault.withLock { $0.forgets = true } }

  func isAvailable() -> Bool { state.withLock { $0.isAvailable } && !fault.withLock { $0.asks } }
  func key(_ id: String) throws(OAuthError) -> Secret? {
    try requireAvailable()
    return state.withLock { $0.keys[id] }
  }
  func put(_ key: Secret, _ id: String, label: String) throws(OAuthError) {
    try requireAvailable()
    guard !fault.withLock({ $0.forgets }) else { return }
    state.withLock { $0.keys[id] = key }
  }
  func remove(_ id: String) throws(OAuthError) {
    state.withLock { $0.keys[id] = nil }
  }
  private func requireAvailable() throws(OAuthError) {
    guard state.withLock({ $0.isAvailable }) else {
      throw OAuthError(
        .storeLocked, rule: .wayleave("a keyring is open"), expected: "an open keyring", received: .nothing,
        remedy: "Open it.")
    }
  }
}
