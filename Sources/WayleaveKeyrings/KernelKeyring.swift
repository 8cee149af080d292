import CWayleaveSystem
public import Wayleave
import WayleaveSystem
public import WayleaveWire

/// The keyring of the Linux kernel for one user: a place for the key of a store that ends when the machine restarts.
///
/// All processes of the user find the key, in whichever session they run; no other user does. It is in the memory of the
/// kernel alone, is never written to a disk and asks no one. Since Linux 5.3 it stays until the machine restarts; an
/// earlier kernel drops it when the last process of the user ends. A container has a keyring of its own, or none.
///
/// Source: keyrings(7), user-keyring(7) and keyctl(2) of Linux.
public struct KernelKeyring: StoreKeyring {
  /// The user's keyring.
  public init() {}

  /// “the kernel keyring”.
  public var name: String { "the kernel keyring" }

  /// Whether the kernel lets this process use it.
  public func isAvailable() -> Bool { wayleave_keyring_check() == WAYLEAVE_KEYRING_DONE }

  /// The key under an id; nil when there is none, or when it was revoked. Throws `store.locked` where the calls are
  /// forbidden.
  public func key(_ id: String) throws(OAuthError) -> Secret? {
    var capacity = Self.usualSize
    while true {
      var bytes = [UInt8](repeating: 0, count: capacity)
      defer { bytes.wipe() }
      var size: UInt = 0
      let result = bytes.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { wayleave_keyring_read(Self.description(of: id), $0, UInt(bytes.count), &size) }
      }
      guard try Self.isDone(result) else { return nil }
      if size <= capacity {
        return bytes.withUnsafeBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0.prefix(Int(size)))) }
      }
      capacity = Int(size)
    }
  }

  /// Saves a key under an id. The label is not used: every process of the user could read it, and some of others.
  public func put(_ key: Secret, _ id: String, label: String) throws(OAuthError) {
    let result = key.withExposedBytes { bytes in
      bytes.baseAddress.map { wayleave_keyring_put(Self.description(of: id), $0, UInt(bytes.count)) }
    }
    guard try Self.isDone(result) else { throw .kernelKeyringFailed("it did not take the key") }
  }

  /// Removes the key of an id.
  public func remove(_ id: String) throws(OAuthError) {
    _ = try Self.isDone(wayleave_keyring_remove(Self.description(of: id)))
  }

  /// The size of the key of a store.
  private static let usualSize = 32

  /// What the key is called in the kernel: whose it is, and nothing that says more.
  private static func description(of id: String) -> String { "wayleave:" + id }

  /// Whether there was something; throws why the kernel refused. Nil stands for a key without bytes.
  private static func isDone(_ result: wayleave_keyring_result?) throws(OAuthError) -> Bool {
    switch result {
    case WAYLEAVE_KEYRING_DONE?: return true
    case WAYLEAVE_KEYRING_NOTHING?: return false
    case WAYLEAVE_KEYRING_REFUSED?: throw .kernelKeyringFailed("the system forbids it, as in many containers")
    case WAYLEAVE_KEYRING_MISSING?: throw .kernelKeyringFailed("this system has none")
    case WAYLEAVE_KEYRING_FULL?: throw .kernelKeyringFull()
    default: throw .kernelKeyringFailed("the kernel reports a failure")
    }
  }
}

extension OAuthError {
  fileprivate static func kernelKeyringFailed(_ reason: String) -> OAuthError {
    OAuthError(
      .storeLocked, message: "The kernel keyring cannot be used: \(reason).",
      rule: .wayleave("the key of a store stays where it is"),
      remedy: """
        Nothing was changed. Use the store outside of the container or sandbox, or have its key in another place.
        """)
  }

  fileprivate static func kernelKeyringFull() -> OAuthError {
    OAuthError(
      .storeUnwritable, message: "The kernel keyring is full: you have as many keys as the system allows.",
      rule: .wayleave("a store can be written"),
      remedy: """
        What was stored before is intact. See /proc/key-users and keyrings(7) for the limits, or have the key in \
        another place.
        """)
  }
}
