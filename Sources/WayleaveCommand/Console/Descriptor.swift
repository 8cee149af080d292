#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Bytes in and out of a file descriptor, whole, whatever signals come in between.
struct Descriptor {
  let number: Int32

  static let standardInput = Descriptor(number: STDIN_FILENO)
  static let standardOutput = Descriptor(number: STDOUT_FILENO)
  static let standardError = Descriptor(number: STDERR_FILENO)

  /// Opens the standard streams that the caller closed, on nothing.
  ///
  /// Else the next file would get the number of one, and an answer, with a token in it, would be written into that file.
  static func occupyStandardStreams() {
    for stream in [standardInput, standardOutput, standardError] where fcntl(stream.number, F_GETFD) < 0 {
      // The lowest free number is given, and those below are taken by now.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Writes all bytes; false when that failed, `errno` saying why.
  func writeAll(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next bytes there are: none at the end, nil when that failed, `errno` saying why.
  func readSome() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      return count < 0 ? nil : Array(buffer.prefix(count))
    }
  }
}
