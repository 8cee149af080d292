import Foundation
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

@Suite("OAuth 2.0 Form Post Response Mode §2: the listener takes a callback as a form")
struct LoopbackFormTests {
  /// A POST, and the status of its answer.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let request: String
    let status: Int
    var testDescription: String { name }

    init(_ name: String, _ request: String, _ status: Int) {
      (self.name, self.request, self.status) = (name, request, status)
    }
  }

  static let body = "code=A&state=S"

  static func post(
    _ body: String = body, to target: String = "/cb", host: String = "{host}", length: String? = nil,
    type: String = "application/x-www-form-urlencoded", _ fields: String...
  ) -> String {
    let lengthField = length ?? "Content-Length: \(body.utf8.count)"
    let lines = ["POST \(target) HTTP/1.1", "Host: \(host)", "Content-Type: \(type)", lengthField] + fields
    return lines.filter { !$0.isEmpty }.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  static let refused = [
    Row("a page of anyone else", post("code=A&state=S", "Origin: https://evil.example"), 403),
    Row("the provider's host by http", post("code=A&state=S", "Origin: http://provider.example"), 403),
    Row("two origins", post("code=A&state=S", "Origin: null", "Origin: https://evil.example"), 403),
    Row("a script's call", post("code=A&state=S", "Sec-Fetch-Mode: cors"), 403),
    Row("a foreign Host", post(host: "evil.example"), 421),
    Row("another path", post(to: "/other"), 404),
    Row("pairs in the query", post(to: "/cb?code=A&state=S"), 400),
    Row("JSON", post(type: "application/json"), 415),
    Row("a form with parts", post(type: "multipart/form-data; boundary=a"), 415),
    Row("two types", post("code=A&state=S", "Content-Type: application/json"), 415),
    Row("a packed form", post("code=A&state=S", "Content-Encoding: gzip"), 415),
    Row("no length", post(length: ""), 411),
    Row("two lengths", post("code=A&state=S", "Content-Length: 14"), 411),
    Row("a length with a sign", post(length: "Content-Length: +14"), 411),
    Row("chunks", post(length: "", "Transfer-Encoding: chunked"), 411),
    Row("chunks and a length", post("code=A&state=S", "Transfer-Encoding: chunked"), 411),
    Row("a form too long", post(length: "Content-Length: 16385"), 413),
    Row("a form that is too long as an address", post("a=" + String(repeating: "a", count: 16370)), 414),
    Row("a space", post("code=A &state=S"), 400),
    Row("a control character", post("code=A\u{1}&state=S"), 400),
    Row("a fragment", post("code=A&state=S#a"), 400),
  ]

  @Test(
    "what is no form of the provider is answered, sends no request, and the sign-in goes on waiting", arguments: refused
  )
  func refusedForms(row: Row) async throws {
    let waiting = try await Self.waiting()
    #expect(try await waiting.exchange(row.request)?.status == row.status)
    #expect(waiting.asked.isEmpty)
    try await waiting.finish()
  }

  static let accepted = [
    Row("no origin", post(), 200),
    Row("an origin that is hidden", post(body, "Origin: null", "Sec-Fetch-Mode: navigate"), 200),
    Row("the provider's page", post(body, "Origin: https://provider.example", "Sec-Fetch-Mode: navigate"), 200),
    Row("a type with a parameter", post(type: "application/x-www-form-urlencoded; charset=UTF-8"), 200),
    Row("bytes behind the form", post() + "more", 200),
  ]

  @Test("a form is asked about once as the query that it could have been, and ends the sign-in", arguments: accepted)
  func acceptedForms(row: Row) async throws {
    let waiting = try await Self.waiting()
    let reply = try await waiting.exchange(row.request)
    #expect(reply?.status == row.status)
    #expect(reply?.body == LoopbackPage.accepted.html)
    #expect(await waiting.outcome.value == nil)
    #expect(waiting.asked == ["http://\(waiting.authority)/cb?\(Self.body)"])
    // A page that is loaded again posts the same form: it gets the same answer, and nobody is asked.
    #expect(try await waiting.exchange(row.request)?.body == LoopbackPage.accepted.html)
    #expect(waiting.asked.count == 1)
    await waiting.session.close()
  }

  @Test("a form in many pieces is put together; the redirect URI's own query leads it")
  func pieces() async throws {
    let waiting = try await Self.waiting(at: "http://127.0.0.1/cb?tenant=a")
    #expect(try await waiting.exchange(Self.post())?.status == 400)
    let client = try RawClient(port: waiting.port)
    await client.sendInPieces(
      Self.post(to: "/cb?tenant=a").replacingOccurrences(of: "{host}", with: waiting.authority))
    #expect(await client.readToEnd()?.status == 200)
    #expect(await waiting.outcome.value == nil)
    #expect(waiting.asked == ["http://\(waiting.authority)/cb?tenant=a&\(Self.body)"])
    await waiting.session.close()
  }

  @Test(
    "26, 52: an answer by another way than the one that was asked for gets 405, and the sign-in goes on waiting",
    arguments: [nil, .query, .queryJWT, .formPost, .formPostJWT] as [ResponseMode?])
  func otherWay(mode: ResponseMode?) async throws {
    let waiting = try await Self.waiting(mode: mode)
    let isPosted = mode == .formPost || mode == .formPostJWT
    let other = isPosted ? try await waiting.get(WaitingSignIn.callback) : try await waiting.exchange(Self.post())
    #expect(other?.status == 405 && other?.field("Allow") == (isPosted ? "POST" : "GET, HEAD"))
    for method in ["PUT", "DELETE"] {
      let request = "\(method) \(WaitingSignIn.callback) HTTP/1.1\r\nHost: {host}\r\n\r\n"
      #expect(try await waiting.exchange(request)?.status == 405)
    }
    let head = try await waiting.exchange("HEAD \(WaitingSignIn.callback) HTTP/1.1\r\nHost: {host}\r\n\r\n")
    #expect(head?.status == 200 && waiting.asked.isEmpty)
    // The page that is only looked at answers nothing.
    #expect(try await waiting.get("/cb")?.body == LoopbackPage.ignored.html)
    try await waiting.finish()
  }

  @Test("a user's no and a stranger's state come as forms, too")
  func denied() async throws {
    let waiting = try await Self.waiting()
    #expect(try await waiting.exchange(Self.post("code=A&state=X"))?.body == LoopbackPage.ignored.html)
    let no = try await waiting.exchange(Self.post("error=access_denied&state=S"))
    #expect(no?.body == LoopbackPage.denied.html)
    #expect(await waiting.outcome.value == nil)
    await waiting.session.close()
  }

  @Test("attack 55: a body that never comes is closed after five seconds, as a head is")
  func silentBody() async throws {
    let start = ContinuousClock.now
    let passed = Lock(Duration.zero)
    let waiting = try await Self.waiting(now: { start + passed.withLock(\.self) })
    let client = try RawClient(port: waiting.port)
    client.send(Self.post(length: "Content-Length: 15").replacing("{host}", with: waiting.authority))
    for (seconds, isOpen) in [(0, true), (4.9, true), (5, false)] {
      passed.withLock { $0 = .seconds(seconds) }
      #expect(try await waiting.get("/cb")?.body == LoopbackPage.ignored.html)
      #expect(client.isSilent == isOpen, "after \(seconds) seconds")
    }
    #expect(await client.readToEnd()?.text == "")
    try await waiting.finish()
  }

  /// A sign-in whose page has been shown: from here on the provider's origin is known.
  static func waiting(
    at uri: String = "http://127.0.0.1/cb", mode: ResponseMode? = .formPost,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) async throws -> WaitingSignIn {
    let waiting = try await WaitingSignIn(at: uri, mode: mode, now: now)
    while !waiting.notices.contains(where: { if case .open = $0 { true } else { false } }) {
      try await Task.sleep(for: .milliseconds(2))
    }
    return waiting
  }
}
