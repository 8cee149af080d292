import Foundation
import Testing
import WayleaveBackport
import WayleaveSystem
import WayleaveWire

@testable import Wayleave
@testable import WayleaveExamples

@Suite("The folder of a store, while another program changes it")
struct PrivateFolderTests {
  private let place = TemporaryFolder(isInMemory: true)

  /// Changes a folder on a thread of its own until the work is done.
  private func work(
    while change: @escaping @Sendable (PrivateFolder, Int) throws -> Void, _ body: (PrivateFolder) throws -> Void
  )
    throws
  {
    let isDone = Lock(false)
    let (path, ended) = (place.path, DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      defer { ended.signal() }
      guard let folder = try? PrivateFolder.open(path) else { return }
      var number = 0
      while !isDone.withLock({ $0 }) {
        try? change(folder, number)
        number += 1
      }
    }
    defer {
      isDone.withLock { $0 = true }
      ended.wait()
    }
    try body(try #require(try PrivateFolder.open(path)))
  }

  @Test("a file that was replaced or removed since it was opened is read again, and is no file with other names")
  func replaced() throws {
    let versions = [Array("first".utf8), Array("second".utf8)]
    try work { folder, number in
      if number % 3 == 2 {
        try folder.remove("record")
      } else {
        try folder.replace("record", with: versions[number % 3])
      }
    } _: { folder in
      for _ in 0..<20_000 {
        let read = try folder.read("record")
        #expect(read.map(versions.contains) ?? true)
      }
    }
  }

  @Test("a lock whose file is removed meanwhile is not taken, and no error")
  func removedLock() throws {
    try work { folder, _ in
      try folder.remove("lock")
    } _: { folder in
      for _ in 0..<20_000 { try folder.takeLock("lock")?.release() }
    }
  }
}
