import Foundation
import WayleaveBackport

/// What a program has said on one stream so far.
final class Transcript: Sendable {
  private let reading: FileHandle
  private let state = Lock(State())

  private struct State {
    var bytes: [UInt8] = []
    var isComplete = false
  }

  /// Reads a pipe to its end, on a thread of its own: tests that wait must not starve one another.
  init(of pipe: Pipe) {
    reading = pipe.fileHandleForReading
    Thread.detachNewThread { [weak self, reading] in
      // Not left to the end of the Process, which Foundation keeps for ever: hundreds of runs would exhaust our files.
      defer { try? reading.close() }
      while true {
        _ = Self.isReadable(reading, within: -1)
        guard let self, !self.drain() else { return }
      }
    }
  }

  /// Takes what is in the pipe now, without waiting for the thread that reads it; whether the stream is at its end.
  ///
  /// What a program has written before something that a test saw, and before its own end, is in the pipe by then.
  @discardableResult
  func drain() -> Bool {
    state.withLock { state in
      // No pipe holds more, and a program that writes without end holds no one up here.
      var rest = 1 << 20
      while !state.isComplete, rest > 0, Self.isReadable(reading, within: 0) {
        var piece = [UInt8](repeating: 0, count: 65536)
        let count = read(reading.fileDescriptor, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        state.isComplete = count <= 0
        state.bytes += piece.prefix(max(0, count))
        rest -= max(0, count)
      }
      return state.isComplete
    }
  }

  /// Whether there is something to read, or the end, within so many milliseconds; -1 waits for it.
  private static func isReadable(_ file: FileHandle, within milliseconds: Int32) -> Bool {
    var asked = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, milliseconds) > 0
  }

  /// What it has said until now.
  var text: String {
    drain()
    return String(decoding: state.withLock(\.bytes), as: UTF8.self)
  }

  /// The lines that have come to their end, so that nobody acts on half a URL.
  var wholeLines: [String] {
    drain()
    let (bytes, isComplete) = state.withLock { ($0.bytes, $0.isComplete) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return (isComplete ? lines : lines.dropLast()).map { String(decoding: $0, as: UTF8.self) }
  }
}
