import HTTPTypes
import Hummingbird
import NIOCore
import WayleaveWire

/// The reply to one request, changed by the faults that concern it.
struct FaultyReply: Sendable {
  /// The faults of this request.
  let faults: [Fault]
  /// Logs a fault when it begins.
  let note: @Sendable (Fault) async -> Void

  /// The answer that comes in place of the tenant's; nil when the request is handled.
  func replacement() async -> ResponseMessage? {
    for fault in faults {
      guard case .unavailable(let time) = fault.effect else { continue }
      await note(fault)
      var response = ResponseMessage.text(.serviceUnavailable, "A fault makes this path unavailable.\n")
      response.head.headerFields[.retryAfter] = String(time.wholeSeconds)
      response.head.headerFields[.cacheControl] = "no-store"
      return response
    }
    return nil
  }

  /// A day: no request waits longer, and no clock can count all that a `Duration` can hold.
  private static let longestPause: Duration = .seconds(86_400)

  /// Waits as long as the faults say for this step.
  func pause(_ step: Fault.Step) async throws {
    for fault in faults {
      guard case .pause(step, let time) = fault.effect else { continue }
      await note(fault)
      try await Task.sleep(for: min(time, Self.longestPause))
    }
  }

  /// The body as it is written: whole and at once without faults.
  func body(_ bytes: [UInt8]) -> ResponseBody {
    let changesBody = faults.contains { $0.effect.changesBody }
    guard changesBody else { return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) }
    let cut = faults.compactMap { fault in fault.effect.end.map { (fault: fault, end: $0) } }.min { $0.end < $1.end }
    let end = min(cut?.end ?? bytes.count, bytes.count)
    return ResponseBody(contentLength: bytes.count) { writer in
      let middle = min(bytes.count / 2, end)
      try await writer.write(ByteBuffer(bytes: bytes[..<middle]))
      try await pause(.inBody)
      try await writer.write(ByteBuffer(bytes: bytes[middle..<end]))
      if let cut, end < bytes.count {
        await note(cut.fault)
        // What is thrown here closes the connection.
        throw CutOff()
      }
      try await writer.finish(nil)
    }
  }

  private struct CutOff: Error {}
}

extension Fault.Effect {
  /// Whether the body is written in another way than usual.
  fileprivate var changesBody: Bool {
    switch self {
    case .pause(.inBody, _), .cutOff: true
    case .pause, .unavailable: false
    }
  }

  /// After how many bytes the body ends; nil for all of them.
  fileprivate var end: Int? {
    guard case .cutOff(let count) = self else { return nil }
    return count
  }
}
