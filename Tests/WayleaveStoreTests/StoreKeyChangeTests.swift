import Foundation
import Testing
import WayleaveBackport
import WayleaveSystem
import WayleaveWire

@testable import Wayleave
@testable import WayleaveExamples

@Suite("File stores: the change of the key")
struct StoreKeyChangeTests {
  let folder = TemporaryFolder()
  let cost = PassphraseCost(logarithm: 14) ?? .standard
  let accounts = (0..<5).map { Account(provider: "p", client: "c", subject: "\($0)") }

  var keyFile: FileStoreKey { .keyFile("\(folder.path)/key") }
  func vault(_ key: FileStoreKey, _ name: String = "store") -> FileVault {
    FileVault(directory: "\(folder.path)/\(name)", key: key)
  }
  func fill(_ vault: FileVault) async throws {
    let store = CredentialRecords(in: vault)
    for account in accounts { try await store.replace(account, with: .sample(account, token: "1"), expecting: nil) }
    // One has an earlier version.
    let revision = try await store.load(accounts[0])?.revision
    try await store.replace(accounts[0], with: .sample(accounts[0], token: "2"), expecting: revision)
  }
  func tokens(_ vault: FileVault) async throws -> [String] {
    try await CredentialRecords(in: vault).all().map { $0.token ?? "" }
  }

  @Test func `a key file gets a new key, and a copy of the old one opens nothing`() async throws {
    let vault = vault(keyFile)
    try await fill(vault)
    let (oldKey, oldFiles) = (folder.bytes("key"), folder.files())
    #expect(try await FileVault.changeKey(of: [vault], from: keyFile, to: keyFile) == 5)
    #expect(folder.bytes("key").count == 32 && folder.bytes("key") != oldKey)
    #expect(try await tokens(vault) == ["2", "1", "1", "1", "1"])
    #expect(try await tokens(self.vault(keyFile)) == ["2", "1", "1", "1", "1"])
    let newFiles = folder.files()
    for (name, bytes) in oldFiles where !bytes.isEmpty { #expect(newFiles[name] != bytes, "\(name)") }
    #expect(!newFiles.keys.contains { $0.hasSuffix(".earlier") })
    folder.write("old", oldKey)
    #expect(
      await code { _ = try await self.vault(.keyFile("\(folder.path)/old")).ids(of: .credential) } == .storeDamaged)
  }

  @Test func `another program that has the store open goes on with it`() async throws {
    let (mine, other) = (vault(keyFile), vault(keyFile))
    try await fill(mine)
    #expect(try await tokens(other).count == 5)
    #expect(try await FileVault.changeKey(of: [mine], from: keyFile, to: keyFile) == 5)
    #expect(try await tokens(other) == ["2", "1", "1", "1", "1"])
    let store = CredentialRecords(in: other)
    let held = try #require(try await store.load(accounts[1]))
    try await store.replace(accounts[1], with: .sample(accounts[1], token: "3"), expecting: held.revision)
    #expect(try await tokens(mine) == ["2", "3", "1", "1", "1"])
  }

