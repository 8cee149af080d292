import Foundation
import HTTPTypes
import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveBackport
import WayleaveWire

@Suite("The transport, against servers that mean no good", .timeLimit(.minutes(10)))
struct TransportTests {
  @Test("status, header fields and body come as they were sent; the request goes as it was made")
  func plain() async throws {
    let server = try HostileServer {
      $0.send("HTTP/1.1 201 Created\r\nX-One: a\r\nX-One: b\r\nContent-Length: 5\r\n\r\nhello")
    }
    defer { server.stop() }
    var request = RequestMessage(posting: ["a": "b c"], to: try Endpoint(server.url("/token?x=%7E&y=a+b&z=")))
    request.head.headerFields[.userAgent] = "tests"
    let answer = try await exchange(request)
    #expect(answer.status == 201)
    #expect(try answer.head.headerFields[values: #require(HTTPField.Name("X-One"))] == ["a", "b"])
    #expect(answer.body == Array("hello".utf8))
    let sent = try #require(server.requests.first)
    #expect(sent.hasPrefix("POST /token?x=%7E&y=a+b&z= HTTP/1.1\r\n"))
    #expect(sent.hasSuffix("\r\n\r\na=b+c"))
    #expect(sent.lowercased().contains("host: 127.0.0.1:\(server.port)\r\n"))
    #expect(!sent.lowercased().contains("accept-encoding"))
  }

