import Foundation
import Testing
import WayleaveAppleUnderTest
import WayleaveTesting
import WayleaveWire

@Suite("Locks of an app and its extensions")
struct LockFolderTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/wayleave-\(UUID().uuidString)"

  @Test(arguments: RecordLocksContract.rules)
  func `they keep to the rules of locks`(rule: ContractRule<any RecordLocks>) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await rule.check(LockFolder(directory: folder + "/a/b"))
  }

  @Test func `a folder that cannot be made is named`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(FileManager.default.createFile(atPath: folder, contents: nil))
    let locks = LockFolder(directory: folder + "/locks")
    #expect(await code { try await locks.withLock(on: .account, until: .now) {} } == .storeUnwritable)
  }

  @Test func `a task that is cancelled waits no longer`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let locks = LockFolder(directory: folder)
    try await locks.withLock(on: .account, until: .now + .seconds(5)) {
      let waiting = Task { try await locks.withLock(on: .account, until: .now + .seconds(60)) {} }
      try await Task.sleep(for: .milliseconds(30))
      waiting.cancel()
      #expect(await code { try await waiting.value } == .cancelled)
    }
  }
}
