import Foundation
import Testing
import Wayleave
import WayleaveBackport
import WayleaveWire

@testable import WayleaveExamples

@Suite("File stores: the version before the present one")
struct EarlierVersionTests {
  let folder = TemporaryFolder()
  var vault: FileVault { FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")) }

  private func withTwoVersions() async throws -> (store: CredentialRecords, file: String) {
    let store = CredentialRecords(in: vault)
    let first = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    _ = try await store.replace(.alice, with: .sample(.alice, token: "2"), expecting: first)
    return (store, try #require(folder.onlyFile(".credential")))
  }

  @Test(arguments: [[UInt8](), [0, 0, 0], [UInt8](repeating: 0, count: 4096)])
  func `175: in place of a damaged record its earlier version is read, and that is reported`(
    bytes: [UInt8]
  ) async throws {
    let (_, file) = try await withTwoVersions()
    try folder.overwrite(file, with: bytes)
    let heard = Lock<[OAuthError.Code]>([])
    let store = CredentialRecords(
      in: vault,
      damages: RecordDamages(
        isLeftOut: { _ in Issue.record("nothing is left out") },
        isEarlierVersion: { error in heard.withLock { $0.append(error.code) } }))
    #expect(try await store.load(.alice)?.stored.token == "1")
    #expect(try await store.all().map(\.token) == ["1"])
    #expect(heard.withLock { $0 } == [.storeDamaged, .storeDamaged])
  }

  @Test func `175: a change from the earlier version replaces the damaged one, and saves no damage`() async throws {
    let (store, file) = try await withTwoVersions()
    try folder.overwrite(file, with: [1, 2, 3])
    let revision = try await store.load(.alice)?.revision
    _ = try await store.replace(.alice, with: .sample(.alice, token: "3"), expecting: revision)
    #expect(try await store.load(.alice)?.stored.token == "3")
    // What was good stays the earlier version.
    try folder.overwrite(file, with: [])
    #expect(try await store.load(.alice)?.stored.token == "1")
  }

  @Test func `a crash between the two renames leaves the earlier version, which is listed and found`() async throws {
    let (store, file) = try await withTwoVersions()
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(file)")
    #expect(try await store.load(.alice)?.stored.token == "1")
    #expect(try await store.all().map(\.token) == ["1"])
    #expect(try await vault.ids(of: .credential).count == 1)
  }

  @Test func `what is removed does not come back`() async throws {
    let (store, _) = try await withTwoVersions()
    _ = try await store.replace(.alice, with: nil, expecting: store.load(.alice)?.revision)
    #expect(try await store.load(.alice) == nil)
    #expect(folder.files().keys.filter { $0.contains(".credential") } == [])
  }

  @Test func `when both versions are damaged, that is the error`() async throws {
    let (store, file) = try await withTwoVersions()
    for name in [file, file + ".earlier"] { try folder.overwrite(name, with: [7]) }
    #expect(await code { _ = try await store.load(.alice) } == .storeDamaged)
  }

  @Test func `176: a record of a later version is not replaced by its earlier version`() async throws {
    let (store, file) = try await withTwoVersions()
    var later = folder.bytes(file)
    later[8] = 2
    try folder.overwrite(file, with: later)
    #expect(await code { _ = try await store.load(.alice) } == .storeTooNew)
  }

  @Test func `a begun sign-in has no earlier version, since it is given out once`() async throws {
    let name = RecordName(.signIn, [[1]])
    let first = try await vault.replace(name, with: Secret("1"), expecting: .nothing)
    _ = try await vault.replace(name, with: Secret("2"), expecting: ExpectedRecord(first))
    #expect(!folder.files().keys.contains { $0.hasSuffix(".earlier") })
  }

  @Test(arguments: ["store", "store.copy"])
  func `175: the first file of a store is there twice, and one is enough`(damaged: String) async throws {
    _ = try await withTwoVersions()
    let path = "store/\(damaged)"
    let whole = folder.bytes(path)
    let withAnotherLastByte: [UInt8] = whole.dropLast() + [whole.last.map { $0 ^ 1 } ?? 0]
    let contents: [[UInt8]?] = [[], [1, 2, 3], withAnotherLastByte, nil]
    for bytes in contents {
      if let bytes {
        try folder.overwrite(path, with: bytes)
      } else {
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(path)")
      }
      #expect(try await CredentialRecords(in: vault).load(.alice)?.stored.token == "2")
      folder.write(path, whole)
    }
  }
}
