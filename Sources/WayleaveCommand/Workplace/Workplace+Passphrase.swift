import Wayleave
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The passphrase of the store, where the user protects it by one.
extension Workplace {
  /// What opens the store: a passphrase of the environment or of the person at the terminal, or what opens one without a
  /// passphrase.
  static func storeKey(in folders: Folders, isAsking: Bool) throws(OAuthError) -> FileStoreKey {
    for name in ["STORE_PASSPHRASE", "STORE_PASSPHRASE_FILE"] where Environment.isEmpty(name) {
      // The command that should print the passphrase may have failed. The user did not mean a store without one.
      throw .emptyPassphrase(name)
    }
    if let file = Environment.text("STORE_PASSPHRASE_FILE") { return .passphrase(try TextFile.secret(file)) }
    if let passphrase = Environment.secret("STORE_PASSPHRASE") { return .passphrase(passphrase) }
    let key = keyWithoutPassphrase(at: folders.key)
    // In a pipe no one is asked: what opens the store says then that it has a passphrase.
    guard isAsking, FileDescriptor.standardInput.isTerminal,
      folders.vaults.contains(where: { FileVault(directory: $0, key: key).hasPassphrase })
    else { return key }
    return .passphrase(try PassphraseInput(file: nil, protected: "store", option: nil).known())
  }
}

extension OutputOptions {
  /// Warns of a passphrase that is found soon by trying; `title` is what people call it, and `protected` what it protects.
  func warnIfShort(_ passphrase: Secret, _ title: String, of protected: String) {
    guard passphrase.count < Self.shortestPassphrase else { return }
    let size = passphrase.count == 1 ? "1 byte" : "\(passphrase.count) bytes"
    say(
      "Warning: \(title) has only \(size). Use at least \(Self.shortestPassphrase), such as four "
        + "words: anyone with a copy of the \(protected) can try all short ones.")
  }

  /// In bytes: four short words.
  private static let shortestPassphrase = 12
}

extension OAuthError {
  fileprivate static func emptyPassphrase(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "WAYLEAVE_\(name) is set, and is empty.", rule: .wayleave("a passphrase is not empty"),
      remedy: "Unset the variable to use the key file, or give the passphrase.")
  }
}
