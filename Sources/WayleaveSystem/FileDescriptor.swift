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
  package func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit + 1, 16384))
    while bytes.count <= limit {
      let count = try SystemError.check("read") { read(number, &buffer, min(buffer.count, limit + 1 - bytes.count)) }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    return bytes
  }

  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try SystemError.check("write") {
        bytes.withUnsafeBytes { write(number, $0.baseAddress?.advanced(by: written), $0.count - written) }
      }
    }
  }

  /// Waits until what was written would survive a loss of power.
  package func synchronize() throws(SystemError) {
    #if canImport(Darwin)
      // fsync leaves the bytes in the drive's own cache here. A volume that knows no full synchronization gets the other.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    try SystemError.check("fsync") { fsync(number) }
  }

  /// Sets the permissions, whatever the process's mask took away at creation.
  package func setMode(_ mode: UInt32) throws(SystemError) {
    try SystemError.check("fchmod") { fchmod(number, mode_t(mode)) }
  }
}
