import Crypto
import Foundation
import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

@Suite("37, 9700-11: loopback listener: what the browser gets")
struct LoopbackAnswerTests {
  /// A callback, what its sender is told, and whether it ends the sign-in.
  static let endings: [(target: String, status: Int, page: LoopbackPage, isEnd: Bool)] = [
    ("/cb?code=A&state=S", 200, .accepted, true),
    ("/cb?error=access_denied&state=S", 200, .denied, true),
    ("/cb?code=&state=S", 400, .failed, true),
    ("/cb?code=A&state=X", 400, .ignored, false),
    ("/cb?error=access_denied", 400, .ignored, false),
    ("/cb", 400, .ignored, false),
  ]

  @Test(arguments: endings.indices)
  func `each verdict has its page, and only an answer of ours ends the sign-in`(index: Int) async throws {
    let row = Self.endings[index]
    let waiting = try await WaitingSignIn()
    let reply = try #require(try await waiting.get(row.target))
    #expect(reply.status == row.status)
    #expect(reply.body == row.page.html)
    if row.isEnd {
      #expect(await waiting.outcome.value == nil)
      await waiting.session.close()
    } else {
      #expect(waiting.notices.contains { if case .ignoredCallback = $0 { true } else { false } })
      try await waiting.finish()
    }
  }

