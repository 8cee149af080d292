#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files of the user that survive a loss of power: their bytes, and the names by which they are found.
///
/// The user chooses these folders, so links on the way to them are followed. A ``Folder`` is for what no one else may reach.
package enum DurableFile {
  /// Puts a file in place of the one at a path, through a new file next to it: the old one or the new one is there, never a
  /// part. Only its owner can read it.
  package static func replace(_ path: String, in folder: String, with bytes: [UInt8]) throws(SystemError) {
    let temporary = "\(path).\(getpid()).new"
    do throws(SystemError) {
      let file = try open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      try file.writeAll(bytes)
      try file.synchronize()
      try SystemError.check("rename") { rename(temporary, path) }
    } catch {
      unlink(temporary)
      throw error
    }
    try open(folder, O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// Makes a folder and those above it that are missing; only their owner can reach them.
  package static func makeFolder(_ path: String) throws(SystemError) {
    var built = ""
    for part in path.split(separator: "/") {
      let above = built.isEmpty ? "/" : built
      built += "/\(part)"
      do throws(SystemError) { try SystemError.check("mkdir") { mkdir(built, 0o700) } } catch {
        guard error.isPresence else { throw error }
        continue
      }
      // A folder that may be written and not read cannot be synchronized.
      try (try? open(above, O_RDONLY | O_DIRECTORY))?.synchronize()
    }
  }

  private static func open(_ path: String, _ flags: Int32) throws(SystemError) -> FileDescriptor {
    FileDescriptor(try SystemError.check("open") { openat(AT_FDCWD, path, flags | O_CLOEXEC, 0o600) })
  }
}
