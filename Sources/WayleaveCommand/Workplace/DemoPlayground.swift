import WayleaveBackport
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The playground of the demonstration, in a program of its own, until `stop()` or the end of this process.
final class DemoPlayground: Sendable {
  let description: PlaygroundDescription
  /// Our end of its standard input. It ends when this is closed.
  private let input: Lock<FileDescriptor?>

  private init(_ description: PlaygroundDescription, input: FileDescriptor) {
    self.description = description
    self.input = Lock(input)
  }

  /// No description of ours is near this size.
  private static let maximumSize = 256 * 1024

  /// Starts it, and waits until it answers.
  static func start(isApproving: Bool) async throws -> DemoPlayground {
    let (input, output) = try run(["demonstration"] + (isApproving ? ["--approving"] : []))
    let line = try await line(of: output)
    return DemoPlayground(try PlaygroundDescription(exposedJSON: JSON(decoding: line)), input: input)
  }

  /// Ends it.
  func stop() { input.withLock { $0 = nil } }

  /// Runs the program. Its ends of the pipes are closed here when this returns, so that its end shows.
  private static func run(_ words: [String]) throws(OAuthError) -> (input: FileDescriptor, output: FileDescriptor) {
    let file = try PlaygroundFile()
    do throws(SystemError) {
      let (input, output) = (try FileDescriptor.pipe(), try FileDescriptor.pipe())
      try file.start(words, reading: input.reading, writing: output.writing)
      return (input.writing, output.reading)
    } catch { throw .playgroundNotStarted(error.words) }
  }

  /// Its first line.
  private static func line(of output: FileDescriptor) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= maximumSize {
      guard output.isReadable(withinMilliseconds: 0) else {
        try await Task.sleep(for: .milliseconds(5))
        continue
      }
      guard let some = try? output.readSome(), !some.isEmpty else { break }
      bytes += some
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { return Array(bytes[..<end]) }
    }
    throw OAuthError.playgroundNotStarted("it ended before it answered")
  }
}
