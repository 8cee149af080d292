import Foundation
import WayleaveBackport

/// What a program has said on one stream so far.
final class Transcript: Sendable {
  private let state = Lock(State())

  private struct State {
    var bytes: [UInt8] = []
    var isComplete = false
  }

  /// Reads a pipe to its end, on a thread of its own: tests that wait must not starve one another.
  init(of pipe: Pipe) {
    let reading = pipe.fileHandleForReading
    Thread.detachNewThread { [weak self] in
      while true {
        let piece = reading.availableData
        guard !piece.isEmpty else { break }
        self?.state.withLock { $0.bytes.append(contentsOf: piece) }
      }
      // Not left to the end of the Process, which Foundation keeps for ever: hundreds of runs would exhaust our files.
      try? reading.close()
      self?.state.withLock { $0.isComplete = true }
    }
  }

  /// Whether the stream is closed and read to its end.
  var isComplete: Bool { state.withLock(\.isComplete) }

  var text: String { String(decoding: state.withLock(\.bytes), as: UTF8.self) }

  /// The lines that have come to their end, so that nobody acts on half a URL.
  var wholeLines: [String] {
    let (bytes, isComplete) = state.withLock { ($0.bytes, $0.isComplete) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return (isComplete ? lines : lines.dropLast()).map { String(decoding: $0, as: UTF8.self) }
  }
}
