import Foundation
import HTTPTypes
import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveBackport
import WayleaveWire

@Suite("The transport: a body that is larger than what is read into memory", .timeLimit(.minutes(10)))
struct OverflowTests {
  @Test(
    "H2: a body of success that is larger than the limit goes whole to where it is written, and a refusal does not",
    arguments: [
      (200, 1000, ""), (200, 1001, ""), (206, 300_000, ""), (404, 1001, ""),
      (200, 1001, "Content-Encoding: identity\r\n"),
      (200, 1001, "Content-Encoding: gzip\r\n"),
    ])
  func overflow(status: Int, size: Int, coding: String) async throws {
    let server = try HostileServer {
      $0.send(
        "HTTP/1.1 \(status) x\r\n\(coding)Content-Length: \(size)\r\n\r\n" + String(repeating: "x", count: size))
    }
    defer { server.stop() }
    let written = Lock(0)
    let overflow = BodyOverflow { bytes, head in
      #expect(head.status.code == status)
      written.withLock { $0 += bytes.count }
    }
    let limits = ExchangeLimits.within(.seconds(20), maximumBodySize: 1000)
    let request = RequestMessage(.get, to: try AbsoluteURL(server.url()))
    // What is packed would be taken for the thing itself.
    let isHandedOn = status != 404 && !coding.contains("gzip")
    let isLarge = size > 1000
    do {
      let answer = try await withTransport { try await $0.send(request, within: limits, overflow: overflow) }
      #expect(answer.status == status && answer.body.count == (isLarge ? 0 : size))
    } catch TransportFailure.tooLarge(let maximum, _) {
      #expect(!isHandedOn && maximum == 1000)
    }
    #expect(overflow.isUsed == (isLarge && isHandedOn))
    #expect(written.withLock { $0 } == (overflow.isUsed ? size : 0))
  }

  @Test(
    "H2: the deadline does not end a body of success as long as parts of it come to where a large one would be written",
    arguments: [(200, "", true), (404, "", false), (200, "Content-Encoding: gzip\r\n", false)])
  func slow(status: Int, coding: String, isWhole: Bool) async throws {
    let pause = Lock(0.0)
    let server = try HostileServer { connection in
      connection.send("HTTP/1.1 \(status) x\r\n\(coding)Content-Length: 8\r\n\r\n")
      for _ in 0..<8 where connection.send("x") { Thread.sleep(forTimeInterval: pause.withLock { $0 }) }
    }
    defer { server.stop() }
    let request = RequestMessage(.get, to: try AbsoluteURL(server.url()))
    var outcome: Bool?
    for time in [400, 4000, 15_000] {
      pause.withLock { $0 = Double(time) / 5000 }
      let overflow = BodyOverflow { _, _ in }
      let limits = ExchangeLimits.within(.milliseconds(time), maximumBodySize: 1000)
      do {
        let answer = try await withTransport { try await $0.send(request, within: limits, overflow: overflow) }
        outcome = answer.body.count == 8
      } catch TransportFailure.timedOut(wasSent: true, _) { outcome = false }
      #expect(!overflow.isUsed)
      // Longer where a busy server has sent nothing before the deadline.
      if outcome == isWhole { break }
    }
    #expect(outcome == isWhole)
  }

  @Test("a body whose head says that it has no end is handed on while it comes, from its first byte")
  func stream() async throws {
    let isTaken = Lock(false)
    let server = try HostileServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nfirst")
      // The next part comes when the one before was handed on.
      while !isTaken.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.005) }
      connection.send("second")
    }
    defer { server.stop() }
    let request = RequestMessage(.get, to: try AbsoluteURL(server.url()))
    let written = Lock("")
    let overflow = BodyOverflow(takesWhole: { $0.headerFields[.contentType] == "text/event-stream" }) { bytes, _ in
      written.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
      isTaken.withLock { $0 = true }
    }
    let answer = try await withTransport {
      try await $0.send(request, within: .within(.seconds(500), maximumBodySize: 3), overflow: overflow)
    }
    #expect(answer.status == 200 && answer.body.isEmpty && overflow.isUsed)
    #expect(written.withLock { $0 } == "firstsecond")
  }

  @Test("H2: what cannot be written ends the exchange with its own reason")
  func overflowFails() async throws {
    let server = try HostileServer { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab") }
    defer { server.stop() }
    let request = RequestMessage(.get, to: try AbsoluteURL(server.url()))
    let reason = OAuthError(.invalidValue, message: "The disk is full.", rule: .wayleave("x"), remedy: "Make room.")
    let overflow = BodyOverflow { _, _ in throw reason }
    await #expect(throws: reason) {
      try await withTransport {
        try await $0.send(request, within: .within(.seconds(20), maximumBodySize: 1), overflow: overflow)
      }
    }
  }
}
