package import Wayleave
import WayleaveWire

/// Where the key of a store that is made now will be, for people.
package enum NewStoreKey {
  /// What is said of the place: the keyring, or the key file and the reason for that.
  package static func remark(on keyring: any StoreKeyring, orKeyFile path: String) -> String {
    guard let reason = keyring.reasonAgainst() else {
      return "The store is new. Its key will be in \(keyring.name), which is unlocked."
    }
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
