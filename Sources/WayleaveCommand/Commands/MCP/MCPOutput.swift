import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal

/// What the MCP client reads: whole lines, one after the other, whichever task writes them.
///
/// A client that does not read holds up those who write, and no thread that runs tasks.
struct MCPOutput: Sendable {
  private let writer = DiskThread(waitingSeconds: 60)

  /// Writes a message.
  func write(_ message: [UInt8]) async {
    await writer.run { Console.answer(body: MessageLines.line(of: message)) }
  }
}
