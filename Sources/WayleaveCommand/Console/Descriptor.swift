#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file descriptor that is read and written without loss, even when signals interrupt.
struct Descriptor {
  let number: Int32

  static let standardInput = Descriptor(number: STDIN_FILENO)
  static let standardOutput = Descriptor(number: STDOUT_FILENO)
  static let standardError = Descriptor(number: STDERR_FILENO)

  /// Opens the standard streams that the caller closed, on `/dev/null`.
  ///
  /// Otherwise the next opened file would get such a number, and an answer with a token would be written into that file.
  static func occupyStandardStreams() {
    for stream in [standardInput, standardOutput, standardError] where fcntl(stream.number, F_GETFD) < 0 {
      // The system gives the lowest free number, and the lower ones are in use by now.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Whether it is a terminal.
  var isTerminal: Bool { isatty(number) == 1 }

  /// How many characters wide and how many lines high the terminal is; nil for anything else.
  var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether it shows colours and the user wants them, by `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `TERM`.
  var showsColors: Bool {
    guard isTerminal, Environment.variable("NO_COLOR") == nil, Environment.variable("TERM") ?? "dumb" != "dumb" else {
      return false
    }
    return Environment.variable("CLICOLOR") != "0" || Environment.variable("CLICOLOR_FORCE") ?? "0" != "0"
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

  /// Waits until there is something to read, or the end; false when the task is cancelled, as by Ctrl-C.
  func waitForInput() -> Bool {
    var asked = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    while !Task.isCancelled {
      if poll(&asked, 1, 100) > 0 { return true }
    }
    return false
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
