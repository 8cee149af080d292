import Foundation
import HTTPTypes
import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveProgramRunning
import WayleaveResourceServer
import WayleaveTestSupport
import WayleaveWire

@Suite(
  "An API between programs that others wrote: Authlib, idpyoidc, Django and the MCP SDK issue, the MCP SDK calls",
  .enabled(if: TestsFolder.hasPeers))
struct ResourcePeerTests {
  private let issuer: ExampleIssuer
  private let api: ProtectedResource

  init() throws {
    issuer = try ExampleIssuer()
    // By the clock of the machine, as the peers have it.
    api = try ProtectedResource(
      AbsoluteURL(ExampleIssuer.api), trusting: [TrustedIssuer(issuer.url)], over: issuer)
  }

  /// What the peers answer to tasks, in their order.
  private func answers(to tasks: [JSON]) throws -> [JSON] {
    let answers = try PythonPeer.answers(of: "oauth2/protected_resource.py", to: tasks)
    try #require(answers.count == tasks.count)
    return answers
  }

  /// What a program answers that signs with the issuer's key, or signs a user in: for the API, and for another one.
  private func answers(of program: String) throws -> [JSON] {
    let key = try JSON(decoding: issuer.key.exposedJSON.exposedBytes)
    return try answers(
      to: [ExampleIssuer.api, "https://other.example"].map { audience in
        ["do": .string(program), "key": key, "issuer": .string(issuer.url.text), "audience": .string(audience)]
      })
  }

