import Testing
import WayleaveWire

@testable import Wayleave
@testable import WayleaveExamples

/// The single steps of a change, and what a reader or a keyring can do to it.
extension StoreKeyChangeTests {
  @Test func `a change that is begun again before its end keeps the key that the records have`() throws {
    let file = try KeyFile("\(folder.path)/key")
    let old = try #require(try file.readOrCreate())
    let new = try #require(try file.addKey())
    #expect(try file.addKey() == new)
    #expect(try file.read().keys == [new, old])
    #expect(try file.removeOldKeys() == new)
    #expect(try file.read().keys == [new])
  }

  @Test func `a change whose end finds that another one has begun is busy, and loses nothing`() async throws {
    try await fill(vault(keyFile))
    let key = FileStoreKey.keyring(MemoryKeyring(), orKeyFile: "\(folder.path)/key").alternatives[0]
    let (ours, theirs) = (vault(keyFile), vault(keyFile))
    for vault in [ours, theirs] { vault.folder.alsoOpen(with: key) }
    let opening = try await ours.folder.beginKeyChange(to: key)
    _ = try await theirs.folder.beginKeyChange(to: key)
    #expect(await code { try await ours.folder.endKeyChange(to: key, openedBy: opening) } == .storeBusy)
    #expect(try await tokens(theirs) == ["2", "1", "1", "1", "1"])
  }

  @Test func `a reader whose keys are of the time before a change reads with those of now`() async throws {
    let (mine, other) = (vault(keyFile), vault(keyFile))
    try await fill(mine)
    let opened = try await other.folder.reading { records throws(OAuthError) in records }
    let before = try #require(opened)
    _ = try await FileVault.changeKey(of: [mine], from: keyFile, to: keyFile)
    let ids = try await mine.ids(of: .credential)
    #expect(ids.count == 5)
    for id in ids { #expect(try before.read(id, .credential) != nil) }
  }

  @Test func `an id that is a path is no record`() async throws {
    let vault = vault(keyFile)
    try await fill(vault)
    let id = try #require(try await vault.ids(of: .credential).first)
    #expect(try await vault.record(id: id, of: .credential) != nil)
    #expect(try await vault.record(id: "../store/\(id)", of: .credential) == nil)
    #expect(try await vault.record(id: "./\(id)", of: .credential) == nil)
  }

  @Test func `a key goes to no keyring that is locked, though it takes one, and nothing is changed before`()
    async throws
  {
    try await fill(vault(keyFile))
    let (keyring, before) = (MemoryKeyring(), folder.files())
    keyring.setAsking()
    let key = FileStoreKey.keyring(keyring, orKeyFile: "\(folder.path)/key")
    #expect(
      await code { _ = try await FileVault.changeKey(of: [vault(keyFile)], from: keyFile, to: key) } == .storeLocked)
    #expect(keyring.count == 0 && folder.files() == before)
    #expect(try await tokens(vault(keyFile)).count == 5)
  }

  @Test func `a keyring that does not keep the key makes no store`() async throws {
    let keyring = MemoryKeyring()
    keyring.setForgetful()
    for key in [FileStoreKey.keyring(keyring, orKeyFile: "\(folder.path)/key"), .kernelKeyring(keyring)] {
      #expect(await code { try await fill(vault(key)) } == .storeUnwritable)
      #expect(!folder.files().keys.contains { $0.hasPrefix("store") || $0.hasSuffix(".credential") })
    }
  }
}
