public import WayleaveWire

/// The key of a store in files.
public enum FileStoreKey: Sendable {
  /// A file of 32 random bytes, made with the store: anyone who can read it can read the store.
  ///
  /// It protects a copy of the store without the key: a backup, a synchronised folder, a bug report.
  case keyFile(String)
  /// A passphrase of the user, and the cost of the key derivation, which counts when the store is made.
  case passphrase(Secret, cost: PassphraseCost = .standard)
  /// A keyring of the system, or a key file where the keyring cannot be used when the first store is made.
  ///
  /// Each later store has its key in the same place, and a store says itself which of the two it has. That never changes
  /// by itself: where the keyring was chosen and cannot be used now, a new store is refused by `store.locked`.
  case keyring(any StoreKeyring, orKeyFile: String)
  /// A keyring that is in memory alone, such as the kernel's: when the machine restarts, the key is gone, and no one can
  /// read the store any more.
  case kernelKeyring(any StoreKeyring)
  /// Two of them: a new store gets the first, and a store that is there is opened by the one that it has.
  indirect case either(FileStoreKey, or: FileStoreKey)

  /// What may open a store; the first is for a new one.
  package var alternatives: [FileStoreKey] {
    guard case .either(let first, let second) = self else { return [self] }
    return first.alternatives + second.alternatives
  }

  var isPassphrase: Bool {
    guard case .passphrase = self else { return false }
    return true
  }
}
