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

  /// Whether the caller left all standard streams open.
  package static var areStandardStreamsOpen: Bool {
    [standardInput, standardOutput, standardError].allSatisfy { fcntl($0.number, F_GETFD) >= 0 }
  }

  /// Opens the terminal of this process to write to it, wherever the streams go.
  package static func controllingTerminal() throws(SystemError) -> FileDescriptor {
    FileDescriptor(try SystemError.check("open") { open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC) })
  }

  /// A new pipe: what is written at one end is read at the other.
  package static func pipe() throws(SystemError) -> (reading: FileDescriptor, writing: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("pipe") { systemPipe(&ends) }
    let (reading, writing) = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    try reading.keepFromChildren()
    try writing.keepFromChildren()
    return (reading, writing)
  }

  /// A number of the same file that stays open in the program that this one becomes; nil where the system has none left.
  package var numberForNextProgram: Int32? {
    let number = dup(number)
    return number >= 0 ? number : nil
  }

  /// The pipe that the program before this one left open under a number; nil where that is none.
  package static func inheritedPipe(_ number: Int32) -> FileDescriptor? {
    var status = stat()
    guard number > STDERR_FILENO, fstat(number, &status) == 0,
      UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFIFO)
    else { return nil }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(number)
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

/// The system's call, whose name is taken in the type above.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
