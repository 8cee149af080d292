import Foundation
import Testing
import WayleaveSystem

@testable import WayleaveExamples

@Suite("A lock tells whether a process still runs")
struct FileLockTests {
  private let place = TemporaryFolder()

  @Test("it is held from the moment it is taken until it is released, and looking at it takes nothing")
  func held() throws {
    let folder = try Folder(opening: place.path)
    let file = try folder.openLockFile("lock")
    let looks = [try folder.openFile("lock"), try folder.openFile("lock")]
    for look in looks { #expect(try !FileLock.isHeld(look)) }
    let lock = try #require(try FileLock.take(file))
    for look in looks + looks { #expect(try FileLock.isHeld(look)) }
    lock.release()
    for look in looks { #expect(try !FileLock.isHeld(look)) }
    #expect(try FileLock.take(file) != nil)
  }

  #if os(Linux)
    @Test("its holder is found by the system's list, until it is released")
    func holder() throws {
      let folder = try Folder(opening: place.path)
      let lock = try #require(try FileLock.take(try folder.openLockFile("lock")))
      let holder = LockHolder(of: try folder.status(of: "lock"))
      #expect(holder?.process == getpid() && holder?.isStopped == false && holder?.program?.isEmpty == false)
      lock.release()
      #expect(LockHolder(of: try folder.status(of: "lock")) == nil)
    }
  #endif

  @Test(
    "the list is read by device and inode; where the device is another, by an inode that is of one file alone",
    arguments: [
      ("1: FLOCK  ADVISORY  WRITE 12 08:01:7 0 EOF", 12),
      ("1: POSIX  ADVISORY  WRITE 12 08:01:7 0 EOF", nil),
      ("1: FLOCK  ADVISORY  WRITE 0 08:01:7 0 EOF", nil),
      ("1: FLOCK  ADVISORY  WRITE 12 08:01:8 0 EOF", nil),
      ("1: -> FLOCK  ADVISORY  WRITE 12 08:01:7 0 EOF", nil),
      ("1: FLOCK  ADVISORY  WRITE 12 00:2a:7 0 EOF", 12),
      ("1: FLOCK  ADVISORY  WRITE 12 00:2a:7 0 EOF\n2: FLOCK  ADVISORY  WRITE 13 00:2b:7 0 EOF", nil),
      ("1: FLOCK  ADVISORY  WRITE 12 00:2a:7 0 EOF\n2: FLOCK  ADVISORY  WRITE 13 08:01:7 0 EOF", 13),
      ("", nil), ("nonsense", nil),
    ] as [(String, Int32?)])
  func lines(list: String, process: Int32?) {
    #expect(LockHolder.process(in: list, locking: [0x801, 7]) == process)
  }
}
