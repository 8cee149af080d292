#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file, folder or socket: closed when the last holder lets go, and never inherited by a child.
package final class FileDescriptor: Sendable {
  package let number: Int32

  /// Takes over an open descriptor.
  package init(_ number: Int32) { self.number = number }

  deinit { _ = close(number) }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try SystemError.check("fstat") { fstat(number, &status) }
    return FileStatus(status)
  }

  /// Reads from the beginning to the end, but never more than one byte beyond `limit`.
  ///
  /// `size` is what the system says of a file: where it is right, one call reads all of it.
  package func readAll(limit: Int, expecting size: Int? = nil) throws(SystemError) -> [UInt8] {
    var bytes = try readNext(min(limit, size ?? 16384) + 1)
    // One byte more was asked for than there should be.
    var isAtEnd = bytes.isEmpty || bytes.count == size
    while !isAtEnd, bytes.count <= limit {
      let next = try readNext(min(16384, limit + 1 - bytes.count))
      bytes += next
      isAtEnd = next.isEmpty
    }
    return bytes
  }

  /// So many bytes from a place in a file; fewer where it ends before.
  package func bytes(_ count: Int, at place: Int) throws(SystemError) -> [UInt8] {
    try filled(count) { buffer throws(SystemError) in
      try SystemError.check("pread") { pread(number, buffer.baseAddress, buffer.count, off_t(place)) }
    }
  }

  private func readNext(_ count: Int) throws(SystemError) -> [UInt8] {
    try filled(count) { buffer throws(SystemError) in
      try SystemError.check("read") { read(number, buffer.baseAddress, buffer.count) }
    }
  }

  /// At most so many bytes, which a call writes; it returns their number.
  private func filled(
    _ count: Int, by call: (UnsafeMutableBufferPointer<UInt8>) throws(SystemError) -> Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      do throws(SystemError) {
        written = try call(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The next bytes there are; none at the end.
  package func readSome() throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = try SystemError.check("read") { read(number, &buffer, buffer.count) }
    return Array(buffer.prefix(count))
  }

  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try SystemError.check("write") {
        bytes.withUnsafeBytes { write(number, $0.baseAddress?.advanced(by: written), $0.count - written) }
      }
    }
  }

  /// Takes so many bytes of the disk for the file, which is that large then: writing them needs no more space.
  package func reserve(_ bytes: Int) throws(SystemError) {
    do throws(SystemError) { try allocate(bytes) } catch {
      guard error.isUnsupported else { throw error }
      try writeAll([UInt8](repeating: 0, count: bytes))
      try rewind()
    }
  }

  /// Has the volume set so many bytes aside; some volumes cannot.
  private func allocate(_ bytes: Int) throws(SystemError) {
    #if canImport(Darwin)
      var wish = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: off_t(bytes),
        fst_bytesalloc: 0)
      try SystemError.check("fcntl") { fcntl(number, F_PREALLOCATE, &wish) }
      try cut(to: bytes)
    #else
      try SystemError.check("posix_fallocate") {
        // Unlike other calls it returns the number.
        let number = posix_fallocate(number, 0, off_t(bytes))
        errno = number
        return number == 0 ? Int32(0) : -1
      }
    #endif
  }

  /// Lets the next read or write begin at the beginning.
  package func rewind() throws(SystemError) {
    try SystemError.check("lseek") { Int(lseek(number, 0, SEEK_SET)) }
  }

  /// Gives the file this size.
  package func cut(to size: Int) throws(SystemError) {
    try SystemError.check("ftruncate") { ftruncate(number, off_t(size)) }
  }

  /// Waits until what was written would survive a loss of power.
  package func synchronize() throws(SystemError) {
    #if canImport(Darwin)
      // fsync leaves bytes and names in the drive's own cache here. It is for volumes without a full synchronization.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    try SystemError.check("fsync") { fsync(number) }
  }

  /// Sets the permissions, whatever the process's mask took away at creation.
  package func setMode(_ mode: UInt32) throws(SystemError) {
    try SystemError.check("fchmod") { fchmod(number, mode_t(mode)) }
  }

  /// Sets when it was changed last, as programs see it.
  package func setModified(_ time: FileTime) throws(SystemError) {
    let time = timespec(tv_sec: time_t(time.seconds), tv_nsec: Int(time.nanoseconds))
    try SystemError.check("futimens") { futimens(number, [time, time]) }
  }
}
