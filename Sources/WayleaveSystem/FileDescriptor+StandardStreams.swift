#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileDescriptor {
  // Static, so that no one closes them.
  package static let standardInput = FileDescriptor(STDIN_FILENO)
  package static let standardOutput = FileDescriptor(STDOUT_FILENO)
  package static let standardError = FileDescriptor(STDERR_FILENO)

  /// Opens the standard streams that the caller closed, on `/dev/null`.
  ///
  /// Otherwise the next opened file would get such a number, and an answer with a token would be written into that file.
  package static func occupyStandardStreams() {
    for stream in [standardInput, standardOutput, standardError] where fcntl(stream.number, F_GETFD) < 0 {
      // The system gives the lowest free number, and the lower ones are in use by now.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Opens the terminal of this process to write to it, wherever the streams go.
  package static func controllingTerminal() throws(SystemError) -> FileDescriptor {
    FileDescriptor(try SystemError.check("open") { open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC) })
  }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// How many characters wide and how many lines high the terminal is; nil for anything else.
  package var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether there is something to read, or the end, within so many milliseconds.
  package func isReadable(withinMilliseconds time: Int32) -> Bool {
    var asked = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, time) > 0
  }
}