  @Test func `while another program changes one of the vaults, nothing is erased of any`() async throws {
    let vaults = [vault(keyFile), vault(keyFile, "other")]
    for vault in vaults { try await fill(vault) }
    for name in ["lock", "keys.lock"] {
      let other = vault(keyFile, "other")
      let lock = try await other.folder.takeLock(named: name, until: .now + .seconds(5))
      let key = keyFile
      let erasing = Task { try await FileVault.erase(vaults, openedBy: key) }
      try await Task.sleep(for: .milliseconds(200))
      #expect(try await tokens(vault(keyFile)).count == 5 && folder.bytes("key").count == 32, "\(name)")
      lock.release()
      try await erasing.value
      #expect(folder.bytes("key").isEmpty)
      for name in ["store", "other"] { #expect(try await tokens(vault(keyFile, name)).isEmpty, "\(name)") }
      // What is stored from then on is in a new store.
      for vault in vaults { try await fill(vault) }
    }
  }

  @Test func `only the store is erased, readable or not, and what others have in its folder stays`() async throws {
    let vault = vault(keyFile)
    try await fill(vault)
    folder.write("store/notes", [1])
    for name in ["store/store", "store/store.copy"] { try folder.overwrite(name, with: [7, 7, 7]) }
    #expect(await code { _ = try await self.tokens(self.vault(keyFile)) } == .storeDamaged)
    try await FileVault.erase([vault], openedBy: keyFile)
    #expect(folder.bytes("key").isEmpty)
    #expect(Set(folder.files().keys.filter { !$0.hasSuffix("lock") }) == ["notes"])
    try await fill(self.vault(keyFile))
    #expect(try await tokens(self.vault(keyFile)).count == 5)
  }

  @Test func `several stores with one key file change together`() async throws {
    let vaults = [vault(keyFile), vault(keyFile, "other"), vault(keyFile, "never-made")]
    for vault in vaults.dropLast() { try await fill(vault) }
    #expect(try await FileVault.changeKey(of: vaults, from: keyFile, to: keyFile) == 10)
    for vault in vaults.dropLast() { #expect(try await tokens(vault).count == 5) }
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/never-made"))
  }

  @Test func `from a key file to a passphrase and back; the file goes and comes`() async throws {
    let passphrase = FileStoreKey.passphrase(Secret("four words are enough"), cost: cost)
    try await fill(vault(keyFile))
    #expect(try await FileVault.changeKey(of: [vault(keyFile)], from: keyFile, to: passphrase) == 5)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/key"))
    #expect(try await tokens(vault(passphrase)).count == 5)
    #expect(await code { _ = try await vault(keyFile).ids(of: .credential) } == .storeLocked)
    #expect(try await FileVault.changeKey(of: [vault(passphrase)], from: passphrase, to: keyFile) == 5)
    #expect(try await tokens(vault(keyFile)).count == 5)
    #expect(await code { _ = try await vault(passphrase).ids(of: .credential) } == .storeDamaged)
  }

  #if os(Linux)
    @Test func `271: a change that ends twice at a system call loses nothing, and the next one finishes it`()
      async throws
    {
      let passphrase = FileStoreKey.passphrase(Secret("four words are enough"), cost: cost)
      for target in [keyFile, passphrase] {
        var isFinished = false
        for index in stride(from: 0, to: 2000, by: 31) where !isFinished {
          let test = StoreKeyChangeTests()
          let (key, place) = (test.keyFile, test.vault(test.keyFile))
          let target = target.isPassphraseForTests ? target : key
          try await test.fill(place)
          for round in 0..<2 where !isFinished {
            let calls = Lock(0)
            let outcome = try? await SystemCalls.$watcher.withValue({ _ in
              calls.withLock {
                $0 += 1
                return $0 > index ? EIO : nil
              }
            }) { try await FileVault.changeKey(of: [place], from: key, to: target) }
            // The second begins where the first has ended, and so needs fewer calls.
            isFinished = round == 0 && outcome != nil
          }
          // Another process, which knows both keys.
          let next = test.vault(key)
          _ = try await FileVault.changeKey(of: [next], from: key, to: target)
          #expect(try await test.tokens(test.vault(target)) == ["2", "1", "1", "1", "1"], "ended at \(index)")
        }
        #expect(isFinished)
      }
    }
  #endif

  @Test func `two changes at once: one is busy, and the store opens with the key of the other`() async throws {
    try await fill(vault(keyFile))
    let results = await withTaskGroup(of: OAuthError.Code?.self) { group in
      for _ in 0..<4 {
        group.addTask { [self] in
          await code { _ = try await FileVault.changeKey(of: [vault(keyFile)], from: keyFile, to: keyFile) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.contains(nil) && results.allSatisfy { $0 == nil || $0 == .storeBusy })
    #expect(try await tokens(vault(keyFile)) == ["2", "1", "1", "1", "1"])
  }

  @Test func `the earlier version of a damaged record is saved with the new key`() async throws {
    try await fill(vault(keyFile))
    let earlier = try #require(folder.onlyFile(".earlier"))
    try folder.overwrite(String(earlier.dropLast(".earlier".count)), with: [])
    _ = try await FileVault.changeKey(of: [vault(keyFile)], from: keyFile, to: keyFile)
    #expect(try await tokens(vault(keyFile)) == ["1", "1", "1", "1", "1"])
  }

  @Test func `a record that is exposed or of a later version stops the change, and can be read afterwards`()
    async throws
  {
    try await fill(vault(keyFile))
    let name = try #require(folder.files().keys.filter { $0.hasSuffix(".credential") }.min())
    try folder.setMode(0o644, of: "store/\(name)")
    #expect(
      await code { _ = try await FileVault.changeKey(of: [vault(keyFile)], from: keyFile, to: keyFile) }
        == .storeExposed)
    try folder.setMode(0o600, of: "store/\(name)")
    #expect(try await tokens(vault(keyFile)).count == 5)
    let whole = folder.bytes("store/\(name)")
    var later = whole
    later[8] = 2
    try folder.overwrite("store/\(name)", with: later)
    #expect(
      await code { _ = try await FileVault.changeKey(of: [vault(keyFile)], from: keyFile, to: keyFile) }
        == .storeTooNew)
    try folder.overwrite("store/\(name)", with: whole)
    _ = try await FileVault.changeKey(of: [vault(keyFile)], from: keyFile, to: keyFile)
    #expect(try await tokens(vault(keyFile)).count == 5)
  }

  @Test func `a header of before the change that is put back does not hide the present one`() async throws {
    let read = vault(keyFile)
    try await fill(read)
    let old = folder.bytes("store/store")
    let key = folder.bytes("key")
    _ = try await FileVault.changeKey(of: [vault(keyFile)], from: keyFile, to: keyFile)
    try folder.overwrite("store/store", with: old)
    // Also where the old key is there again.
    try folder.overwrite("key", with: folder.bytes("key") + key)
    // The one that was read before knows the header that was put back.
    for vault in [vault(keyFile), read] { #expect(try await tokens(vault) == ["2", "1", "1", "1", "1"]) }
    try await vault(keyFile).probe()
    #expect(folder.bytes("store/store") == folder.bytes("store/store.copy"))
  }

  @Test func `credentials that change meanwhile are neither lost nor refused`() async throws {
    let place = vault(keyFile)
    try await fill(place)
    let store = CredentialRecords(in: vault(keyFile))
    async let changed = FileVault.changeKey(of: [place], from: keyFile, to: keyFile)
    for round in 0..<20 {
      let account = accounts[round % 5]
      try await store.withLock(on: account, until: .now + .seconds(20)) {
        let held = try #require(try await store.load(account))
        try await store.replace(account, with: .sample(account, token: "r\(round)"), expecting: held.revision)
      }
    }
    #expect(try await changed <= 5)
    #expect(try await tokens(vault(keyFile)) == ["r15", "r16", "r17", "r18", "r19"])
  }

  @Test func `one passphrase takes the place of another`() async throws {
    let (old, new) = (
      FileStoreKey.passphrase(Secret("the old passphrase"), cost: cost),
      FileStoreKey.passphrase(Secret("the new passphrase"), cost: cost)
    )
    try await fill(vault(old))
    #expect(try await FileVault.changeKey(of: [vault(old)], from: old, to: new) == 5)
    #expect(try await tokens(vault(new)).count == 5)
    #expect(await code { _ = try await vault(old).ids(of: .credential) } == .storeDamaged)
  }

  @Test func `a store of the first format is read, and gets the present one with its new key`() async throws {
    let store = "\(folder.path)/store"
    try FileManager.default.createDirectory(
      atPath: store, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    for (name, text) in FirstFormat.files { folder.write("store/\(name)", try #require(Base64.standard.decode(text))) }
    folder.write("key", FirstFormat.key)
    #expect(try await vault(keyFile).record(named: FirstFormat.name)?.contents == Secret("as it was"))
    #expect(try await FileVault.changeKey(of: [vault(keyFile)], from: keyFile, to: keyFile) == 1)
    #expect(try await vault(keyFile).record(named: FirstFormat.name)?.contents == Secret("as it was"))
    #expect(folder.bytes("store/store")[8] == 2)
  }

  @Test(arguments: [SecondFormat.keyFileHeader, SecondFormat.keyringHeader])
  func `a store of the second format is read, with a key file and with a keyring`(header: String) async throws {
    let store = "\(folder.path)/store"
    try FileManager.default.createDirectory(
      atPath: store, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    for (name, text) in ["store": header, SecondFormat.recordName: SecondFormat.record] {
      folder.write("store/\(name)", try #require(Base64.standard.decode(text)))
    }
    folder.write("key", FirstFormat.key)
    let keyring = MemoryKeyring()
    try keyring.put(Secret(FirstFormat.key), SecondFormat.keyringID, label: "")
    let key = FileStoreKey.either(
      .keyring(keyring, orKeyFile: "\(folder.path)/key"), or: .kernelKeyring(MemoryKeyring()))
    #expect(try await vault(key).record(named: FirstFormat.name)?.contents == Secret("as it was"))
    // It stays readable for the programs that wrote it.
    try await vault(key).probe()
    #expect(folder.bytes("store/store") == Base64.standard.decode(header))
    #expect(folder.bytes("store/store.copy") == Base64.standard.decode(header))
  }

  @Test func `the key of a store is in a keyring where that can be used`() async throws {
    let keyring = MemoryKeyring()
    let key = FileStoreKey.keyring(keyring, orKeyFile: "\(folder.path)/key")
    try await fill(vault(key))
    #expect(
      try keyring.count == 1 && String(contentsOfFile: "\(folder.path)/key", encoding: .utf8) == "in the keyring\n")
    #expect(try await tokens(vault(key)).count == 5)
    #expect(await code { _ = try await vault(keyFile).ids(of: .credential) } == .storeLocked)
    // It is never changed by itself: where the keyring is gone, the store is closed.
    keyring.setAvailable(false)
    #expect(await code { _ = try await vault(key).ids(of: .credential) } == .storeLocked)
    #expect(
      await code { _ = try await FileVault.changeKey(of: [vault(key)], from: key, to: key) } == .storeLocked)
    keyring.setAvailable(true)
    #expect(try await FileVault.changeKey(of: [vault(key)], from: key, to: key) == 5)
    #expect(keyring.count == 1)
    #expect(try await FileVault.changeKey(of: [vault(key)], from: key, to: keyFile) == 5)
    #expect(keyring.count == 0)
    #expect(try await tokens(vault(key)).count == 5)
  }

  @Test func `the place of the first store's key is that of each later one, also while the keyring is locked`()
    async throws
  {
    let keyring = MemoryKeyring()
    let key = FileStoreKey.keyring(keyring, orKeyFile: "\(folder.path)/key")
    try await fill(vault(key))
    keyring.setAvailable(false)
    let refused = await #expect(throws: OAuthError.self) { try await fill(vault(key, "second")) }
    #expect(refused?.code == .storeLocked)
    keyring.setAvailable(true)
    try await fill(vault(key, "second"))
    #expect(try await vault(key, "second").protection() == .keyring)
  }

  @Test(arguments: [true, false])
  func `a place that is chosen before the first store stays, whatever the keyring says then`(isInKeyring: Bool)
    async throws
  {
    let keyring = MemoryKeyring()
    let key = FileStoreKey.keyring(keyring, orKeyFile: "\(folder.path)/key")
    keyring.setAvailable(!isInKeyring)
    try key.choosePlace(inKeyring: isInKeyring)
    try key.choosePlace(inKeyring: !isInKeyring)
    keyring.setAvailable(true)
    try await fill(vault(key))
    #expect(try await vault(key).protection() == (isInKeyring ? .keyring : .keyFile))
  }

  @Test func `a change of the key moves the place of later stores, and the end of all stores leaves it open`()
    async throws
  {
    let (keyring, path) = (MemoryKeyring(), "\(folder.path)/key")
    let (key, file) = (FileStoreKey.keyring(keyring, orKeyFile: path), FileStoreKey.keyFile(path))
    try await fill(vault(file))
    _ = try await FileVault.changeKey(of: [vault(file)], from: file, to: key)
    try await fill(vault(key, "second"))
    #expect(try await vault(key, "second").protection() == .keyring)
    _ = try await FileVault.changeKey(of: [vault(key), vault(key, "second")], from: key, to: file)
    try await fill(vault(key, "third"))
    #expect(try await vault(key, "third").protection() == .keyFile)
    try await FileVault.erase(["store", "second", "third"].map { vault(key, $0) }, openedBy: key)
    try await fill(vault(key))
    #expect(try await vault(key).protection() == .keyring)
  }

  @Test func `a new store has a key file where the keyring cannot be used`() async throws {
    let keyring = MemoryKeyring()
    keyring.setAvailable(false)
    let key = FileStoreKey.keyring(keyring, orKeyFile: "\(folder.path)/key")
    try await fill(vault(key))
    #expect(folder.bytes("key").count == 32)
    // A keyring that can be used later changes nothing.
    keyring.setAvailable(true)
    #expect(try await tokens(vault(key)).count == 5 && keyring.count == 0)
    try await fill(vault(key, "other"))
    #expect(try await tokens(vault(key, "other")).count == 5 && keyring.count == 0)
  }
}

extension FileStoreKey {
  fileprivate var isPassphraseForTests: Bool {
    guard case .passphrase = self else { return false }
    return true
  }
}

/// A store of the first format, whose keys are derived from the key file.
///
/// Made with the functions of another library by the description of the format: HKDF-SHA256 (RFC 5869), HMAC-SHA256
/// (RFC 2104) and ChaCha20-Poly1305 (RFC 8439).
private enum FirstFormat {
  static let key = [UInt8](0..<32)
  static let name = RecordName(.credential, [[1, 2, 3]])
  static let files = [
    "store": "V0FZTEVBVkUBAABkZWZnaGlqa2xtbm+qmE0Fz63cWbr/+sBFA+mF",
    "b278c93227f8231cf1cc469ec329bb3b3990ee4fb6afc2c9289bb787a7cab136.credential":
      "V0FZTEVBVkUBATIzNDU2Nzg5Ojs8PfCuAtRUuk2GN1u+2C8fCIjov2pZZdt+MSc=",
  ]
}

/// A store of the second format, whose keys are in its header; made like ``FirstFormat``, with the same key and name.
private enum SecondFormat {
  static let keyFileHeader =
    "V0FZTEVBVkUCAABkZWZnaGlqa2xtbm//5hKoLpsTRFYKDxFNTJiaPRipVCBnhz/BDHb6Y//yrXK+GwoG898xFWPU9aG+BhRR7ZfR"
    + "KKFWy05EBLL0G7Prk4y5d101p74TJxurE/5SV+4wosc="
  static let keyringHeader =
    "V0FZTEVBVkUCAALIycrLzM3Oz9DR0tPU1dbXZGVmZ2hpamtsbW5v/+YSqC6bE0RWCg8RTUyYmj0YqVQgZ4c/wQx2+mP/8q1yvhsK"
    + "BvPfMRVj1PWhvgYUUe2X0SihVstORASy9Buz65OMuXdjBjWxvUvTcVFdQoPOBkoy"
  /// Under which the key is in the keyring.
  static let keyringID = "c8c9cacbcccdcecfd0d1d2d3d4d5d6d7"
  static let recordName = "f261b64dc7174c4db0321d13da2ab97ea43fbc084096b8756d6e05fd0001ae54.credential"
  static let record = "V0FZTEVBVkUBATIzNDU2Nzg5Ojs8PTI96lYwPWhqPMUpcVLLcHR07niPQ7np9Gs="
}
