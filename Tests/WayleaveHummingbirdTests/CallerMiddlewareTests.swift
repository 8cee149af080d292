import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing
import Wayleave
import WayleaveHummingbird
import WayleaveJOSE
import WayleaveResourceServer
import WayleaveWire

@Suite("An API with Hummingbird")
struct CallerMiddlewareTests {
  private struct Context: CallerRequestContext {
    var coreContext: CoreRequestContextStorage
    var caller: Caller?

    init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
  }

  private static let api = "https://api.example/notes"

  /// An access token of an issuer for the API: RFC 9068 §2.2.
  private func token(of issuer: TestIssuer, scope: String, at now: Instant) throws -> String {
    let claims: JSON = [
      "iss": .string(issuer.text), "sub": "ada-1", "aud": .string(Self.api), "client_id": "app", "jti": "1",
      "iat": JSON(now.secondsSinceEpoch), "exp": JSON(now.secondsSinceEpoch + 600), "scope": .string(scope),
    ]
    return try JSONWebSignature.sign(claims.encoded(), type: "at+jwt", with: issuer.key, algorithm: .es256).exposedText
  }

  @Test func `a route gets its caller, a refusal its challenge, and the metadata is served`() async throws {
    let clock = TestClock()
    let issuer = try TestIssuer("https://issuer.example", at: clock)
    let resource = try ProtectedResource(
      AbsoluteURL(Self.api), trusting: [TrustedIssuer(AbsoluteURL(issuer.text))], over: issuer, now: { clock.now })
    let router = Router(context: Context.self)
    router.add(middleware: CallerMiddleware(resource, scopes: ["notes.read"]))
    router.get("/notes") { _, context in "Hello, \(context.caller?.subject ?? "no one")" }
    let responder = router.buildResponder()

    func answer(_ path: String, _ token: String?) async throws -> HTTPResponse {
      var head = HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: path)
      head.headerFields[.authorization] = token.map { "Bearer \($0)" }
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let context = Context(source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: logger))
      let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
      return try await responder.respond(to: request, context: context).head
    }
    let good = try await answer("/notes", try token(of: issuer, scope: "notes.read", at: clock.now))
    #expect(good.status == .ok && good.headerFields[.contentLength] == "12")
    let little = try await answer("/notes", try token(of: issuer, scope: "notes.write", at: clock.now))
    #expect(little.status == .forbidden)
    #expect(little.headerFields[.wwwAuthenticate]?.contains("insufficient_scope") == true)
    for token in [nil, "no.token.at-all"] {
      let refused = try await answer("/notes", token)
      #expect(refused.status == .unauthorized)
      #expect(refused.headerFields[.wwwAuthenticate]?.contains("resource_metadata=") == true)
    }
    #expect(try await answer(resource.metadataPath, nil).status == .ok)
  }
}
