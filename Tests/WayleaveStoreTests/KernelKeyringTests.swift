#if os(Linux)
  import Foundation
  import Testing
  import Wayleave
  import WayleaveKeyrings
  import WayleaveSystem
  import WayleaveWire

  @testable import WayleaveExamples

  @Suite(
    "The keyring of the kernel, as a place for the key of a store",
    .enabled(if: KernelKeyring().isAvailable(), "this system lets no test use the kernel's keyring"))
  struct KernelKeyringTests {
    let folder = TemporaryFolder()
    let keyring = KernelKeyring()
    // No other test and no user has it.
    let id = "test-\(UUID().uuidString)"

    var kernel: FileStoreKey { .kernelKeyring(keyring) }
    var keyFile: FileStoreKey { .keyFile("\(folder.path)/key") }
    /// What a program opens any store with.
    var any: FileStoreKey { .either(keyFile, or: kernel) }

    func vault(_ key: FileStoreKey, _ name: String = "store") -> FileVault {
      FileVault(directory: "\(folder.path)/\(name)", key: key)
    }
    func fill(_ vault: FileVault) async throws {
      _ = try await CredentialRecords(in: vault).replace(.alice, with: .sample(.alice), expecting: nil)
    }
    func count(_ vault: FileVault) async throws -> Int { try await CredentialRecords(in: vault).all().count }

    /// The id in the header of a store.
    func storeID(_ name: String = "store") -> String {
      folder.bytes("\(name)/store").dropFirst(11).prefix(16).map {
        String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
      }
      .joined()
    }

    /// Runs a test, and removes the keys of its stores.
    func cleaning(_ names: [String] = ["store"], _ body: () async throws -> Void) async throws {
      do { try await body() } catch {
        for name in names { try keyring.remove(storeID(name)) }
        throw error
      }
      for name in names { try keyring.remove(storeID(name)) }
    }

    @Test(arguments: [1, 32, 33, 5000])
    func `a key is found by its id until it is removed, whatever its size`(size: Int) throws {
      let key = Secret((0..<size).map { UInt8(truncatingIfNeeded: $0) })
      #expect(try keyring.key(id) == nil)
      try keyring.put(key, id, label: "a label")
      #expect(try keyring.key(id) == key)
      try keyring.put(Secret("another"), id, label: "a label")
      #expect(try keyring.key(id) == Secret("another"))
      try keyring.remove(id)
      #expect(try keyring.key(id) == nil)
      // One that is gone already is no failure.
      try keyring.remove(id)
    }

    @Test func `a key is the user's alone, has no end, and its description says nothing but whose it is`() throws {
      try keyring.put(Secret("canary"), id, label: "The key of /home/ada/secret-project")
      defer { try? keyring.remove(id) }
      let all = try String(contentsOfFile: "/proc/keys", encoding: .utf8)
      let line = try #require(all.split(separator: "\n").first { $0.contains(id) })
      #expect(
        line.contains(" perm 1b0b0000 ") && line.contains(" user ") && line.hasSuffix("wayleave:\(id): 6"), "\(line)")
      #expect(!all.contains("secret-project") && !all.contains("canary"))
    }

    @Test func `a store has its key there, and what it has changes only when it is asked for`() async throws {
      try await cleaning {
        try await fill(vault(kernel))
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/key"))
        #expect(try await vault(any).protection() == .kernelKeyring)
        #expect(try await count(vault(any)) == 1)
        #expect(await code { _ = try await count(vault(keyFile)) } == .storeLocked)
        let passphrase = FileStoreKey.passphrase(Secret("four words are enough"))
        #expect(await code { _ = try await count(vault(passphrase)) } == .storeDamaged)
        // A new store has the first of two.
        try await fill(vault(any, "other"))
        #expect(try await vault(any, "other").protection() == .keyFile)
      }
    }

    @Test func `from a key file to there, to a new key there, and back; the old keys are removed`() async throws {
      try await cleaning {
        try await fill(vault(keyFile))
        #expect(try await FileVault.changeKey(of: [vault(any)], from: any, to: kernel) == 1)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/key"))
        let first = storeID()
        #expect(try keyring.key(first)?.count == 32)
        #expect(try await FileVault.changeKey(of: [vault(any)], from: any, to: kernel) == 1)
        let second = storeID()
        #expect(try keyring.key(first) == nil && keyring.key(second) != nil)
        #expect(try await FileVault.changeKey(of: [vault(any)], from: any, to: keyFile) == 1)
        #expect(try keyring.key(second) == nil)
        #expect(try await vault(any).protection() == .keyFile)
        #expect(try await count(vault(keyFile)) == 1)
      }
    }

    @Test func `when the key is gone, nothing can be read and nothing is written over it`() async throws {
      try await fill(vault(any.alternatives[1]))
      try keyring.remove(storeID())
      let files = folder.files()
      #expect(await code { _ = try await count(vault(any)) } == .storeKeyGone)
      #expect(await code { try await fill(vault(any)) } == .storeKeyGone)
      #expect(
        await code { _ = try await FileVault.changeKey(of: [vault(any)], from: any, to: keyFile) } == .storeKeyGone)
      #expect(folder.files().filter { $0.key != "keys.lock" } == files)
      #expect(try await vault(any).protection() == .kernelKeyring)
    }

    @Test func `a store that is erased begins again, whether or not it could be read`() async throws {
      try await cleaning {
        for isReadable in [true, false] {
          try await fill(vault(kernel))
          let key = storeID()
          if !isReadable { try keyring.remove(key) }
          try await FileVault.erase([vault(any), vault(any, "never-made")], openedBy: any)
          #expect(folder.files().keys.sorted() == ["keys.lock", "lock"])
          #expect(try keyring.key(key) == nil)
          #expect(try await vault(any).protection() == nil)
          #expect(try await count(vault(any)) == 0)
        }
        try await fill(vault(keyFile))
        #expect(try await count(vault(keyFile)) == 1)
        try await FileVault.erase([vault(any)], openedBy: any)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/key"))
      }
    }

    @Test(arguments: [5, 1, 8, 0])
    func `a store whose key was made elsewhere is not taken for one whose key is gone, and is not erased`(
      part: Int
    ) async throws {
      try await fill(vault(kernel))
      try keyring.remove(storeID())
      // The id: a byte for the version, four of the run, three of the namespace, three of the machine.
      var header = folder.bytes("store/store")
      header[11 + part] ^= 1
      if part == 8 { header[12] ^= 1 }
      for name in ["store/store", "store/store.copy"] { try folder.overwrite(name, with: header) }
      let files = folder.files()
      // This machine has restarted, and nothing else; or an earlier version made the id.
      let isGone = part <= 1
      #expect(await code { _ = try await count(vault(any)) } == (isGone ? .storeKeyGone : .storeLocked))
      let erased = await code { try await FileVault.erase([vault(any)], openedBy: any) }
      #expect(erased == (isGone ? nil : .storeLocked))
      if !isGone { #expect(folder.files().filter { $0.key != "keys.lock" } == files) }
    }

    @Test func `a header of the format before says nothing of the kernel's keyring`() async throws {
      try await cleaning {
        try await fill(vault(kernel))
        let header = folder.bytes("store/store")
        #expect(header[8] == 3 && header[10] == 3)
        for version in [2, 4] as [UInt8] {
          var changed = header
          changed[8] = version
          for name in ["store/store", "store/store.copy"] { try folder.overwrite(name, with: changed) }
          #expect(
            await code { _ = try await count(vault(any)) } == (version == 2 ? .storeDamaged : .storeTooNew))
        }
        for name in ["store/store", "store/store.copy"] { try folder.overwrite(name, with: header) }
      }
    }
  }
#endif
