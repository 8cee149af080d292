#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileDescriptor {
  /// Opens a file of the system to read it: links are followed.
  package convenience init(reading path: String) throws(SystemError) {
    try self.init(path, O_RDONLY)
  }

  /// Opens a file to read it, without waiting for the other end of a pipe.
  package convenience init(readingAtOnce path: String) throws(SystemError) {
    try self.init(path, O_RDONLY | O_NONBLOCK)
  }

  /// Makes a file that was not there; only its owner can read it, from the first moment.
  package convenience init(creating path: String) throws(SystemError) {
    try self.init(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
  }

  /// Opens a file to write it from its beginning; what it held is gone. A new one can be read by its owner only.
  ///
  /// It is opened without waiting for a program that reads a pipe, and written with waiting for it.
  package convenience init(replacing path: String) throws(SystemError) {
    try self.init(path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK)
    try SystemError.check("fcntl") { fcntl(number, F_SETFL, 0) }
  }

  /// The next bytes there are; none at the end, and nil where more may come: for what was opened without waiting.
  package func readAtOnce() throws(SystemError) -> [UInt8]? {
    do throws(SystemError) { return try readSome() } catch {
      guard error.isDelay else { throw error }
      return nil
    }
  }

  private convenience init(_ path: String, _ flags: Int32) throws(SystemError) {
    self.init(try SystemError.check("open") { openat(AT_FDCWD, path, flags | O_CLOEXEC, 0o600) })
  }
}
