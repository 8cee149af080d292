import WayleaveWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Lines of standard input, waited for without holding up anything else.
struct LineInput {
  private var buffer: [UInt8] = []
  /// What is waited for, as an error says it.
  private let expected: String

  init(expecting expected: String) { self.expected = expected }

  /// The next line that is not empty, without spaces; throws `sign_in.cancelled` at the end of the input and
  /// `sign_in.timed_out` at the deadline.
  mutating func next(until deadline: ContinuousClock.Instant) async throws -> String {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end].filter { $0 > 0x20 }, as: UTF8.self)
        buffer.removeSubrange(...end)
        if line.isEmpty { continue }
        return line
      }
      guard buffer.count < 65536 else { throw OAuthError.inputEnded(before: expected) }
      guard ContinuousClock.now < deadline else { throw OAuthError.nobodyTyped(expected) }
      guard isReadable() else {
        try await Task.sleep(for: .milliseconds(50))
        continue
      }
      guard let some = Descriptor.standardInput.readSome() else { throw OAuthError.inputEnded(before: expected) }
      // The last line may end with the input.
      if some.isEmpty, buffer.isEmpty { throw OAuthError.inputEnded(before: expected) }
      buffer += some.isEmpty ? [UInt8(ascii: "\n")] : some
    }
  }

  private func isReadable() -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }
}

extension OAuthError {
  fileprivate static func inputEnded(before expected: String) -> OAuthError {
    OAuthError(
      .cancelled, rule: .wayleave("an answer that is typed comes by standard input"), expected: expected,
      received: .described("the end of the input"), remedy: "Begin again, and type or paste it.")
  }

  fileprivate static func nobodyTyped(_ expected: String) -> OAuthError {
    OAuthError(
      .timedOut, rule: .wayleave("a sign-in waits for a bounded time"), expected: expected,
      received: .described("nothing in time"), remedy: "Begin again; --timeout SECONDS gives more time.")
  }
}
