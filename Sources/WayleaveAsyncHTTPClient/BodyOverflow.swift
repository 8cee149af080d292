package import HTTPTypes
import WayleaveBackport

/// Takes the body of a successful answer that is larger than what is read into memory, while it comes.
package final class BodyOverflow: Sendable {
  private let write: @Sendable (_ bytes: [UInt8], _ head: HTTPResponse) throws -> Void
  private let state = Lock((latest: ContinuousClock.Instant?.none, isUsed: false))

  /// How long the next part may take.
  private static let patience: Duration = .seconds(60)

  /// - Parameter write: gets one part after the other, and the head of the answer with each.
  package init(_ write: @escaping @Sendable (_ bytes: [UInt8], _ head: HTTPResponse) throws -> Void) {
    self.write = write
  }

  /// Whether a body went here.
  package var isUsed: Bool { state.withLock(\.isUsed) }

  /// A part came: the next may take its time, also while what came still fits into memory.
  func note() { state.withLock { $0.latest = .now } }

  func take(_ bytes: [UInt8], of head: HTTPResponse) throws {
    try write(bytes, head)
    state.withLock { $0 = (.now, true) }
  }

  /// Until when the next part may come; nil where none came yet.
  var deadline: ContinuousClock.Instant? { state.withLock { $0.latest.map { $0 + Self.patience } } }
}
