#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file that a process runs, as it was when the process began: by its path, and by what no other file shares.
package struct ProgramFile: Sendable, Hashable {
  /// The path; of a file that was replaced meanwhile, the one that it had.
  package let path: String
  /// Device and inode.
  package let identity: [UInt64]
  package let size: Int
  /// When its content, or anything about it, changed last.
  package let modified: FileTime
  package let changed: FileTime
  /// Whether it is of the user of this process, whose programs can write into it.
  package let isOfUser: Bool

  package init(path: String, _ status: FileStatus) {
    self.path = path
    (identity, size) = (status.identity, status.size)
    (modified, changed) = (status.modified, status.changed)
    isOfUser = status.owner == geteuid()
  }

  /// The path of a file without links on the way to it; nil where there is none.
  package static func realPath(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// The program at a path.
  package static func at(_ path: String) throws(SystemError) -> ProgramFile {
    ProgramFile(path: path, try FileStatus.of(path, followingLink: true))
  }
}

// By proc(5); WayleaveAgent has the same for macOS, which calls the system in C.
#if !os(macOS)
  extension ProgramFile {
    /// The program of a process; throws where it cannot be seen: the process is gone, another user's, or hides itself.
    package static func ofProcess(_ process: Int32) throws(SystemError) -> ProgramFile {
      let link = Self.link(process)
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = try SystemError.check("readlink") {
        buffer.withUnsafeMutableBytes { buffer -> Int in
          guard let text = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return -1 }
          return readlink(link, text, buffer.count)
        }
      }
      let status = try FileStatus.of(link, followingLink: true)
      let path = String(decoding: buffer.prefix(count), as: UTF8.self)
      let mark = " (deleted)"
      let isReplaced = status.linkCount == 0 && path.hasSuffix(mark)
      return ProgramFile(path: isReplaced ? String(path.dropLast(mark.utf8.count)) : path, status)
    }

    /// Opens the file that a process runs, also where another has its name by now.
    package static func open(ofProcess process: Int32) throws(SystemError) -> FileDescriptor {
      try FileDescriptor(reading: link(process))
    }

    /// The process that started a process, or adopted it; nil where that cannot be seen.
    package static func parent(of process: Int32) -> Int32? {
      guard let file = try? FileDescriptor(reading: "/proc/\(process)/stat"), let text = try? file.readAll(limit: 4096),
        let end = text.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      // Behind the name, which can hold anything: the state, and the parent.
      let words = text[(end + 1)...].split(separator: UInt8(ascii: " "))
      return words.count > 1 ? Int32(String(decoding: words[1], as: UTF8.self)) : nil
    }

    /// The user of a process; nil where there is no such process.
    ///
    /// Not the owner of its folder: that is root for a process that hides its memory.
    package static func user(ofProcess process: Int32) -> UInt32? {
      guard let file = try? FileDescriptor(reading: "/proc/\(process)/status"),
        let text = try? file.readAll(limit: 8192)
      else { return nil }
      let line = text.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: Array("Uid:".utf8)) }
      // The real user, the effective, the saved, and that of files.
      let words = line?.split(separator: UInt8(ascii: "\t")) ?? []
      return words.count > 2 ? UInt32(String(decoding: words[2], as: UTF8.self)) : nil
    }

    private static func link(_ process: Int32) -> String { "/proc/\(process)/exe" }
  }
#endif
