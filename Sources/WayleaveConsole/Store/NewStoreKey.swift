package import Wayleave
import WayleaveWire

/// Where the key of a store that is made now will be.
package struct NewStoreKey {
  private let keyring: any StoreKeyring
  private let path: String
  /// Why it is not in the keyring; nil where it is.
  private let reason: String?

  /// Asks a keyring, once, whether it takes the key; the key file is for one that does not.
  package init(in keyring: any StoreKeyring, orKeyFile path: String) {
    (self.keyring, self.path) = (keyring, path)
    reason = keyring.reasonAgainst()
  }

  /// Whether the keyring takes the key.
  package var isInKeyring: Bool { reason == nil }

  /// What is said of the place: the keyring, or the key file and the reason for that.
  package var remark: String {
    guard let reason else { return "The store is new. Its key will be in \(keyring.name), which is unlocked." }
    return "The store is new. Its key will be in the file \(DisplayText.clean(path, limit: 300)), and not in "
      + "\(keyring.name): \(reason)."
  }

  /// What is said where sudo makes a store for root; nil where it does not.
  ///
  /// - Parameters:
  ///   - user: the one whose program this is.
  ///   - name: the one who called sudo.
  package static func warning(runningAs user: UInt32, calledBy name: String?) -> String? {
    guard user == 0, let name, !name.isEmpty, name != "root" else { return nil }
    return "Warning: sudo runs this as root, so the new store is root's. \(DisplayText.clean(name, limit: 100)) has "
      + "another one: run the command without sudo to use that."
  }
}
