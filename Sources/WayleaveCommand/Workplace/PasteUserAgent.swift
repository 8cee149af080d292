import Wayleave
import WayleaveOAuth2
import WayleaveWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The user's browser on whichever machine: the user carries the address there, and the answer back.
struct PasteUserAgent: UserAgent {
  func prepare(for redirectURIs: [RedirectURI]) async throws -> any UserAgentSession {
    PasteSession(redirectURI: try redirectURIs.first ?? RedirectURI("http://127.0.0.1/callback"))
  }
}

private struct PasteSession: UserAgentSession {
  let redirectURI: RedirectURI

  func show(
    _ url: AbsoluteURL, until deadline: ContinuousClock.Instant,
    verdict: @escaping @Sendable (String) async -> CallbackVerdict
  ) async throws {
    Console.error(
      """
      Open this address in any browser:

        \(url.text)

      After you have allowed it, the browser goes to an address that begins with
      \(redirectURI.text) and may say that it cannot open it. Copy that
      whole address from the address bar and paste it here, then press Enter:
      """)
    var input = LineInput()
    while let line = try await input.next(until: deadline) {
      switch await verdict(line) {
      case .accepted, .denied, .failed: return
      case .ignored: Console.error("That address does not answer this sign-in. Paste the one the browser ended at:")
      }
    }
    throw OAuthError(
      .cancelled, rule: .wayleave("a pasted answer comes by standard input"),
      expected: "the address at which the browser ended",
      received: .described("the end of the input"), remedy: "Begin again and paste the address.")
  }

  func close() async {}
}

/// Lines of standard input, waited for without holding up anything else.
private struct LineInput {
  private var buffer: [UInt8] = []

  /// The next line without its spaces; nil at the end of the input.
  mutating func next(until deadline: ContinuousClock.Instant) async throws -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end].filter { $0 > 0x20 }, as: UTF8.self)
        buffer.removeSubrange(...end)
        if line.isEmpty { continue }
        return line
      }
      guard buffer.count < 65536 else { return nil }
      guard ContinuousClock.now < deadline else { throw OAuthError.nobodyPasted() }
      guard isReadable() else {
        try await Task.sleep(for: .milliseconds(50))
        continue
      }
      guard let some = Descriptor.standardInput.readSome(), !some.isEmpty else { return nil }
      buffer += some
    }
  }

  private func isReadable() -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }
}

extension OAuthError {
  fileprivate static func nobodyPasted() -> OAuthError {
    OAuthError(
      .timedOut, rule: .wayleave("a sign-in waits for a bounded time"),
      expected: "the address at which the browser ended",
      received: .described("nothing in time"), remedy: "Begin again; --timeout SECONDS gives more time.")
  }
}
