import WayleaveWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The three streams: the answer goes to stdout, everything for the human to stderr.
enum Console {
  /// Writes the answer and a line break.
  static func answer(_ text: String) {
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
  }

  /// Writes the answer as one line of JSON.
  static func answer(_ json: JSON) {
    write(json.encoded() + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
  }

  /// Writes an answer that is bytes, as they are.
  static func answer(bytes: [UInt8]) {
    write(bytes, to: STDOUT_FILENO)
  }

  /// Tells the human something.
  static func error(_ text: String) {
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
  }

  /// Whether a person sits at the other end of standard input.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      // Nobody reads any more: there is nothing left to say, and nobody to say it to.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes, count)
    #else
      Glibc.write(descriptor, bytes, count)
    #endif
  }
}
