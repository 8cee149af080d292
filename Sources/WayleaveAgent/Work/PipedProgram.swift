import WayleaveSystem

/// A program that was started with pipes for its input and its output.
struct PipedProgram {
  let child: ChildProcess
  private let output: FileDescriptor

  /// Starts it, writes its whole input, and closes that.
  init(
    starting path: String, words: [String], environment: [String: String], input bytes: [UInt8] = []
  ) throws(SystemError) {
    let (input, output) = (try FileDescriptor.pipe(), try FileDescriptor.pipe())
    child = try ChildProcess(
      starting: path, words: words, environment: environment,
      streams: ChildProcess.Streams(input: input.reading, output: output.writing))
    self.output = output.reading
    // One that reads nothing has ended, or needs nothing.
    if !bytes.isEmpty { try? input.writing.writeAll(bytes) }
  }

  /// What it prints until its output ends or is whole; nil when the time is over first, or when it is too much.
  func read(
    atMost limit: Int, until deadline: ContinuousClock.Instant, isWhole: ([UInt8]) -> Bool = { _ in false }
  ) -> [UInt8]? {
    var answer: [UInt8] = []
    while answer.count <= limit {
      // What it has printed is read first: this process may have been stopped behind the deadline.
      let left = max(0, (deadline - .now) / .milliseconds(1))
      guard output.isReadable(withinMilliseconds: Int32(left)), let bytes = try? output.readSome() else {
        return nil
      }
      answer += bytes
      if bytes.isEmpty || isWhole(answer) { return answer }
    }
    return nil
  }
}
