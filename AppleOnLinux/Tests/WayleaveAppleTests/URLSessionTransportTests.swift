import Foundation
import FoundationNetworking
import HTTPTypes
import Security
import Testing
@testable import WayleaveAppleUnderTest
import WayleaveOAuth2
@testable import WayleaveTesting
import WayleaveWire

@Suite("URLSession: the transport", .serialized, .timeLimit(.minutes(3)))
struct URLSessionTransportTests {
  /// The rules that the URLSession of Linux breaks, and why; the tests below check what is left of each.
  static let departures = [
    "a request arrives as it was made, and its path and query byte for byte": "it removes dot segments from a path",
    "an answer comes as it was sent: status, header fields that repeat, and body": "it joins fields that repeat",
    "a request without a body says so in the way of its method": "it sends a length of 0 with DELETE",
    "a POST without a body has a length of 0": "it leaves the length out",
    "a body of the largest size comes whole, and a larger one is cut soon": "it reads ahead of what it hands over",
    "an answer that is cut off is a failure, and its request is not sent again":
      "it ends the program where an answer ends before its head",
  ]

  // BD15
  @Test(arguments: TransportContract.rules.filter { departures[$0.description] == nil })
  func `it keeps to the rules of transports`(rule: ContractRule<any Transport>) async throws {
    try await rule.check(URLSessionTransport())
  }

  @Test func `every departure is from a rule that there is`() {
    #expect(Set(Self.departures.keys).isSubset(of: TransportContract.rules.map(\.description)))
  }

  @Test(arguments: ["/token?x=%7E&y=a+b&z=", "/a%2Fb/c", "/a//b", "/a;p=1", "/%c3%a9", "/x?q=%41%7e&q=a%20b"])
  func `a path without dot segments arrives byte for byte`(target: String) async throws {
    try await ScriptedServer.answering(.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) { server in
      for method in [HTTPRequest.Method.get, .post] {
        var request = RequestMessage(method, to: try server.url(target))
        request.head.headerFields[.authorization] = "Bearer some-token"
        if method == .post { request.body = Array(0...255) }
        _ = try await URLSessionTransport().send(request, within: .short)
        let received = try #require(server.requests.last)
        #expect(received.lines[0] == "\(method.rawValue) \(target) HTTP/1.1" && received.body == request.body)
        #expect(received.field("authorization") == "Bearer some-token")
        #expect(received.field("accept-encoding") == "identity" && received.field("cookie") == nil)
      }
    }
  }

  @Test func `a coding that the caller takes is asked for`() async throws {
    try await ScriptedServer.answering(.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) { server in
      var request = RequestMessage(.get, to: try server.url())
      request.head.headerFields[.acceptEncoding] = "gzip"
      _ = try await URLSessionTransport().send(request, within: .short)
      #expect(server.requests.last?.field("accept-encoding") == "gzip")
    }
  }

  // FS18
  @Test(arguments: [(200, "yes"), (201, "hello"), (204, ""), (400, "no"), (401, "no"), (403, "no"), (503, "later")])
  func `an answer comes with its status, its fields and its body`(status: Int, body: String) async throws {
    let length = status == 204 ? "" : "Content-Length: \(body.utf8.count)\r\n"
    let head = "HTTP/1.1 \(status) x\r\nWWW-Authenticate: Bearer realm=\"a\"\r\nX-One: a\r\nX-One: b\r\n\(length)\r\n"
    try await ScriptedServer.answering(.send(head + body), .close) { server in
      let answer = try await URLSessionTransport().send(RequestMessage(.get, to: server.url()), within: .short)
      #expect(answer.status == status && String(decoding: answer.body, as: UTF8.self) == body)
      // RFC 9110 §5.3: fields of one name may be joined by a comma.
      #expect(answer.head.headerFields.one == "a, b")
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a refusal that asks for a password ends, and no one's password is sent`() async throws {
    let head = "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 2\r\n\r\nno"
    try await ScriptedServer.answering(.send(head)) { server in
      let start = ContinuousClock.now
      do {
        let answer = try await URLSessionTransport().send(
          RequestMessage(.get, to: server.url()), within: .within(.seconds(2), maximumBodySize: 100))
        #expect(answer.status == 401)
      } catch {
        // The URLSession of Linux does not give the answer: it ends the task, or goes on for ever.
        #expect(error is TransportFailure)
      }
      #expect(.now - start < .seconds(5))
      #expect(server.requests.allSatisfy { $0.field("authorization") == nil })
    }
  }

  @Test(arguments: [0, 10, 24])
  func `a body that is cut off is a failure, and its request is not sent again`(count: Int) async throws {
    let body = "{\"access_token\":\"abcdef\"}"
    let text = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body.prefix(count)
    try await ScriptedServer.answering(.send(text), .close) { server in
      var request = RequestMessage(.post, to: try server.url())
      request.body = Array("grant_type=refresh_token".utf8)
      let failure = try await failure(of: request)
      #expect(server.requests.count == 1)
      guard case .answerCut? = failure as? TransportFailure else {
        Issue.record("A cut answer came as \(failure).")
        return
      }
    }
  }

  @Test(arguments: ["Content-Length: 200000\r\n", "Connection: close\r\n"])
  func `a body of the largest size comes whole, and of a larger one the part that fits`(framing: String) async throws {
    let limits = ExchangeLimits.within(.seconds(10), maximumBodySize: 1000)
    let exact = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "x", count: 1000)
    try await ScriptedServer.answering(.send(exact)) { server in
      let answer = try await URLSessionTransport().send(RequestMessage(.get, to: server.url()), within: limits)
      #expect(answer.body.count == 1000)
    }
    let large = "HTTP/1.1 200 OK\r\n\(framing)\r\n" + String(repeating: "x", count: 200_000)
    try await ScriptedServer.answering(.send(large), .close) { server in
      do {
        _ = try await URLSessionTransport().send(RequestMessage(.get, to: server.url()), within: limits)
        Issue.record("A body that is too large was given.")
      } catch TransportFailure.tooLarge(let maximum, let part) {
        #expect(maximum == 1000 && part?.body.count == 1000)
      }
    }
  }

