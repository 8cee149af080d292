import Wayleave
import WayleaveConsole
import WayleaveKeyrings
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The store as a whole, and where its key is.
extension Workplace {
  /// The keyring for the key of a new store; nil with WAYLEAVE_HOME, which has everything in one folder.
  static var keyring: (any StoreKeyring)? { Environment.text("HOME") == nil ? keyringOfSession : nil }

  /// The keyring that this system has for its users.
  private static var keyringOfSession: any StoreKeyring {
    #if os(macOS)
      KeychainKeyring()
    #else
      SecretService()
    #endif
  }

  /// What opens a store without a passphrase: a keyring of the desktop or the kernel, or the key file.
  static func keyWithoutPassphrase(at path: String) -> FileStoreKey {
    let key = keyring.map { FileStoreKey.keyring($0, orKeyFile: path) } ?? .keyFile(path)
    return .either(key, or: .kernelKeyring(KernelKeyring()))
  }

  /// The vault of the accounts.
  var accountVault: FileVault { FileVault(directory: folders.credentials, key: key) }

  /// Every vault that has the user's key.
  var allVaults: [FileVault] { folders.vaults.map { FileVault(directory: $0, key: key) } }

  /// The key that the store has now, as what a new one is made from: it stays where it is.
  func presentKey() async throws(OAuthError) -> FileStoreKey {
    let alternatives = key.alternatives
    switch try await protection() {
    case .keyring?: return alternatives.first { if case .keyring = $0 { true } else { false } } ?? key
    case .kernelKeyring?: return .kernelKeyring(KernelKeyring())
    case .keyFile?, .passphrase?, nil:
      if case .passphrase = alternatives[0] { return key }
      return .keyFile(folders.key)
    }
  }

  /// Where the key of the store is; nil where there is no store.
  func protection() async throws(OAuthError) -> StoreProtection? {
    for vault in allVaults { if let protection = try await vault.protection() { return protection } }
    return nil
  }

  /// Whether the store was made for one session. What cannot be read of the vaults says nothing.
  func isForOneSession() async -> Bool {
    for vault in allVaults where (try? await vault.protection()) == .kernelKeyring { return true }
    return false
  }

  /// Every place where a key of the store can be, whatever the environment says now.
  var everyKey: FileStoreKey { .either(key, or: Self.keyWithoutPassphrase(at: folders.key)) }

  /// Where the key is, for people.
  func keyDescription(_ protection: StoreProtection?) -> String {
    switch protection {
    case .keyFile?: "the file \(DisplayText.clean(folders.key, limit: 300))"
    case .passphrase?: "a passphrase"
    case .keyring?: "in \(Self.keyringOfSession.name)"
    case .kernelKeyring?: "in the kernel keyring, until this machine restarts"
    case nil: "made with the first account"
    }
  }

  /// Makes each vault that is not there yet, with its key in the kernel keyring: one that is made later would have a key
  /// on the disk.
  func makeVaultsForOneSession() async throws(OAuthError) {
    let key = FileStoreKey.kernelKeyring(KernelKeyring())
    for folder in folders.vaults {
      let vault = FileVault(directory: folder, key: key)
      if try await vault.protection() == nil { try await vault.probe() }
    }
  }

  /// Says what protects a new store, and whose it is, when this command may make the store.
  func announceNewStore() {
    guard !folders.hasStore else { return }
    let caller = ProcessEnvironment.variable("SUDO_USER")
    if let warning = NewStoreKey.warning(runningAs: ThisProcess.user, calledBy: caller) { output.say(warning) }
    switch key.alternatives[0] {
    case .passphrase(let passphrase, _): output.warnIfShort(passphrase, "the passphrase of this new store", of: "store")
    case .keyring(let keyring, let path):
      guard (try? FileStatus.of(path, followingLink: true)) == nil else { return }
      let place = NewStoreKey(in: keyring, orKeyFile: path)
      // So that what is said stays true. What makes the store says why it cannot be written.
      try? key.choosePlace(inKeyring: place.isInKeyring)
      output.remark(place.remark)
    case .keyFile, .kernelKeyring, .either: break
    }
  }
}
