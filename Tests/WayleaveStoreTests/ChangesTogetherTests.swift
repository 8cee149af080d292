import Testing
import WayleaveWire

@testable import Wayleave
@testable import WayleaveExamples

@Suite("Several records that a vault in files changes together")
struct ChangesTogetherTests {
  private let folder = TemporaryFolder()
  private let one = RecordName(.website, [Array("one".utf8)])
  private let other = RecordName(.website, [Array("other".utf8)])

  private var vault: FileVault { FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")) }

  @Test func `238: all are made in their order, and none where one meets something else`() async throws {
    try await vault.replace(all: [
      RecordChange(one, to: Secret("1"), expecting: .nothing),
      RecordChange(other, to: Secret("2"), expecting: .nothing),
    ])
    let revision = try #require(try await vault.record(named: other)?.revision)
    let refused = await code {
      try await vault.replace(all: [
        RecordChange(one, to: Secret("3"), expecting: .anything), RecordChange(other, to: nil, expecting: .nothing),
      ])
    }
    #expect(refused == .storeConflict)
    #expect(try await vault.record(named: one)?.contents == Secret("1"))
    try await vault.replace(all: [
      RecordChange(one, to: Secret("3"), expecting: .anything),
      RecordChange(other, to: nil, expecting: .revision(revision)),
    ])
    #expect(try await vault.record(named: one)?.contents == Secret("3"))
    #expect(try await vault.record(named: other) == nil)
  }

  @Test func `where no store has been made, a removal makes none`() async throws {
    try await vault.replace(one, with: nil, expecting: .anything)
    #expect(folder.files().isEmpty)
    let state = RecordRevision("1")
    #expect(await code { _ = try await vault.replace(one, with: nil, expecting: .revision(state)) } == .storeConflict)
  }
}
