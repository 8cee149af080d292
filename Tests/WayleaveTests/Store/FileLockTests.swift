import Testing
import WayleaveSystem

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
}
