package import WayleaveWire

/// Where the key of a store in files comes from.
package enum StoreProtection: String, Sendable, CaseIterable {
  /// A file of random bytes.
  case keyFile = "key_file"
  /// A passphrase.
  case passphrase
  /// A keyring of the system.
  case keyring
  /// A keyring in memory, such as the kernel's, which ends with the machine's run.
  case kernelKeyring = "kernel_keyring"
}

extension FileVault {
  /// Where the key of the vault comes from; nil where no store has been made yet. It opens nothing.
  package func protection() async throws(OAuthError) -> StoreProtection? {
    switch try await folder.protection() {
    case nil: nil
    case .keyFile?: .keyFile
    case .passphrase?: .passphrase
    case .keyring?: .keyring
    case .kernelKeyring?: .kernelKeyring
    }
  }

  /// Whether a passphrase opens the vault; false where there is no store yet, or what is there cannot be read.
  package var hasPassphrase: Bool { folder.hasPassphrase }
}
