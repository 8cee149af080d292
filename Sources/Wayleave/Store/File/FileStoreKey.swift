public import WayleaveWire

/// What opens a store in files.
public enum FileStoreKey: Sendable {
  /// A file of 32 random bytes, made with the store: whoever can read it can read the store.
  ///
  /// It guards against what copies the store and not the key: a backup, a synchronised folder, a bug report.
  case keyFile(String)
  /// A passphrase of the user's, and how dear each guess at it is made; the cost counts when the store is made.
  case passphrase(Secret, cost: PassphraseCost = .standard)

  var isPassphrase: Bool {
    guard case .passphrase = self else { return false }
    return true
  }
}
