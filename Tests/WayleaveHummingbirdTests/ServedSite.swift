import Hummingbird
import Logging
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveBackport
import WayleaveHummingbird
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

/// A website that a browser on this machine can visit: its two providers are tenants of a playground.
struct ServedSite: Sendable {
  /// Where the browser finds it.
  let url: String

  /// Serves a website while something happens.
  static func during(_ visit: (ServedSite) async throws -> Void) async throws {
    let clock = TestClock()
    var configuration = try PlaygroundConfiguration()
    configuration.clock = { clock.now }
    configuration.tollgate.clients.append(
      try TollgateClient(
        id: ClientID(TestIssuer.client),
        metadata: ClientMetadata(
          redirectURIs: ["tollgate", "other"].map { try RedirectURI("http://127.0.0.1/callback/\($0)") },
          authentication: .publicClient, name: "The allotment")))
    let playground = try await Playground(configuration: configuration).start()
    let transport = try AsyncHTTPClientTransport()
    let responder = LateResponder()
    let (ports, opened) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      responder: responder, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { opened.yield($0.localAddress?.port ?? 0) },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let server = Task {
      defer { opened.finish() }
      try await application.run()
    }
    let outcome: Result<Void, any Error>
    do {
      guard let port = await ports.first(where: { _ in true }) else { return try await server.value }
      let url = "http://127.0.0.1:\(port)"
      responder.use(try await router(at: url, with: playground, over: transport, at: clock).buildResponder())
      outcome = .success(try await visit(ServedSite(url: url)))
    } catch { outcome = .failure(error) }
    server.cancel()
    _ = await server.result
    await playground.stop()
    await transport.shutdown()
    try outcome.get()
  }

  private static func router(
    at url: String, with playground: RunningPlayground, over transport: AsyncHTTPClientTransport, at clock: TestClock
  ) async throws -> Router<BasicRequestContext> {
    let vault = MemoryVault()
    let now = { @Sendable in clock.now }
    let accounts = Accounts(
      transport: transport, credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault, now: now),
      now: now)
    let other = try await playground.tenant("other")
    let client = try Client(id: ClientID(TestIssuer.client))
    let website = try Website(
      at: url, title: "The allotment", accounts: accounts,
      providers: [
        WebsiteProvider("tollgate", .issuer(playground.base + "/tollgate"), as: client, title: "Tollgate"),
        WebsiteProvider("other", .issuer(other.base + "/tollgate"), as: client, title: "The other Tollgate"),
      ], vault: vault, keepsAccounts: false)
    let router = Router()
    router.add(middleware: SignInMiddleware(website))
    router.get("/") { request, _ in
      let name = try await website.session(of: request)?.name
      return page("Hello, \(name ?? "visitor")")
    }
    // So many hours pass at once, for the website and for its providers.
    router.post("/pass/:hours") { _, context in
      clock.advance(by: (context.parameters.get("hours", as: Int64.self) ?? 0) * 3600)
      return HTTPResponse.Status.noContent
    }
    router.group().add(middleware: SignedInMiddleware(website)).get("/notes") { _, _ in page("The notes") }
    return router
  }

  private static func page(_ heading: String) -> EditedResponse<String> {
    let icon = #"<link rel="icon" href="data:,">"#
    return EditedResponse(
      headers: [.contentType: "text/html; charset=utf-8"],
      response: "<!DOCTYPE html><html lang=en><title>A page</title>\(icon)<h1>\(heading)</h1>")
  }
}

/// A responder that begins to work when the website has its port, and with it its URL.
private final class LateResponder: HTTPResponder {
  private let responder = Lock<RouterResponder<BasicRequestContext>?>(nil)

  func use(_ new: RouterResponder<BasicRequestContext>) { responder.withLock { $0 = new } }

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    guard let responder = responder.withLock(\.self) else { return Response(status: .serviceUnavailable) }
    return try await responder.respond(to: request, context: context)
  }
}
