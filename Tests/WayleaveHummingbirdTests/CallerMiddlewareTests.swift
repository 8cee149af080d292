import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing
import Wayleave
import WayleaveHummingbird
import WayleaveJOSE
import WayleaveOAuth2
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
  private func token(
    of issuer: TestIssuer, scope: String, confirmedBy confirmation: TokenConfirmation? = nil, at now: Instant
  ) throws -> String {
    let claims: JSON = [
      "iss": .string(issuer.text), "sub": "ada-1", "aud": .string(Self.api), "client_id": "app", "jti": "1",
      "iat": JSON(now.secondsSinceEpoch), "exp": JSON(now.secondsSinceEpoch + 600), "scope": .string(scope),
    ]
    var members = claims.object ?? JSON.Object()
    members["cnf"] = confirmation?.json
    return try JSONWebSignature.sign(
      JSON.object(members).encoded(), type: "at+jwt", with: issuer.key, algorithm: .es256
    ).exposedText
  }

  @Test("8705-4: a certificate that a proxy passes on counts where the API says so, and nowhere else")
  func certificate() async throws {
    let clock = TestClock()
    let issuer = try TestIssuer("https://issuer.example", at: clock)
    let resource = try ProtectedResource(
      AbsoluteURL(Self.api), trusting: [TrustedIssuer(AbsoluteURL(issuer.text))], over: issuer, now: { clock.now })
    let (own, other) = (Array("the certificate".utf8), Array("another one".utf8))
    let token = try token(
      of: issuer, scope: "", confirmedBy: TokenConfirmation(certificate: CertificateThumbprint(ofDER: own)),
      at: clock.now)
    let name = try #require(HTTPField.Name("Client-Cert"))

    func status(of fields: [String], isRead: Bool = true) async throws -> HTTPResponse.Status {
      let router = Router(context: Context.self)
      let read: @Sendable (Request, Context) -> CertificateThumbprint? = { request, _ in
        CertificateThumbprint(passedOnIn: request.head)
      }
      router.add(middleware: CallerMiddleware(resource, certificate: isRead ? read : nil))
      router.get("/notes") { _, _ in "Hello" }
      var head = HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/notes")
      head.headerFields[.authorization] = "Bearer \(token)"
      for field in fields { head.headerFields.append(HTTPField(name: name, value: field)) }
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let context = Context(source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: logger))
      let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
      return try await router.buildResponder().respond(to: request, context: context).status
    }
    func field(_ bytes: [UInt8]) -> String { ":\(Base64.standard.encodedText(bytes)):" }
    #expect(try await status(of: [field(own)]) == .ok)
    #expect(try await status(of: [field(own)], isRead: false) == .unauthorized)
    let wrong = [
      [], [field(other)], [field(own), field(own)], [Base64.standard.encodedText(own)], ["::"], [":"], [""],
      [field(own) + ", " + field(other)],
    ]
    for fields in wrong { #expect(try await status(of: fields) == .unauthorized, "\(fields)") }
  }

  @Test("RFC 9449 §8.2: the nonce for the next proof is in the answer of the route")
  func nonce() async throws {
    let clock = TestClock()
    let issuer = try TestIssuer("https://issuer.example", at: clock)
    var settings = ProtectedResource.Settings()
    settings.demandsNonces = true
    let resource = try ProtectedResource(
      AbsoluteURL(Self.api), trusting: [TrustedIssuer(AbsoluteURL(issuer.text))], over: issuer, settings: settings,
      now: { clock.now })
    let router = Router(context: Context.self)
    router.add(middleware: CallerMiddleware(resource))
    router.get("/notes") { _, _ in "Hello" }
    let responder = router.buildResponder()
    let key = try DPoPKey.generate()
    let name = try #require(HTTPField.Name("DPoP-Nonce"))
    let token = Secret(
      try token(of: issuer, scope: "", confirmedBy: TokenConfirmation(keyThumbprint: key.thumbprint), at: clock.now))

    func answer(_ nonce: String?) async throws -> HTTPResponse {
      var random = SystemRandomNumberGenerator()
      var message = RequestMessage(.get, to: try AbsoluteURL(Self.api))
      try message.prove(key, token: token, nonce: nonce, at: clock.now, using: &random)
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let context = Context(source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: logger))
      let request = Request(head: message.head, body: RequestBody(buffer: ByteBuffer()))
      return try await responder.respond(to: request, context: context).head
    }
    let first = try #require(try await answer(nil).headerFields[name])
    let good = try await answer(first)
    #expect(good.status == .ok && good.headerFields[name] == nil)
    clock.advance(by: 150)
    let next = try await answer(first)
    #expect(next.status == .ok && next.headerFields[name] != nil && next.headerFields[name] != first)
  }

  @Test(
    "6750-4: a second token in a form refuses the request, and the route still gets its form",
    arguments: [
      ("a=b", true, HTTPResponse.Status.ok), ("access_token=b", true, .badRequest),
      ("access%5Ftoken=b", true, .badRequest), ("a=100%", true, .ok), ("access_token=b", false, .ok),
    ])
  func form(body: String, isForm: Bool, status: HTTPResponse.Status) async throws {
    let clock = TestClock()
    let issuer = try TestIssuer("https://issuer.example", at: clock)
    let resource = try ProtectedResource(
      AbsoluteURL(Self.api), trusting: [TrustedIssuer(AbsoluteURL(issuer.text))], over: issuer, now: { clock.now })
    let router = Router(context: Context.self)
    router.add(middleware: CallerMiddleware(resource))
    router.post("/notes") { request, _ in
      let read = try await request.body.collect(upTo: 100)
      #expect(read == ByteBuffer(string: body))
      return "Hello"
    }
    var head = HTTPRequest(method: .post, scheme: "https", authority: "api.example", path: "/notes?q=100%")
    head.headerFields[.authorization] = "Bearer \(try token(of: issuer, scope: "", at: clock.now))"
    head.headerFields[.contentType] = isForm ? "application/x-www-form-urlencoded" : "text/plain"
    head.headerFields[.contentLength] = "\(body.utf8.count)"
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let context = Context(source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: logger))
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
    #expect(try await router.buildResponder().respond(to: request, context: context).status == status)
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
