import WayleaveConsole
import WayleaveSystem

/// What the MCP client writes, read on a thread of its own, since those that run tasks must not wait for it.
///
/// A part is read when the one before was taken: what waits is in the pipe, and not in our memory.
struct MCPInput {
  private let reader = DiskThread(waitingSeconds: 3600)
  private let wake: WakePipe
  private var lines = MessageLines()

  init() throws(SystemError) { wake = try WakePipe() }

  /// The lines of the next part; nil at the end of the input, or where the task is cancelled. A line without an end counts
  /// at the end of the input.
  mutating func next() async -> [MessageLines.Line]? {
    let bytes = await withTaskCancellationHandler { [reader, wake] in
      await reader.run { Self.read(unlessWokenBy: wake) }
    } onCancel: { [wake] in
      wake.wake()
    }
    guard bytes.isEmpty else { return lines.take(bytes) }
    let rest = Task.isCancelled ? [] : lines.finish()
    return rest.isEmpty ? nil : rest
  }

  /// The next bytes; none at the end, or when it is woken.
  private static func read(unlessWokenBy wake: WakePipe) -> [UInt8] {
    var both = PollSet()
    let input = both.add(.standardInput)
    let end = both.add(wake.reading)
    while !both.isReady(end) {
      if both.isReady(input) { return (try? FileDescriptor.standardInput.readSome()) ?? [] }
      both.wait(until: nil)
    }
    return []
  }
}
