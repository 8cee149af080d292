import Crypto
import WayleaveSystem
import WayleaveWire

/// Where a process sees the kernel's keyring: in a run of a machine, and in a user namespace, as a container has its own.
///
/// The id of a key there begins with it, so that a key that is not seen is not taken for one that is gone.
struct KernelKeyPlace: Sendable {
  /// The first byte of an id that names a place; those of earlier versions are random.
  private static let version: UInt8 = 1

  private let run: [UInt8]
  private let namespace: [UInt8]
  private let machine: [UInt8]

  init(run: String?, namespace: String?, machine: String?) {
    self.run = Self.mark(run, of: 4)
    self.namespace = Self.mark(namespace, of: 3)
    self.machine = Self.mark(machine, of: 3)
  }

  /// The place of this process.
  static var here: KernelKeyPlace {
    KernelKeyPlace(run: ThisMachine.run, namespace: ThisMachine.userNamespace, machine: ThisMachine.id)
  }

  /// An id for a new key: this place, and random bytes.
  func newID() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    let place = [Self.version] + run + namespace + machine
    return place + RandomText.bytes(StoreHeader.saltSize - place.count, using: &random)
  }

  /// Whether the key of an id that is not seen here is gone for good: this machine has restarted since, or the keyring is
  /// the one in which it was. An id of an earlier version names no place, and counts as gone.
  ///
  /// Elsewhere, as outside of this container, the store may be in use: nothing may be done that destroys it.
  func isGone(_ id: [UInt8]) -> Bool {
    guard id.first == Self.version else { return true }
    let id = KernelKeyPlace(id)
    guard Self.isKnown(id.run), Self.isKnown(run) else { return false }
    if id.run == run { return id.namespace == namespace && Self.isKnown(namespace) }
    return id.machine == machine && Self.isKnown(machine)
  }

  private init(_ id: [UInt8]) {
    run = Array(id.dropFirst().prefix(4))
    namespace = Array(id.dropFirst(5).prefix(3))
    machine = Array(id.dropFirst(8).prefix(3))
  }

  /// The first bytes of a digest; zeros for what is unknown.
  private static func mark(_ text: String?, of count: Int) -> [UInt8] {
    guard let text else { return [UInt8](repeating: 0, count: count) }
    return Array(SHA256.hash(data: Array("wayleave key place \(text)".utf8)).prefix(count))
  }

  /// What is unknown is the same as nothing: two containers may each have no machine id.
  private static func isKnown(_ mark: [UInt8]) -> Bool { mark.contains { $0 != 0 } }
}
