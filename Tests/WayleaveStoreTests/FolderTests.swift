import Foundation
import Testing
import WayleaveSystem

@testable import WayleaveExamples

@Suite("Folders and files of the system")
struct FolderTests {
  private let place = TemporaryFolder()

  private func content(of name: String) throws(SystemError) -> String {
    String(decoding: try FileDescriptor(reading: "\(place.path)/\(name)").readAll(limit: 100), as: UTF8.self)
  }

  private func replace(_ name: String, with text: String) throws(SystemError) {
    let folder = try Folder(opening: place.path)
    try folder.replace(name, through: "temporary") { () throws(SystemError) in
      let file = try folder.createFile("temporary")
      try file.writeAll(Array(text.utf8))
      return file
    }
  }

  @Test("missing folders are created for their owner alone; those that are there stay as they are")
  func creation() throws {
    try Folder.createWithParents("\(place.path)/a/b")
    try Folder.createWithParents("\(place.path)/a/b/c")
    for name in ["a", "a/b", "a/b/c"] {
      #expect(try FileStatus.of("\(place.path)/\(name)", followingLink: false).isPrivate)
    }
  }

  @Test(
    "root makes no folder in a folder of a user, who could not use it; one that is there already is taken",
    .enabled(if: ThisProcess.user == 0))
  func creationInFolderOfUser() throws {
    try Folder.createWithParents("\(place.path)/home/there")
    for name in ["home/there", "home"] { #expect(chown("\(place.path)/\(name)", 12345, 12345) == 0) }
    try Folder.createWithParents("\(place.path)/home/there")
    do throws(Folder.CreationFailure) {
      try Folder.createWithParents("\(place.path)/home/there/new/run")
      Issue.record("root made a folder in one of a user")
    } catch { #expect(error.path.hasSuffix("/home/there/new")) }
  }

  @Test("a folder below a file is refused, and the error names the folder")
  func creationBelowFile() throws {
    _ = try FileDescriptor(creating: "\(place.path)/file")
    do throws(Folder.CreationFailure) {
      try Folder.createWithParents("\(place.path)/file/below")
      Issue.record("a folder was created below a file")
    } catch {
      #expect(error.path.hasSuffix("/file/below"))
      #expect(error.error.isNotFolder)
    }
  }

  @Test(
    "on a volume that can set no room aside, zeros take it; any other failure stays one",
    arguments: Set([EOPNOTSUPP, ENOTSUP, EINVAL, ENOSYS]))
  func reservation(number: Int32) throws {
    let path = "\(place.path)/file"
    let file = try FileDescriptor(creating: path)
    // The call of Linux, and that of Darwin.
    let calls = ["posix_fallocate", "fcntl"]
    try SystemCalls.$watcher.withValue({ calls.contains($0) ? number : nil }) { try file.reserve(20) }
    try file.writeAll(Array("text".utf8))
    let text = try FileDescriptor(reading: path).readAll(limit: 100)
    #expect(text == Array("text".utf8) + [UInt8](repeating: 0, count: 16))
    #expect(throws: SystemError.self) {
      try SystemCalls.$watcher.withValue({ calls.contains($0) ? ENOSPC : nil }) { try file.reserve(20) }
    }
  }

  @Test("a file that is created must be new; one that is replaced need not be")
  func files() throws {
    let path = "\(place.path)/file"
    try FileDescriptor(creating: path).writeAll(Array("first text".utf8))
    #expect(throws: SystemError.self) { _ = try FileDescriptor(creating: path) }
    try FileDescriptor(replacing: path).writeAll(Array("second".utf8))
    #expect(try content(of: "file") == "second")
  }

  @Test("a file is replaced by its new content, and nothing else stays in the folder")
  func replacement() throws {
    try replace("file", with: "old")
    try replace("file", with: "new")
    #expect(try content(of: "file") == "new")
    #expect(try Folder(opening: place.path).names() == ["file"])
  }

  #if DEBUG
    @Test(
      "when a call fails, the file is as it was, and the temporary one is gone",
      arguments: ["fchmod", "write", "fsync", "renameat"])
    func failures(call: String) throws {
      try replace("file", with: "old")
      let noSpace: Int32 = 28
      SystemCalls.$watcher.withValue({ $0 == call ? noSpace : nil }) {
        #expect(throws: SystemError.self) { try replace("file", with: "new") }
      }
      #expect(try content(of: "file") == "old")
      #expect(try Folder(opening: place.path).names() == ["file"])
    }

    @Test("a folder that cannot be read to its end is an error, not a shorter list")
    func names() throws {
      try replace("file", with: "old")
      let folder = try Folder(opening: place.path)
      let failure: Int32 = 5
      SystemCalls.$watcher.withValue({ $0 == "readdir" ? failure : nil }) {
        #expect(throws: SystemError.self) { _ = try folder.names() }
      }
    }
  #endif
}
