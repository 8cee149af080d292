import WayleaveSystem
public import WayleaveWire

/// The change of the key of stores.
extension FileVault {
  /// Gives vaults new keys, and encrypts all their records again.
  ///
  /// Other programs go on using the vaults meanwhile; where the passphrase is another one, end them first. A change that
  /// was interrupted is finished by the next one with the same keys. Gives the number of records that were encrypted
  /// again. Throws `store.busy` when a record is in use for a minute, or when the keys are being changed already, and
  /// `store.locked` when the keyring for the new key cannot be used.
  ///
  /// - Parameters:
  ///   - vaults: all that share a key file: one that is left out can no longer be opened.
  ///   - oldKey: what the vaults have now.
  ///   - key: what they have afterwards: the same for a new key in the same place.
  public static func changeKey(
    of vaults: [FileVault], from oldKey: FileStoreKey, to key: FileStoreKey
  ) async throws(OAuthError) -> Int {
    let key = key.alternatives[0]
    if case .keyring(let keyring, _) = key, !keyring.isAvailable() { throw .keyringUnavailable(keyring.name) }
    for vault in vaults { vault.folder.alsoOpen(with: key) }
    var locks: [FileLock] = []
    defer { for lock in locks { lock.release() } }
    var (waiting, count, isFirst) = (vaults, 0, true)
    // Again, for a store that another program has made meanwhile.
    while true {
      var (present, absent): ([FileVault], [FileVault]) = ([], [])
      for vault in waiting {
        if try await vault.folder.exists() { present.append(vault) } else { absent.append(vault) }
      }
      guard !present.isEmpty else { break }
      for vault in present { locks.append(try await vault.folder.takeKeyChangeLock()) }
      if isFirst { try key.addNewKey() }
      isFirst = false
      var openings: [StoreOpening] = []
      for vault in present { openings.append(try await vault.folder.beginKeyChange(to: key)) }
      for (vault, opening) in zip(present, openings) {
        count += try await vault.encryptAgain()
        try await vault.folder.endKeyChange(to: key, openedBy: opening)
      }
      waiting = absent
    }
    if !isFirst { try oldKey.removeReplaced(by: key) }
    return count
  }

  /// Encrypts each record again that has the replaced key. A record that no key reads is left as it is.
  private func encryptAgain() async throws(OAuthError) -> Int {
    var count = 0
    for kind in RecordKind.allCases {
      for id in try await ids(of: kind) where try await hasReplacedKey(id, kind) {
        let lock = try await folder.takeLock(until: .now + AccountLockWait.ofSignIn) { _ in
          SealedRecords.lockName(ofFile: id)
        }
        defer { lock.release() }
        try await folder.changing { records throws(OAuthError) in
          // It may have been changed while the lock was waited for.
          if try records.hasReplacedKey(id, kind) { try records.encryptAgain(id, kind) }
        }
        count += 1
      }
    }
    return count
  }

  private func hasReplacedKey(_ id: String, _ kind: RecordKind) async throws(OAuthError) -> Bool {
    try await folder.reading { records throws(OAuthError) in try records?.hasReplacedKey(id, kind) ?? false }
  }
}

/// The end of stores.
extension FileVault {
  /// Removes everything that is in vaults, and the keys that opened them. Nothing needs to be readable.
  ///
  /// Other programs wait meanwhile; then they find empty vaults. Other files in the folders stay. Throws `store.busy`
  /// where another program does not let go in ten seconds, and `store.locked` where the key may be in the kernel keyring
  /// as it is seen elsewhere, such as outside of this container; then nothing is removed. After any other failure it can be
  /// called again. A key in a keyring that cannot be reached stays there, and opens copies of the store alone.
  ///
  /// - Parameters:
  ///   - vaults: all that share a key file.
  ///   - key: what opens them, or did.
  ///   - newKey: what opens them from then on; nil leaves no store, and the next write makes one.
  public static func erase(
    _ vaults: [FileVault], openedBy key: FileStoreKey, beginningWith newKey: FileStoreKey? = nil
  ) async throws(OAuthError) {
    var locks: [FileLock] = []
    defer { for lock in locks { lock.release() } }
    for name in EncryptedFolder.locksAgainstAll {
      for vault in vaults { locks.append(try await vault.folder.takeLock(named: name, until: .now + .seconds(10))) }
    }
    for vault in vaults { try await vault.folder.requireErasable(key) }
    var openings: [StoreOpening?] = []
    for vault in vaults {
      if let newKey { openings.append(try await vault.folder.newOpening(by: newKey)) } else { openings.append(nil) }
    }
    for vault in vaults { try await vault.folder.forgetKeys(key) }
    for path in key.alternatives.compactMap(\.keyFilePath) { try KeyFile(path).remove() }
    for (vault, opening) in zip(vaults, openings) { try await vault.folder.erase(beginningWith: opening) }
  }
}

extension FileStoreKey {
  /// Adds a key to the key file, if that is where the key is.
  fileprivate func addNewKey() throws(OAuthError) {
    guard case .keyFile(let path) = self, try !KeyFile(path).read().keys.isEmpty else { return }
    guard try KeyFile(path).addKey() != nil else { throw .storeBusy(path) }
  }

  /// Removes what opens no store any more: the old key of a key file, or the whole file. Notes a keyring as the place.
  fileprivate func removeReplaced(by key: FileStoreKey) throws(OAuthError) {
    if case .keyFile(let path) = key { guard try KeyFile(path).removeOldKeys() != nil else { throw .storeBusy(path) } }
    for path in alternatives.compactMap(\.keyFilePath) where path != key.keyFilePath { try KeyFile(path).remove() }
    if case .keyring(_, let path) = key {
      guard try KeyFile(path).moveToKeyring() != nil else { throw .storeBusy(path) }
    }
  }

  /// Where its key file is, or would be; nil where it has none.
  fileprivate var keyFilePath: String? {
    switch self {
    case .keyFile(let path), .keyring(_, let path): path
    case .passphrase, .kernelKeyring, .either: nil
    }
  }
}

extension OAuthError {
  fileprivate static func keyringUnavailable(_ name: String) -> OAuthError {
    OAuthError(
      .storeLocked, message: "\(name.prefix(1).uppercased())\(name.dropFirst()) is locked, or does not answer.",
      rule: .wayleave("a key goes where it is wanted"),
      remedy: "Unlock it and try again, or choose another place for the key.")
  }
}
