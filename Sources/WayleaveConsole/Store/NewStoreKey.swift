package import Wayleave
import WayleaveWire

/// Where the key of a store that is made now will be, for people.
package enum NewStoreKey {
  /// What is said of a keyring as the place; nil where nothing needs to be.
  ///
  /// A system that is expected to have its keyring, and cannot use it, says why: the key is in a file then, which is less.
  package static func remark(on keyring: any StoreKeyring, orKeyFile path: String) -> String? {
    if keyring.isAvailable() { return "The store is new. Its key will be in \(keyring.name), which is unlocked." }
    return keyring.reasonAgainst().map { reason in
      "The store is new. Its key will be in the file \(DisplayText.clean(path, limit: 300)), and not in "
        + "\(keyring.name): \(reason)."
    }
  }
}
