package import HTTPTypes
import WayleaveBackport

/// Takes the body of a successful answer while it comes: one that is larger than what is read into memory, or one that
/// has no end, such as a stream of events.
package final class BodyOverflow: Sendable {
  /// Takes one part after the other; the next one is read when it returns.
  package typealias Write = @Sendable (_ bytes: [UInt8], _ head: HTTPResponse) async throws -> Void

  private let patience: Duration
  private let takesWhole: @Sendable (HTTPResponse) -> Bool
  private let write: Write
  private let state = Lock((latest: ContinuousClock.Instant?.none, isUsed: false))

  /// - Parameters:
  ///   - patience: how long the next part may take.
  ///   - takesWhole: whether a body is taken from its first byte on, by the head of its answer.
  ///   - write: gets one part after the other, and the head of the answer with each.
  package init(
    patience: Duration = .seconds(60), takesWhole: @escaping @Sendable (HTTPResponse) -> Bool = { _ in false },
    _ write: @escaping Write
  ) {
    self.patience = patience
    self.takesWhole = takesWhole
    self.write = write
  }

  /// Whether a body went here.
  package var isUsed: Bool { state.withLock(\.isUsed) }

  /// The head of an answer came; gives whether its body is taken from the first byte on.
  func begins(with head: HTTPResponse) -> Bool {
    guard takesWhole(head) else { return false }
    state.withLock { $0 = (.now, true) }
    return true
  }

  /// A part came: the next may take its time, also while what came still fits into memory.
  func note() { state.withLock { $0.latest = .now } }

  func take(_ bytes: [UInt8], of head: HTTPResponse) async throws {
    try await write(bytes, head)
    state.withLock { $0 = (.now, true) }
  }

  /// Until when the next part may come; nil where none came yet.
  var deadline: ContinuousClock.Instant? { state.withLock { $0.latest.map { $0 + patience } } }
}