  @Test func `a page names the app, the provider, the user and the failure, escaped, and no more than is known`() {
    let endings: [LoopbackPage.Ending] = [
      .completed(user: "Ada <3"), .completed(user: nil), .denied, .failed("It <b>failed</b>."), .ignored,
    ]
    for ending in endings {
      let html = LoopbackPage(ending, naming: .init(app: "Read<er>", provider: "B&O")).html
      #expect(html.contains("Read&lt;er&gt;") && !html.contains("Read<er>"))
      let isCompleted = if case .completed = ending { true } else { false }
      #expect(html.contains("B&amp;O") == (isCompleted || ending == .denied) && !html.contains("B&O"))
      #expect(html.contains("signed in") == isCompleted && !html.contains("<b>") && !html.contains("<3"))
      #expect(html.contains("as Ada &lt;3.") == (ending == .completed(user: "Ada <3")))
      #expect(html.contains("It &lt;b&gt;failed&lt;/b&gt;.") == (ending == .failed("It <b>failed</b>.")))
      #expect(
        html.contains("<html lang=\"en\">") && html.contains("color-scheme") && html.contains("width=device-width"))
      #expect(LoopbackPage(ending, naming: .init(app: "your app")).html.contains("your app"))
    }
  }

  @Test func `a browser that asks for an icon gets none, and nothing is noted`() async throws {
    let waiting = try await WaitingSignIn()
    #expect(try await waiting.get("/favicon.ico")?.status == 404)
    #expect(waiting.asked.isEmpty)
    #expect(!waiting.notices.contains { if case .ignoredCallback = $0 { true } else { false } })
    try await waiting.finish()
  }

  @Test(arguments: [
    "/cb/?code=canary&state=S", "//cb?code=canary&state=S", "/other?oauth_token=canary&oauth_verifier=v",
    "/cb%3Fcode=canary&state=S",
  ])
  func `an answer at another place is not taken, and is described at once without what it carries`(
    target: String
  ) async throws {
    let waiting = try await WaitingSignIn()
    #expect(try await waiting.get(target)?.status == 404)
    let reasons = waiting.notices.compactMap { (notice) -> String? in
      guard case .ignoredCallback(let reason) = notice else { return nil }
      return reason
    }
    #expect(reasons.count == 1 && reasons.first?.contains("it must come to exactly “http://127.0.0.1:") == true)
    #expect(reasons.first?.contains("canary") == false)
    try await waiting.finish()
  }

  @Test func `what came and answered nothing is said again when the time is over`() async throws {
    let source = LoopbackSource(app: "Reader", browser: nil) { _ in }
    let session = try await source.prepare(for: [try RedirectURI("http://127.0.0.1/cb")])
    let port = try #require(session.redirectURI.url.port)
    let page = AuthorizationPage(
      url: try AbsoluteURL("https://provider.example/authorize"),
      provider: try Provider(name: "example", title: "B&O", service: .issuer(AbsoluteURL("https://provider.example"))),
      responseMode: .query)
    let error = await #expect(throws: OAuthError.self) {
      let callbacks = session.callbacks(for: page, until: .now + .milliseconds(400))
      let client = try RawClient(port: port, address: "127.0.0.1")
      client.send("GET /cb?code=canary&state=other HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      for try await callback in callbacks { await callback.answer(.ignored) }
    }
    await session.close()
    #expect(error?.code == .timedOut && error?.message.contains("an answer to another sign-in") == true)
    #expect(error?.message.contains("canary") == false)
  }

  // attack 61
  @Test func `a page is cached nowhere, leads nowhere, and may load its own style and script alone`() async throws {
    let waiting = try await WaitingSignIn()
    let reply = try #require(try await waiting.get(WaitingSignIn.callback))
    #expect(reply.field("Cache-Control") == "no-store")
    #expect(reply.field("Referrer-Policy") == "no-referrer")
    #expect(reply.field("X-Content-Type-Options") == "nosniff")
    #expect(reply.field("Connection") == "close")
    #expect(reply.field("Content-Length") == "\(reply.body.utf8.count)")
    let policy = try #require(reply.field("Content-Security-Policy"))
    #expect(policy.hasPrefix("default-src 'none'; "))
    #expect(!policy.contains("unsafe"))
    for tag in ["style", "script"] {
      let content = try #require(
        reply.body.components(separatedBy: "<\(tag)>").last?.components(separatedBy: "</\(tag)>").first)
      let digest = Data(SHA256.hash(data: Data(content.utf8))).base64EncodedString()
      #expect(policy.contains("\(tag)-src 'sha256-\(digest)'"))
    }
    #expect(!reply.body.contains("http"))
    await waiting.session.close()
  }

  // attack 60
  @Test func `nothing of a request comes back`() async throws {
    let waiting = try await WaitingSignIn()
    for target in ["/cb?code=canary&state=X", "/canary", "/cb?canary=%3Cscript%3E", "/cb?canary=%0d%0acanary:1"] {
      let reply = try await waiting.exchange(
        "GET \(target) HTTP/1.1\r\nHost: {host}\r\nX-Canary: canary\r\nCookie: canary\r\n\r\n")
      #expect(reply?.text.contains("canary") == false)
    }
    #expect(try await waiting.exchange("GET / HTTP/1.1\r\nHost: canary\r\n\r\n")?.body == "")
    try await waiting.finish()
  }

  // attack 51
  @Test func `a web page that asks whether it may call gets no leave`() async throws {
    let waiting = try await WaitingSignIn()
    let reply = try await waiting.exchange(
      "OPTIONS /cb HTTP/1.1\r\nHost: {host}\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Private-Network: true\r\n\r\n"
    )
    #expect(reply?.status == 403)
    #expect(reply?.text.contains("Access-Control") == false)
    try await waiting.finish()
  }

  // attack 52
  @Test func `HEAD is answered without a body and consumes nothing`() async throws {
    let waiting = try await WaitingSignIn()
    let reply = try await waiting.exchange("HEAD \(WaitingSignIn.callback) HTTP/1.1\r\nHost: {host}\r\n\r\n")
    #expect(reply?.status == 200)
    #expect(reply?.body == "")
    #expect(waiting.asked.isEmpty)
    try await waiting.finish()
  }

  // attack 53
  @Test func `the same callback again, and the page loaded again, get the same page without a second question`()
    async throws
  {
    let waiting = try await WaitingSignIn()
    let first = try await waiting.get(WaitingSignIn.callback)
    #expect(await waiting.outcome.value == nil)
    #expect(try await waiting.get(WaitingSignIn.callback) == first)
    #expect(try await waiting.get("/cb") == first)
    #expect(try await waiting.get("/cb?code=B&state=S")?.body == LoopbackPage.ignored.html)
    #expect(waiting.asked.count == 1)
    await waiting.session.close()
  }

  // attack 53
  @Test func `two of the same at once are asked about once and answered alike`() async throws {
    let waiting = try await WaitingSignIn(thinking: .milliseconds(200))
    async let first = waiting.get(WaitingSignIn.callback)
    async let second = waiting.get(WaitingSignIn.callback)
    async let third = waiting.get("/cb?code=B&state=X")
    let bodies = [try await first?.body, try await second?.body]
    #expect(bodies == [LoopbackPage.accepted.html, LoopbackPage.accepted.html])
    #expect(try await third?.body == LoopbackPage.ignored.html)
    #expect(waiting.asked.filter { $0.hasSuffix("state=S") }.count == 1)
    await waiting.session.close()
  }

  @Test func `a browser that leaves while its callback is looked at costs no time, and its callback counts`()
    async throws
  {
    let waiting = try await WaitingSignIn(thinking: .milliseconds(500))
    let start = clock()
    do {
      let client = try RawClient(port: waiting.port)
      client.send("GET \(WaitingSignIn.callback) HTTP/1.1\r\nHost: \(waiting.authority)\r\n\r\n")
      while waiting.asked.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }
    #expect(await waiting.outcome.value == nil)
    // Processor time: whatever else the machine does, half a second of looking does not show in it.
    #expect(Double(clock() - start) / Double(CLOCKS_PER_SEC) < 0.25)
    await waiting.session.close()
  }

  @Test func `the answer is out before the sign-in goes on, and that is soon`() async throws {
    var (times, shortest) = ([Duration](), Duration.seconds(60))
    // Ten at least, and more until one is quick: others use the processors, too.
    while times.count < 10 || shortest >= .milliseconds(100) && times.count < 60 {
      let waiting = try await WaitingSignIn()
      let client = try RawClient(port: waiting.port)
      let start = ContinuousClock.now
      client.send("GET \(WaitingSignIn.callback) HTTP/1.1\r\nHost: \(waiting.authority)\r\n\r\n")
      #expect(await waiting.outcome.value == nil)
      times.append(try #require(waiting.ended) - start)
      shortest = min(shortest, times.last ?? shortest)
      // Closed at once: what was sent before must arrive all the same.
      await waiting.session.close()
      #expect(await client.readToEnd()?.body == LoopbackPage.accepted.html)
    }
    #expect(shortest < .milliseconds(100), "\(times)")
  }
}
