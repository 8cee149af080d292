import WayleaveSystem

/// What is printed on standard output.
enum Answer {
  /// Prints a line and ends the process; returns where the full program must print it.
  ///
  /// On a terminal lines are broken to fit, and there is a warning of a secret. A write that fails is reported.
  static func give(_ text: String) { give(Array(text.utf8) + [UInt8(ascii: "\n")]) }

  /// Prints these bytes and ends the process; returns where the full program must print it.
  static func give(_ bytes: [UInt8]) {
    let stream = FileDescriptor.standardOutput
    guard !stream.isTerminal, FileDescriptor.areStandardStreamsOpen else { return }
    ThisProcess.ignoreClosedPipes()
    do throws(SystemError) { try stream.writeAll(bytes) } catch {
      // A reader that closed its end has what it wanted.
      guard error.isClosedPipe else { return }
    }
    ThisProcess.endAtOnce(with: 0)
  }
}
