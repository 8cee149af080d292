public import WayleaveWire

/// The key of a store in files.
public enum FileStoreKey: Sendable {
  /// A file of 32 random bytes, made with the store: anyone who can read it can read the store.
  ///
  /// It protects a copy of the store without the key: a backup, a synchronised folder, a bug report.
  case keyFile(String)
  /// A passphrase of the user, and the cost of the key derivation, which counts when the store is made.
  case passphrase(Secret, cost: PassphraseCost = .standard)
  /// A keyring of the system; for a new store a key file where the keyring cannot be used.
  ///
  /// A store says itself which of the two it has. That never changes by itself.
  case keyring(any StoreKeyring, orKeyFile: String)

  var isPassphrase: Bool {
    guard case .passphrase = self else { return false }
    return true
  }
}