  @Test("RFC 9068 §4: a token of Authlib's opens the API that it is for, and no other")
  func authlib() async throws {
    let tokens = try answers(of: "authlib").map { Secret(try #require($0.string)) }
    let caller = try await api.check(request(tokens[0]), scopes: ["notes.read", "notes.write"])
    #expect(caller.subject == "ravi" && caller.clientID == "app" && caller.claims["acr"] == "silver")
    #expect(await api.refusal(of: request(tokens[1]))?.summary == "401 invalid_token access_token.audience")
  }

  @Test("RFC 9068 §4: a token of idpyoidc's has no type and is refused, unless a profile says what shows its kind")
  func idpyoidc() async throws {
    let tokens = try answers(of: "idpyoidc").map { Secret(try #require($0.string)) }
    #expect(await api.refusal(of: request(tokens[0]))?.summary == "401 invalid_token access_token.malformed")
    var profile = AccessTokenProfile.rfc9068
    profile.types = [nil]
    profile.marks = [AccessTokenProfile.Mark(["token_class"], among: ["access_token"])]
    let lenient = try ProtectedResource(
      AbsoluteURL(ExampleIssuer.api), trusting: [TrustedIssuer(issuer.url, profile: profile)], over: issuer)
    let caller = try await lenient.check(request(tokens[0]), scopes: ["notes.read", "notes.write"])
    #expect(caller.subject == "ravi" && caller.clientID == "app")
    #expect(await lenient.refusal(of: request(tokens[1]))?.summary == "401 invalid_token access_token.audience")
  }

  @Test("RFC 7662 §2.2: an opaque token of the MCP SDK's server opens the API that its user's client named")
  func mcpServer() async throws {
    let api = try ProtectedResource(
      AbsoluteURL(ExampleIssuer.api),
      trusting: [.introspecting(issuer.url, as: Client(id: "notes-api", secret: Secret("s3cret")))], over: issuer)
    var summaries: [String?] = []
    for answer in try answers(of: "mcp") {
      issuer.answer("/introspect", ResponseMessage(.ok, json: try #require(answer["claims"])))
      let token = Secret(try #require(answer["token"]?.string))
      summaries.append(await api.refusal(of: request(token), demanding: AccessDemand(scopes: ["notes"]))?.summary)
      #expect(try issuer.lastQuestion?.bodyForm.text(of: "token") == token.exposedText)
    }
    #expect(summaries == [nil, "401 invalid_token access_token.audience"])
  }

  @Test("RFC 7662 §2 and RFC 8707 §2: Django OAuth Toolkit says which API a token is for, and that it was revoked")
  func django() async throws {
    let script = TestsFolder.url.appending(path: "Peers/strangers/django_provider.py").path
    let running = try Program(executable: TestsFolder.python).start(["-B", script, "oauth", "3600"], in: FreshHome())
    let transport = try AsyncHTTPClientTransport()
    let outcome: Result<Void, any Error>
    do {
      let issuer = try await running.outputLine(containing: "http://")
      outcome = .success(try await askAboutTokens(of: DjangoIssuer(issuer.filter { !$0.isNewline }, over: transport)))
    } catch { outcome = .failure(error) }
    running.send(SIGTERM)
    _ = try await running.outcome()
    await transport.shutdown()
    try outcome.get()
  }

  private func askAboutTokens(of issuer: DjangoIssuer) async throws {
    let time = Lock(Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)))
    func resource(clients: [ClientID]? = nil) throws -> ProtectedResource {
      try ProtectedResource(
        AbsoluteURL(ExampleIssuer.api), trusting: [.introspecting(issuer.url, as: issuer.desk, clients: clients)],
        over: issuer.transport, now: { time.withLock { $0 } })
    }
    let api = try resource()
    let token = try await issuer.token(for: ExampleIssuer.api)
    let caller = try await api.check(request(token), scopes: ["notes"])
    // A program without a user.
    #expect(caller.clientID == "robot" && caller.subject == nil && caller.verification == .introspection)
    #expect(await api.refusal(of: request(token), demanding: AccessDemand(scopes: ["birds"]))?.response.status == 403)
    let other = try await issuer.token(for: "https://other.example")
    #expect(await api.refusal(of: request(other))?.summary == "401 invalid_token access_token.audience")
    let unbound = try await issuer.token(for: nil)
    #expect(await api.refusal(of: request(unbound))?.summary == "401 invalid_token access_token.audience")
    #expect(try await resource(clients: ["robot"]).refusal(of: request(unbound)) == nil)
    #expect(await api.refusal(of: request(Secret("made-up")))?.summary == "401 invalid_token access_token.expired")
    try await issuer.revoke(token)
    time.withLock { $0 = $0 + 60 }
    #expect(await api.refusal(of: request(token))?.summary == "401 invalid_token access_token.expired")
  }

  @Test("RFC 9728 §5.1: the MCP SDK reads in a refusal where the metadata is, and in the metadata who issues tokens")
  func mcp() async throws {
    let refused = try #require(await api.refusal(of: request(nil), demanding: AccessDemand(scopes: ["notes.read"])))
    let fields = refused.response.headerFields[values: .wwwAuthenticate]
    let answer = try answers(to: [
      [
        "do": "read", "status": JSON(Int64(refused.response.status.code)), "fields": JSON(fields),
        "metadata": .object(api.metadata.raw),
      ]
    ])[0]
    #expect(answer["scope"] == "notes.read" && answer["resource"]?.string == ExampleIssuer.api)
    #expect(
      answer["resource_metadata"] == "https://api.example/.well-known/oauth-protected-resource/notes")
    #expect(answer["servers"] == ["https://as.example"])
  }
}

/// Django OAuth Toolkit with its clients: `robot` gets tokens of its own, and the API asks about them as `desk`.
private struct DjangoIssuer {
  let url: AbsoluteURL
  let transport: AsyncHTTPClientTransport
  let desk: Client
  private let robot: Client

  init(_ text: String, over transport: AsyncHTTPClientTransport) throws {
    url = try AbsoluteURL(text)
    self.transport = transport
    desk = try Client(id: "desk", secret: Secret("desk-secret-not-real"))
    robot = try Client(id: "robot", secret: Secret("robot-secret-not-real"))
  }

  func token(for resource: String?) async throws -> Secret {
    let access = RequestedAccess(scopes: ["notes"], resources: try resource.map { [try ResourceIndicator($0)] } ?? [])
    let request = try ClientCredentialsGrant(access: access).request(to: Endpoint(url.text + "/token/"), as: robot)
    return try TokenResponse(reading: await send(request)).accessToken
  }

  func revoke(_ token: Secret) async throws {
    let revocation = RevocationRequest(token: token, kind: .accessToken)
    #expect(try await send(revocation.request(to: Endpoint(url.text + "/revoke_token/"), as: robot)).status == 200)
  }

  private func send(_ request: RequestMessage) async throws -> ResponseMessage {
    try await transport.send(request, within: .within(.seconds(60), maximumBodySize: 1 << 20))
  }
}
