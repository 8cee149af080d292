/// A program that answers soon or not at all, such as a question to the desktop: a wait for it has an end.
package enum BoundedProgram {
  /// What a program that ended in time has said.
  package struct Answer: Sendable, Equatable {
    /// Its exit status; nil after a signal.
    package let status: Int32?
    package let output: [UInt8]
  }

  /// Runs a program without input, and gives what it printed; nil where it did not end in time, or printed too much.
  ///
  /// Then it is ended, with what it has started. The time is that of the whole run: a program that prints a little now and
  /// then gets no more of it, nor one that closes its output and goes on.
  package static func run(
    _ path: String, words: [String], environment: [String: String], within time: Duration, atMost limit: Int = 65536,
    showingErrors showsErrors: Bool = false
  ) throws(SystemError) -> Answer? {
    let deadline = ContinuousClock.now + time
    let (child, output) = try start(path, words: words, environment: environment, showingErrors: showsErrors)
    let printed = read(output, atMost: limit, until: deadline)
    let isEnded = printed != nil && child.hasEnded(by: deadline)
    if !isEnded { child.endWithItsChildren() }
    let status = child.waitForEnd()
    return isEnded ? printed.map { Answer(status: status, output: $0) } : nil
  }

  /// Our ends of its pipes are closed when this returns: so there is an end of its output.
  private static func start(
    _ path: String, words: [String], environment: [String: String], showingErrors showsErrors: Bool
  ) throws(SystemError) -> (child: ChildProcess, output: FileDescriptor) {
    let output = try FileDescriptor.pipe()
    let child = try ChildProcess(
      starting: path, words: words, environment: environment,
      streams: .init(input: try FileDescriptor.pipe().reading, output: output.writing, hidesErrors: !showsErrors))
    return (child, output.reading)
  }

  /// What comes until the end; nil where that does not come in time, or where it is too much.
  package static func read(
    _ output: FileDescriptor, atMost limit: Int, until deadline: ContinuousClock.Instant
  ) -> [UInt8]? {
    var printed: [UInt8] = []
    while printed.count <= limit {
      // What it has printed is read first: this process may have been stopped behind the deadline.
      let left = max(0, (deadline - .now) / .milliseconds(1))
      guard output.isReadable(withinMilliseconds: Int32(min(left, 3_600_000))),
        let some = try? output.readSome()
      else { return nil }
      guard !some.isEmpty else { return printed }
      printed += some
    }
    return nil
  }
}
