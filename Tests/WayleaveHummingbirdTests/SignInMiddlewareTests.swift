import HTTPTypes
import Hummingbird
import InMemoryLogging
import Logging
import MetricsTestKit
import NIOCore
import NIOEmbedded
import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveHummingbird
import WayleavePlayground
import WayleaveWire

@Suite("A website with Hummingbird")
struct SignInMiddlewareTests {
  /// A router with a website, and one route of its own that wants a session.
  private func responder(
    of website: Website, metrics: TestMetrics = TestMetrics()
  ) -> RouterResponder<BasicRequestContext> {
    let router = Router()
    let client: @Sendable (Request, BasicRequestContext) -> String? = { request, _ in request.headers[.from] }
    router.add(middleware: SignInMiddleware(website, client: client, metrics: metrics))
    router.get("/") { request, _ in
      "Hello, \(try await website.session(of: request)?.name ?? "visitor")"
    }
    router.group().add(middleware: SignedInMiddleware(website)).get("/notes") { _, _ in "The notes" }
    return router.buildResponder()
  }

  private func answer(
    _ request: RequestMessage, by responder: RouterResponder<BasicRequestContext>,
    logging handler: any LogHandler = SwiftLogNoOpLogHandler()
  ) async throws -> (head: HTTPResponse, text: String) {
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .debug
    let context = BasicRequestContext(
      source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: logger))
    let response = try await responder.respond(
      to: Request(head: request.head, body: RequestBody(buffer: ByteBuffer(bytes: request.body))), context: context)
    let collector = Collector()
    try await response.body.write(collector)
    return (response.head, String(buffer: collector.buffer()))
  }

  @Test func `the paths of the website are served, and all others are handed on`() async throws {
    let site = try TestSite()
    let responder = responder(of: site.website)
    let browser = site.browser()
    let home = try await answer(await browser.request(.get, "/"), by: responder)
    #expect(home.head.status == .ok && home.text == "Hello, visitor")
    let page = try await answer(await browser.request(.get, "/sign-in"), by: responder)
    #expect(page.head.status == .ok && page.text.contains("Sign in with Example"))
    #expect(page.head.headerFields[.contentSecurityPolicy] != nil)
    let refused = try await answer(await browser.request(.get, "/notes?page=2"), by: responder)
    #expect(refused.head.status == .seeOther)
    #expect(refused.head.headerFields[.location]?.hasPrefix("/sign-in?return_to=") == true)
    try await browser.signIn(at: site.issuer, as: .ada)
    #expect(try await answer(await browser.request(.get, "/"), by: responder).text == "Hello, Ada")
    #expect(try await answer(await browser.request(.get, "/notes"), by: responder).text == "The notes")
  }

  @Test(
    "234: what anyone can send is counted and no error of the website, and no line of it begins a line of the log",
    arguments: [
      ("/sign-in/example/back-channel-logout", "logout_token=junk", "jose.malformed"),
      ("/sign-in/example/back-channel-logout", "logout_token=a&logout_token=b", "wire.duplicate_parameter"),
      ("/sign-in/example/back-channel-logout", "x=%0Aerror:+a+line", "logout.malformed"),
      ("/sign-in/example/front-channel-logout?sid=%0Aerror:+a+line", nil, "logout.malformed"),
      ("/sign-in/example/front-channel-logout?sid=1&iss=%0Aerror:+a+line", nil, "logout.foreign"),
    ] as [(String, String?, String)])
  func junk(path: String, body: String?, code: String) async throws {
    let site = try TestSite()
    let (metrics, handler) = (TestMetrics(), InMemoryLogHandler())
    let responder = responder(of: site.website, metrics: metrics)
    var request = await site.browser().request(body == nil ? .get : .post, path, site: nil)
    request.head.headerFields[.contentType] = body.map { _ in "application/x-www-form-urlencoded" }
    request.body = Array((body ?? "").utf8)
    for _ in 0..<3 { #expect(try await answer(request, by: responder, logging: handler).head.status == .badRequest) }
    #expect(handler.entries.map(\.level) == [.debug, .debug, .debug])
    #expect(handler.entries.allSatisfy { !"\($0.message)".contains("\nerror") })
    #expect(try metrics.expectCounter("wayleave.website.refusals", [("code", code)]).totalValue == 3)
  }

  @Test func `223: from where a request comes is what the server of the website says`() async throws {
    let site = try TestSite(maximumWaiting: 2)
    let responder = responder(of: site.website)
    let browser = site.browser()
    var begin = await browser.request(.get, "/sign-in/example")
    begin.head.headerFields[.from] = "192.0.2.1"
    let begun = try await answer(begin, by: responder)
    begin.head.headerFields[.from] = "198.51.100.9"
    for _ in 0..<5 { #expect(try await answer(begin, by: responder).head.status == .seeOther) }
    let callback = try site.issuer.allow(try #require(begun.head.headerFields[.location]), as: .ada)
    let owner = try #require(begun.head.headerFields[.setCookie]).dropFirst("__Host-sign-in=".count)
    await browser.setCookie("__Host-sign-in", String(owner.prefix { $0 != ";" }))
    #expect(try await browser.open(callback, site: "cross-site").status == 303)
  }

  @Test func `a visitor signs in at the playground's Tollgate`() async throws {
    var configuration = try PlaygroundConfiguration()
    configuration.approval = .automatic(PlaygroundPerson.residents[0])
    let playground = try await Playground(configuration: configuration).start()
    let transport = try AsyncHTTPClientTransport()
    do {
      try await signIn(at: playground, over: transport)
      await playground.stop()
      await transport.shutdown()
    } catch {
      await playground.stop()
      await transport.shutdown()
      throw error
    }
  }

  private func signIn(at playground: RunningPlayground, over transport: AsyncHTTPClientTransport) async throws {
    let origin = "http://127.0.0.1:8080"
    let accounts = Accounts(
      transport: transport, credentials: CredentialRecords(in: MemoryVault()), signIns: SignInRecords(in: MemoryVault())
    )
    let client = try Client(id: "tollgate-native", redirectURIs: [RedirectURI(origin + "/callback")])
    let website = try Website(
      at: origin, accounts: accounts,
      providers: [WebsiteProvider("tollgate", .issuer(playground.base + "/tollgate"), as: client)])
    let responder = responder(of: website)
    let browser = TestBrowser(website, at: origin)
    let begun = try await browser.open("/sign-in/tollgate?return_to=/notes")
    // The person allows it without a page: the provider's answer leads back at once.
    let visit = RequestMessage(.get, to: try AbsoluteURL(try #require(begun.location)))
    let back = try await transport.send(
      visit, within: ExchangeLimits(deadline: .now + .seconds(20), maximumBodySize: 1 << 20))
    let callback = try AbsoluteURL(try #require(back.location))
    #expect(callback.text.hasPrefix(origin + "/callback?"))
    let finished = try await answer(
      await browser.request(.get, callback.pathAndQuery, site: "cross-site"), by: responder)
    #expect(finished.head.status == .seeOther && finished.head.headerFields[.location] == "/notes")
    let set = finished.head.headerFields[values: .setCookie].first { $0.hasPrefix("session-8080=") }
    let value = try #require(set).dropFirst("session-8080=".count).prefix { $0 != ";" }
    await browser.setCookie("session-8080", String(value))
    let home = try await answer(await browser.request(.get, "/"), by: responder)
    #expect(home.text == "Hello, \(PlaygroundPerson.residents[0].name)")
  }
}

/// Gathers what a body writes.
private struct Collector: ResponseBodyWriter {
  private final class Storage: @unchecked Sendable {
    var buffer = ByteBuffer()
  }

  private let storage = Storage()

  func buffer() -> ByteBuffer { storage.buffer }

  mutating func write(_ buffer: ByteBuffer) async throws { storage.buffer.writeImmutableBuffer(buffer) }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension HTTPField.Name {
  /// Where a test's request comes from.
  fileprivate static let from = HTTPField.Name("X-From") ?? .expect
}
