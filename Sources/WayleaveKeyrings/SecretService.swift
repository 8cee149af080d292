import CSecretService
public import Wayleave
import WayleaveBackport
public import WayleaveWire

/// The Secret Service of a Linux desktop, such as GNOME Keyring or KWallet: a place for the key of a store.
///
/// It is reached by libsecret, which is loaded at the first use and need not be installed. Its daemon protects the key
/// with the password of the user's session. A call may wait for a person who unlocks the keyring.
///
/// Source: the Secret Service API of freedesktop.org.
public struct SecretService: StoreKeyring {
  /// The Secret Service of the session.
  public init() {}

  /// “the desktop's keyring (the Secret Service)”.
  public var name: String { "the desktop's keyring (the Secret Service)" }

  /// Whether its default keyring is there and unlocked; at most 300 ms are waited.
  public func isAvailable() -> Bool { secret_service_is_available(300) != 0 }

  /// The key under an id; nil when there is none. Throws `store.locked` when the service cannot be used.
  ///
  /// A person who does not unlock it is not asked again within a minute: a program has several stores.
  public func key(_ id: String) throws(OAuthError) -> Secret? {
    if let refusal = Self.refusal.withLock({ $0 }), .now < refusal.end, !isAvailable() { throw refusal.error }
    do throws(OAuthError) { return try lookUp(id) } catch {
      Self.refusal.withLock { $0 = (error, .now + .seconds(60)) }
      throw error
    }
  }

  /// Why the service gave no key, and until when it is not asked again.
  private static let refusal = Lock<(error: OAuthError, end: ContinuousClock.Instant)?>(nil)

  private func lookUp(_ id: String) throws(OAuthError) -> Secret? {
    var (secret, failure): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
    let result = secret_service_lookup(id, &secret, &failure)
    defer { secret_service_free_secret(secret) }
    guard try isDone(result, failure), let secret else { return nil }
    let text = UnsafeRawBufferPointer(start: secret, count: Self.length(of: secret))
    guard let bytes = Base64.standard.decode(String(decoding: text, as: UTF8.self)) else {
      throw .keyringFailed(name, "the key in it is damaged")
    }
    return Secret(bytes)
  }

  /// Saves a key under an id; `label` is what programs for keyrings show.
  public func put(_ key: Secret, _ id: String, label: String) throws(OAuthError) {
    var failure: UnsafeMutablePointer<CChar>?
    let text = Base64.standard.encodedText(key.exposedBytes)
    guard try isDone(secret_service_store(id, label, text, &failure), failure) else {
      throw .keyringFailed(name, "the key was not saved")
    }
  }

  /// Removes the key of an id.
  public func remove(_ id: String) throws(OAuthError) {
    var failure: UnsafeMutablePointer<CChar>?
    _ = try isDone(secret_service_clear(id, &failure), failure)
  }

  /// Whether there was something; throws what the service reports.
  private func isDone(
    _ result: secret_service_result, _ failure: UnsafeMutablePointer<CChar>?
  ) throws(OAuthError) -> Bool {
    defer { secret_service_free_failure(failure) }
    switch result {
    case SECRET_SERVICE_DONE: return true
    case SECRET_SERVICE_NOTHING: return false
    case SECRET_SERVICE_MISSING: throw .keyringFailed(name, "libsecret is not installed")
    default: throw .keyringFailed(name, failure.map { String(cString: $0) } ?? "it failed")
    }
  }

  private static func length(of text: UnsafeMutablePointer<CChar>) -> Int {
    var length = 0
    while text[length] != 0 { length += 1 }
    return length
  }
}

extension OAuthError {
  fileprivate static func keyringFailed(_ name: String, _ reason: String) -> OAuthError {
    OAuthError(
      .storeLocked, message: "The key of the store is in \(name), which cannot be used: \(DisplayText.clean(reason)).",
      rule: .wayleave("the key of a store stays where it is"),
      remedy: "Log in to the desktop and unlock its keyring, or install libsecret. Then try again.")
  }
}