  @Test("brackets in a query, which nothing of ours writes, travel as their escapes: every reader sees the same pair")
  func brackets() async throws {
    let server = try HostileServer { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    defer { server.stop() }
    _ = try await exchange(RequestMessage(.get, to: try AbsoluteURL(server.url("/x?a=%26&b=[1]"))))
    #expect(server.requests.first?.split(separator: "\r\n").first == "GET /x?a=%26&b=%5B1%5D HTTP/1.1")
  }

  @Test("75: no redirect is followed, whatever its status and place", arguments: [301, 302, 303, 307, 308])
  func redirect(status: Int) async throws {
    let other = try HostileServer { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    let server = try HostileServer { [url = other.url()] in
      $0.send("HTTP/1.1 \(status) Moved\r\nLocation: \(url)\r\nContent-Length: 4\r\n\r\nbody")
    }
    defer { server.stop(); other.stop() }
    for request in [
      RequestMessage(.get, to: try AbsoluteURL(server.url())),
      RequestMessage(posting: ["a": "b"], to: try Endpoint(server.url())),
    ] {
      let answer = try await exchange(request)
      #expect(answer.status == status)
      #expect(answer.head.headerFields[.location] == other.url())
      #expect(answer.body == Array("body".utf8))
    }
    #expect(other.requests.isEmpty)
  }

  @Test(
    "77: silence, a head that trickles and a body that trickles end at the deadline",
    arguments: ["silence", "head", "body"])
  func trickle(kind: String) async throws {
    let server = try HostileServer { connection in
      if kind == "body" { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n") }
      if kind == "head" { connection.send("HTTP/1.1 200 OK\r\nX-Slow: ") }
      // A minute: longer than any deadline here.
      for _ in 0..<1200 {
        if kind != "silence", !connection.send("x") { return }
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    defer { server.stop() }
    var part: ResponseMessage?
    for time in [200, 4000, 15_000] {
      let (start, request) = (ContinuousClock.now, RequestMessage(.get, to: try AbsoluteURL(server.url())))
      let failure = await failure(of: request, within: .milliseconds(time))
      #expect(.now - start < .milliseconds(time) + .seconds(25))
      guard case .timedOut(wasSent: true, let came)? = failure else {
        return #expect(Bool(false), "\(failure as Any)")
      }
      part = came
      // Longer where a busy server has sent nothing of the body yet.
      if kind != "body" || came?.body.first != nil { break }
    }
    // What came of a body can contain a refresh token.
    #expect((part?.body.first == UInt8(ascii: "x")) == (kind == "body"))
  }

  @Test(
    "78: a body without end, and one that promises more than the cap, are cut",
    arguments: ["Transfer-Encoding: chunked", "Content-Length: 1000000000", "Connection: close"])
  func endless(framing: String) async throws {
    let sent = Lock(0)
    let server = try HostileServer { connection in
      connection.send("HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n")
      let block = [UInt8](repeating: 65, count: 65536)
      let chunk = framing.contains("chunked") ? Array("10000\r\n".utf8) + block + Array("\r\n".utf8) : block
      while sent.withLock({ $0 }) < 1_000_000_000, connection.send(chunk) { sent.withLock { $0 += block.count } }
    }
    defer { server.stop() }
    let failure = await failure(of: RequestMessage(.get, to: try AbsoluteURL(server.url())), maximum: 256 * 1024)
    guard case .tooLarge(maximum: 256 * 1024, let part?)? = failure else { return #expect(Bool(false)) }
    #expect(part.status == 200 && part.body == [UInt8](repeating: 65, count: 256 * 1024))
    #expect(sent.withLock { $0 } < 64 * 1024 * 1024)
  }

  @Test("a body of exactly the cap comes whole, and one byte more does not", arguments: [(1000, true), (1001, false)])
  func cap(size: Int, isWhole: Bool) async throws {
    let server = try HostileServer {
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n" + String(repeating: "x", count: size))
    }
    defer { server.stop() }
    let request = RequestMessage(.get, to: try AbsoluteURL(server.url()))
    if isWhole {
      #expect(try await exchange(request, maximum: 1000).body.count == size)
    } else {
      guard case .tooLarge(maximum: 1000, let part)? = await failure(of: request, maximum: 1000) else {
        return #expect(Bool(false))
      }
      #expect(part?.body.count == 1000)
    }
  }

  @Test("79: a content coding is left as it came, within the largest size: what reads the answer undoes it")
  func contentCoding() async throws {
    // gzip of ten zero bytes, made by gzip(1).
    let coded: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x63, 0x80, 0x01, 0, 0xBC, 0x96, 0x8D, 0x5F, 10, 0, 0, 0]
    let server = try HostileServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(coded.count)\r\n\r\n")
      connection.send(coded)
    }
    defer { server.stop() }
    let answer = try await exchange(RequestMessage(.get, to: try AbsoluteURL(server.url())))
    #expect(answer.body == coded)
    #expect(answer.head.headerFields[.contentEncoding] == "gzip")
  }

  @Test("84: a port that takes no connections, and a name that is none, mean that nothing was sent")
  func notSent() async throws {
    let server = try HostileServer { _ in }
    server.stop()
    try await Task.sleep(for: .milliseconds(100))
    let causes: [(String, TransportFailure.Cause)] = [
      (server.url(), .refused), ("http://nowhere.invalid/", .unknownHost),
    ]
    for (url, cause) in causes {
      #expect(await failure(of: RequestMessage(.get, to: try AbsoluteURL(url))) == .notSent(cause))
    }
  }

  @Test(
    "84, 85: a connection that ends after the request, without a byte, means that the answer is lost",
    arguments: ["reset", "close"])
  func answerLost(kind: String) async throws {
    let server = try HostileServer { connection in if kind == "reset" { connection.reset() } }
    defer { server.stop() }
    let request = RequestMessage(posting: ["grant_type": "refresh_token"], to: try Endpoint(server.url()))
    guard case .answerLost? = await failure(of: request) else { return #expect(Bool(false)) }
    #expect(server.requests.count == 1)
  }

  /// What a server sends before it closes the connection, and the body of the part that is handed over.
  static let broken: [(name: String, sent: String, part: String?)] = [
    ("half a status line", "HTTP/1.", nil), ("half a head", "HTTP/1.1 200 OK\r\nContent-", nil),
    ("one byte", "H", nil), ("no HTTP", "SSH-2.0-OpenSSH\r\n\r\n", nil), ("a bad version", "HTTP/9.9 x\r\n\r\n{", nil),
    ("an early hint alone", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n", nil),
    ("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 3\r\n\r\nabcde", nil),
    ("a bad field", "HTTP/1.1 200 OK\r\nBad Field\u{1}: x\r\n\r\n{}", nil),
    ("a long field", "HTTP/1.1 200 OK\r\nX: " + String(repeating: "y", count: 200_000) + "\r\n\r\n{}", nil),
    ("half a body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"access", "{\"access"),
    ("half a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{", "{"),
    ("a bad chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nZZ\r\n", "abc"),
  ]

  @Test(
    "85, 86, T16: after one byte of an answer the server has acted: the answer is cut off, and its part is there",
    arguments: broken.indices)
  func answerCut(index: Int) async throws {
    let row = Self.broken[index]
    let server = try HostileServer { $0.send(row.sent) }
    defer { server.stop() }
    let request = RequestMessage(posting: ["grant_type": "refresh_token"], to: try Endpoint(server.url()))
    let failure = await failure(of: request)
    guard case .answerCut(_, let part)? = failure else {
      return #expect(Bool(false), "\(row.name): \(String(describing: failure))")
    }
    #expect(part.map { String(decoding: $0.body, as: UTF8.self) } == row.part, "\(row.name)")
    #expect(server.requests.count == 1)
  }

  @Test("T16: a reset after half a head is no lost answer")
  func resetAfterByte() async throws {
    let pause = Lock(0.0)
    let server = try HostileServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-")
      Thread.sleep(forTimeInterval: pause.withLock { $0 })
      connection.reset()
    }
    defer { server.stop() }
    let request = RequestMessage(.get, to: try AbsoluteURL(server.url()))
    // A reset throws away what a busy client has not read yet.
    for time in [0.1, 2, 10] {
      pause.withLock { $0 = time }
      switch await failure(of: request) {
      case .answerCut(_, nil)?: return
      case .answerLost?: continue
      case let other: return #expect(Bool(false), "\(String(describing: other))")
      }
    }
    #expect(Bool(false), "the half of a head was never read")
  }

  @Test("273: a token answer cut at any byte is no answer; behind its head it is cut off, and the part is there")
  func truncated() async throws {
    let whole =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 25\r\n\r\n{\"access_token\":\"abcdef\"}"
    let head = whole.utf8.count - 25
    let length = Lock(0)
    let server = try HostileServer { connection in connection.send(Array(whole.utf8.prefix(length.withLock { $0 }))) }
    defer { server.stop() }
    for cut in 0..<whole.utf8.count {
      length.withLock { $0 = cut }
      let failure = await failure(of: RequestMessage(.get, to: try AbsoluteURL(server.url())))
      switch failure {
      case .answerLost? where cut == 0: break
      case .answerCut(_, nil)? where (1..<head).contains(cut): break
      case .answerCut(_, let part)? where cut >= head:
        #expect(part.map { whole.utf8.suffix(25).prefix(cut - head).elementsEqual($0.body) } == true, "cut at \(cut)")
      default: Issue.record("cut at \(cut): \(String(describing: failure))")
      }
    }
    length.withLock { $0 = whole.utf8.count }
    #expect(try await exchange(RequestMessage(.get, to: try AbsoluteURL(server.url()))).body.count == 25)
  }

  @Test("96: a cookie that a server sets is not sent back")
  func cookies() async throws {
    let server = try HostileServer {
      $0.send("HTTP/1.1 200 OK\r\nSet-Cookie: session=1; Path=/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    defer { server.stop() }
    try await withTransport { transport in
      for _ in 0..<2 {
        _ = try await transport.send(RequestMessage(.get, to: AbsoluteURL(server.url())), within: .token)
      }
    }
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { !$0.lowercased().contains("cookie") })
  }

  @Test("97: header fields without end are refused, and trailers too", arguments: ["many", "one", "trailers"])
  func endlessHeaders(kind: String) async throws {
    let sent = Lock(0)
    let server = try HostileServer { connection in
      let framing = "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n"
      connection.send("HTTP/1.1 200 OK\r\n" + (kind == "one" ? "X-Long: " : kind == "trailers" ? framing : ""))
      let block = kind == "one" ? String(repeating: "x", count: 1000) : String(repeating: "X-Many: 1\r\n", count: 100)
      while sent.withLock({ $0 }) < 100_000_000, connection.send(block) { sent.withLock { $0 += block.utf8.count } }
    }
    defer { server.stop() }
    switch await failure(of: RequestMessage(.get, to: try AbsoluteURL(server.url()))) {
    case .answerCut(_, let part)?: #expect((part == nil) == (kind != "trailers"))
    case let other: Issue.record("\(String(describing: other))")
    }
    #expect(sent.withLock { $0 } < 16_000_000)
  }

  @Test("an early hint before the answer is passed over")
  func informational() async throws {
    let server = try HostileServer {
      $0.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    defer { server.stop() }
    #expect(try await exchange(RequestMessage(.get, to: try AbsoluteURL(server.url()))).body == Array("ok".utf8))
  }

  @Test("a task that is cancelled ends at once, as a cancellation", arguments: ["waiting", "reading"])
  func cancellation(phase: String) async throws {
    let isAsked = Lock(false)
    let server = try HostileServer { connection in
      if phase == "reading" { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx") }
      isAsked.withLock { $0 = true }
      Thread.sleep(forTimeInterval: 10)
    }
    defer { server.stop() }
    let request = RequestMessage(.get, to: try AbsoluteURL(server.url()))
    let task = Task { try await withTransport { try await $0.send(request, within: .token) } }
    while !isAsked.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    let start = ContinuousClock.now
    task.cancel()
    let result = await task.result
    #expect(.now - start < .seconds(3))
    #expect(throws: CancellationError.self) { try result.get() }
  }

  @Test("a transport that was shut down sends nothing, and may be shut down again")
  func afterShutdown() async throws {
    let transport = try AsyncHTTPClientTransport()
    await transport.shutdown()
    await transport.shutdown()
    await #expect(throws: TransportFailure.notSent("the transport was shut down")) {
      try await transport.send(RequestMessage(.get, to: AbsoluteURL("http://127.0.0.1:9/")), within: .token)
    }
  }
}

/// Runs a piece of work with a transport that is shut down afterwards.
func withTransport<Result>(
  trustRoots: String? = nil, _ body: (AsyncHTTPClientTransport) async throws -> Result
) async throws -> Result {
  let transport = try AsyncHTTPClientTransport(additionalTrustRoots: trustRoots)
  do {
    let result = try await body(transport)
    await transport.shutdown()
    return result
  } catch {
    await transport.shutdown()
    throw error
  }
}

/// One exchange by a transport of its own.
func exchange(
  _ request: RequestMessage, within time: Duration = .seconds(20), maximum: Int = 256 * 1024, trustRoots: String? = nil
) async throws -> ResponseMessage {
  try await withTransport(trustRoots: trustRoots) {
    try await $0.send(request, within: .within(time, maximumBodySize: maximum))
  }
}

/// What an exchange throws; nil when it is answered.
func failure(
  of request: RequestMessage, within time: Duration = .seconds(20), maximum: Int = 256 * 1024, trustRoots: String? = nil
) async -> TransportFailure? {
  do {
    _ = try await exchange(request, within: time, maximum: maximum, trustRoots: trustRoots)
    return nil
  } catch let error as TransportFailure {
    return error
  } catch {
    Issue.record("\(error) is no failure of a transport")
    return nil
  }
}