  @Test func `a head that is too large is given up`() async throws {
    let fields = String(repeating: "X-Many: 0123456789\r\n", count: 8000)
    try await ScriptedServer.answering(.send("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n")) { server in
      let failure = try await failure(of: RequestMessage(.get, to: server.url()))
      guard case .answerCut? = failure as? TransportFailure else {
        Issue.record("A head of 160,000 bytes came as \(failure).")
        return
      }
    }
  }

  @Test func `where no one listens, nothing was sent`() async throws {
    let url = try AbsoluteURL("http://127.0.0.1:1/")
    #expect(try await failure(of: RequestMessage(.post, to: url)) as? TransportFailure == .notSent(.refused))
  }

  @Test(arguments: ["/a b", "/a|b", "/\u{E9}"])
  func `a path that would be written in another way is not sent`(path: String) async throws {
    var request = RequestMessage(.get, to: try AbsoluteURL("http://127.0.0.1:1/"))
    request.head.path = path
    #expect(
      try await failure(of: request) as? TransportFailure
        == .notSent("an address that readers take apart differently"))
  }

  @Test func `a task that was cancelled before sends nothing`() async throws {
    try await ScriptedServer.answering(.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) { server in
      let request = RequestMessage(.get, to: try server.url())
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await URLSessionTransport().send(request, within: .short)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      try await Task.sleep(for: .milliseconds(50))
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `RFC 8996: TLS 1.2 is the least that is spoken, and a session remembers nothing`() {
    let configuration = URLSessionConfiguration.forExchanges
    #expect(configuration.tlsMinimumSupportedProtocolVersion == .TLSv12 && !configuration.waitsForConnectivity)
    #expect(configuration.urlCache == nil && configuration.urlCredentialStorage == nil)
    #expect(configuration.httpCookieStorage == nil && !configuration.httpShouldSetCookies)
  }

  @Test func `what is no HTTP is no answer`() throws {
    let exchange = URLExchange(.short)
    let url = try #require(URL(string: "http://127.0.0.1/"))
    #expect(!exchange.receive(URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)))
  }

  private func failure(of request: RequestMessage) async throws -> any Error {
    do { _ = try await URLSessionTransport().send(request, within: .short) } catch { return error }
    struct Answered: Error {}
    throw Answered()
  }

  // FS18, EI11
  @Test(arguments: [
    (URLError.Code.cannotFindHost, TransportFailure.notSent(.unknownHost)), (.dnsLookupFailed, .notSent(.unknownHost)),
    (.cannotConnectToHost, .notSent(.refused)), (.notConnectedToInternet, .notSent(.noRoute)),
    (.dataNotAllowed, .notSent(.noRoute)), (.serverCertificateUntrusted, .notSent(.certificateTrust)),
    (.serverCertificateHasBadDate, .notSent(.certificateTrust)),
    (.secureConnectionFailed, .notSent(.tls("the handshake failed"))),
    (.clientCertificateRequired, .notSent(.tls("the server asks for a certificate"))),
    (.clientCertificateRejected, .notSent(.tls("the server does not accept the certificate of this client"))),
    (
      .appTransportSecurityRequiresSecureConnection,
      .notSent("App Transport Security of the app allows https alone")
    ),
    (.unsupportedURL, .notSent("the system does not take the URL")), (.timedOut, .timedOut(wasSent: true)),
    (.networkConnectionLost, .answerLost(.reset)),
    (.badServerResponse, .answerCut("the answer could not be read (-1011)")),
  ])
  func `an error of the system is sorted by whether the server may have acted`(
    code: URLError.Code, expected: TransportFailure
  ) {
    #expect(TransportFailure(URLError(code), received: nil) == expected)
    let part = ResponseMessage(HTTPResponse(status: .ok), body: [1])
    switch TransportFailure(URLError(code), received: part) {
    case .answerCut(_, let received), .timedOut(true, let received): #expect(received == part)
    case let failure: Issue.record("A part that came was lost: \(failure)")
    }
  }

  @Test func `an error of another kind counts as one after the request`() {
    struct Unknown: Error {}
    #expect(TransportFailure(Unknown(), received: nil) == .answerCut("the answer is not HTTP"))
  }
}

extension ExchangeLimits {
  fileprivate static var short: ExchangeLimits { .within(.seconds(10), maximumBodySize: 256 * 1024) }
}

extension HTTPFields {
  /// The values of the field “X-One”, as one.
  fileprivate var one: String {
    filter { $0.name.canonicalName == "x-one" }.map(\.value).joined(separator: ", ")
  }
}
