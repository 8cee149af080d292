import HTTPTypes
import HummingbirdCore
import NIOCore
import WayleaveWire

/// The reply to one request, changed by the faults that concern it.
///
/// The one place between the answer of a tenant and the network.
struct FaultyReply: Sendable {
  /// The faults of this request.
  let faults: [Fault]
  /// The number of the request in the journal.
  let number: Int
  /// How often the tenant was reset before: the number is of the journal of that time.
  let resets: Int
  /// The time of the provider.
  let instant: Instant
  /// How a pause is waited out.
  let sleep: @Sendable (Duration) async throws -> Void
  /// Logs a fault when it begins.
  let note: @Sendable (Fault) async -> Void

  /// The answer that comes in place of the tenant's; nil when the request is handled.
  func replacement() async -> ResponseMessage? {
    for fault in faults {
      guard var answer = fault.effect.replacement else { continue }
      answer.head.headerFields[.date] = instant.httpDate
      await note(fault)
      return answer
    }
    return nil
  }

  /// The answer with what the faults change of its head and its whole body.
  func altered(_ answer: ResponseMessage) async -> ResponseMessage {
    var answer = answer
    for fault in faults {
      switch fault.effect {
      case .contentType(let type): answer.head.headerFields[.contentType] = type
      case .formForJSON: answer = answer.withFormForJSON
      case .expiresIn(let time):
        guard let ending = answer.ending(after: time.wholeSeconds) else { continue }
        answer = ending
      default: continue
      }
      await note(fault)
    }
    return answer
  }

  /// Whether the connection ends here.
  func drops(_ effect: Fault.Effect) async -> Bool {
    guard let fault = faults.first(where: { $0.effect == effect }) else { return false }
    await note(fault)
    return true
  }

  /// A day: no request waits longer, and no clock can count all that a `Duration` can hold.
  private static let longestPause: Duration = .seconds(86_400)

  /// Waits as long as the faults say for this step.
  func pause(_ step: Fault.Step) async throws {
    for fault in faults {
      guard case .pause(step, let time) = fault.effect else { continue }
      await note(fault)
      try await sleep(min(time, Self.longestPause))
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
      try await write(bytes[..<middle], to: &writer)
      try await pause(.inBody)
      try await write(bytes[middle..<end], to: &writer)
      if let cut, end < bytes.count {
        await note(cut.fault)
        // What is thrown here closes the connection.
        throw CutOff()
      }
      try await writer.finish(nil)
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>, to writer: inout any ResponseBodyWriter) async throws {
    let trickle = faults.compactMap { fault in fault.effect.timePerByte.map { (fault: fault, time: $0) } }.first
    guard let trickle else { return try await writer.write(ByteBuffer(bytes: bytes)) }
    if bytes.startIndex == 0 { await note(trickle.fault) }
    for byte in bytes {
      try await sleep(min(trickle.time, Self.longestPause))
      try await writer.write(ByteBuffer(bytes: [byte]))
    }
  }

  private struct CutOff: Error {}
}

extension Fault.Effect {
  /// Whether the body is written in another way than usual.
  fileprivate var changesBody: Bool {
    switch self {
    case .pause(.inBody, _), .cutOff, .trickle: true
    default: false
    }
  }

  /// After how many bytes the body ends; nil for all of them.
  fileprivate var end: Int? {
    guard case .cutOff(let count) = self else { return nil }
    return count
  }

  fileprivate var timePerByte: Duration? {
    guard case .trickle(let time) = self else { return nil }
    return time
  }

  /// The answer that comes without anything done with the request.
  fileprivate var replacement: ResponseMessage? {
    var response: ResponseMessage
    switch self {
    case .unavailable(let time):
      response = .text(.serviceUnavailable, "A fault makes this path unavailable.\n")
      response.head.headerFields[.retryAfter] = String(time.wholeSeconds)
    case .tooManyRequests(let time):
      response = .text(.tooManyRequests, "A fault limits the requests to this path.\n")
      response.head.headerFields[.retryAfter] = String(time.wholeSeconds)
    case .status(let code): response = .text(HTTPResponse.Status(code: code), "A fault answers this path.\n")
    case .error(let word): response = ResponseMessage(.badRequest, json: ["error": .string(word)])
    case .errorInSuccess(let word): response = ResponseMessage(.ok, json: ["error": .string(word)])
    default: return nil
    }
    response.head.headerFields[.cacheControl] = "no-store"
    return response
  }
}

extension Message where Head == HTTPResponse {
  /// The answer with another lifetime of its access token; nil where it has none.
  fileprivate func ending(after seconds: Int64) -> ResponseMessage? {
    guard var members = (try? JSON(decoding: body))?.object, members["access_token"] != nil else { return nil }
    members["expires_in"] = JSON(seconds)
    var response = self
    response.body = JSON.object(members).encoded()
    return response
  }

  /// The members of an object of JSON as a form; any other body stays.
  fileprivate var withFormForJSON: ResponseMessage {
    guard let members = (try? JSON(decoding: body))?.object?.members else { return self }
    var form = Form()
    for member in members { form.append(member.name, member.value.string ?? member.value.encodedText()) }
    var response = self
    response.body = form.encoded()
    response.head.headerFields[.contentType] = ContentType.form
    return response
  }
}
