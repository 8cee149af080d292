import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("OAuth Session 1.0 Draft 1: a token of OAuth 1.0a is renewed by its session handle")
struct SessionRenewalTests {
  static let additional: Form = [
    "oauth_session_handle": "canary-handle-0", "oauth_expires_in": "3600", "oauth_authorization_expires_in": "86400",
    "xoauth_yahoo_guid": "7",
  ]

  static func credential(issued seconds: Int64 = 0, _ additional: Form = additional) -> TokenCredential {
    TokenCredential(
      token: Secret("canary-token-0"), secret: Secret("canary-secret-0"), additional: additional,
      issuedAt: Example.now + seconds)
  }

  static func answer(_ number: Int, _ additional: Form) -> ResponseMessage {
    TokenCredentialResponse(
      TokenCredential(
        token: Secret("canary-token-\(number)"), secret: Secret("canary-secret-\(number)"), additional: additional)
    ).response()
  }

  static func problem(_ name: String) -> ResponseMessage {
    var form = Form()
    form.append("oauth_problem", name)
    return ResponseMessage(.unauthorized, form: form)
  }

  @Test("a sign-in remembers when the token came, from which its lifetime and the handle's count")
  func signIn() throws {
    var waiting = try WaitingForVerifier()
    _ = try waiting.receive(query: "oauth_token=temporary&oauth_verifier=v")
    guard case .done(let credential) = try waiting.receive(Self.answer(1, Self.additional)) else {
      return #expect(Bool(false))
    }
    #expect(credential.expiresAt == Example.now + 3600)
    #expect(credential.isRefreshable)
    guard case .oauth1(let token) = credential else { return #expect(Bool(false)) }
    #expect(token.sessionEndsAt == Example.now + 86400)
    #expect(Credential(exposedJSON: credential.exposedJSON) == credential)
  }

  @Test("a token without these members never ends and is not renewable")
  func plain() {
    let credential = Credential.oauth1(TokenCredential(token: Secret("T"), secret: Secret("S")))
    #expect(credential.expiresAt == nil && !credential.isRefreshable)
    #expect(Credential(exposedJSON: credential.exposedJSON) == credential)
  }

  @Test("what a renewal does not bring stays: the handle, its end, and what was said of the user")
  func merged() async throws {
    let scene = Scene()
    let account = try await Self.hold(in: scene, issued: -3610)
    scene.server.answer("/token1", with: Self.answer(1, ["oauth_expires_in": "1800"]))
    guard case .oauth1(let token) = try await scene.accounts().fresh(account).credential else {
      return #expect(Bool(false))
    }
    #expect(token.token == Secret("canary-token-1") && token.secret == Secret("canary-secret-1"))
    #expect(token.sessionHandle == Secret("canary-handle-0"))
    #expect(token.expiresAt == Example.now + 1800)
    #expect(token.sessionEndsAt == Example.now + -3610 + 86400)
    #expect(try token.additional.text(of: "xoauth_yahoo_guid") == "7")
    #expect(token.additional.values(of: "oauth_expires_in").count == 1)
  }

  @Test("ten who ask at once share one renewal, signed with the old secret; it is saved before anyone gets it")
  func once() async throws {
    let scene = Scene()
    let account = try await Self.hold(in: scene, issued: -3610)
    scene.server.answer(
      "/token1", with: Self.answer(1, ["oauth_session_handle": "canary-handle-1", "oauth_expires_in": "3600"]))
    let accounts = scene.accounts()
    let credentials = try await withThrowingTaskGroup(of: Credential.self) { group in
      for _ in 0..<10 { group.addTask { try await accounts.fresh(account).credential } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let kept = try await scene.credentials.load(account)?.stored
    #expect(credentials.count == 10 && credentials.allSatisfy { $0 == kept?.credential })
    #expect(kept?.obtainedAt == Example.now)
    #expect(scene.server.paths == ["/token1"])
    let request = try #require(scene.server.requests.first)
    let signed = try SignedRequest(reading: request)
    try signed.verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-secret-0"))
    #expect(signed.token == Secret("canary-token-0"))
    #expect(try SessionRenewalRequest.handle(in: signed) == Secret("canary-handle-0"))
  }

  @Test("a token that is good is used, and one that the API refuses is renewed once")
  func refusedByAPI() async throws {
    let scene = Scene()
    let account = try await Self.hold(in: scene, issued: 0)
    scene.server.setFault { request in
      if request.pathWithoutQuery == "/token1" { return Self.answer(1, ["oauth_expires_in": "3600"]) }
      return try SignedRequest(reading: request).token == Secret("canary-token-1") ? nil : Self.problem("token_expired")
    }
    let session = scene.accounts().session(for: account)
    #expect(try await session.get("https://api.example/x").status == 200)
    #expect(scene.server.paths == ["/x", "/token1", "/x"])
    #expect(try await session.get("https://api.example/x").status == 200)
    #expect(scene.server.paths.count == 4)
  }

  @Test(
    "a session that is over asks for a sign-in, and the handle is not sent again",
    arguments: ["token_expired", "token_rejected", "permission_denied"])
  func over(problem: String) async throws {
    let scene = Scene()
    let account = try await Self.hold(in: scene, issued: -3610)
    scene.server.answer("/token1", with: Self.problem(problem))
    for _ in 1...2 {
      let error = await #expect(throws: OAuthError.self) { try await scene.accounts().fresh(account) }
      #expect(error?.code == .signInNeeded)
    }
    #expect(scene.server.paths == ["/token1"])
    #expect(try await scene.credentials.load(account)?.stored.endedBecause == problem)
  }

  @Test("a handle whose time is over is not sent at all")
  func handleOver() async throws {
    let scene = Scene()
    let account = try await Self.hold(in: scene, issued: -86401)
    let error = await #expect(throws: OAuthError.self) { try await scene.accounts().fresh(account) }
    #expect(error?.code == .signInNeeded)
    #expect(scene.server.requests.isEmpty)
  }

  @Test("a provider that is busy or down takes nothing: the next try renews", arguments: [500, 503])
  func busy(status: Int) async throws {
    let scene = Scene()
    let account = try await Self.hold(in: scene, issued: -3610)
    scene.server.answer("/token1", with: ResponseMessage(HTTPResponse(status: .init(code: status))))
    let error = await #expect(throws: OAuthError.self) { try await scene.accounts().fresh(account) }
    #expect(error?.code == .serverUnavailable)
    scene.server.answer("/token1", with: Self.answer(1, ["oauth_expires_in": "3600"]))
    guard case .oauth1(let token) = try await scene.accounts().fresh(account).credential else {
      return #expect(Bool(false))
    }
    #expect(token.token == Secret("canary-token-1"))
  }

  @Test("a refusal for the time is answered once by the provider's clock")
  func clock() async throws {
    let scene = Scene()
    let account = try await Self.hold(in: scene, issued: -3610)
    let tries = Lock(0)
    scene.server.setFault { _ in
      let count = tries.withLock { count in
        count += 1
        return count
      }
      return count == 1
        ? ResponseMessage.refusingTimestamp(at: Example.now + 900) : Self.answer(1, ["oauth_expires_in": "3600"])
    }
    _ = try await scene.accounts().fresh(account)
    #expect(scene.server.requests.count == 2)
    #expect(try SignedRequest(reading: scene.server.requests[1]).stamp?.timestamp == Example.now + 900)
  }

  static func hold(in scene: Scene, issued seconds: Int64) async throws -> Account {
    let account = Account(provider: "example-one", client: "reader", subject: "7")
    let stored = StoredCredential(
      account: account, provider: try Example.oauth1(), client: try Example.client(),
      credential: .oauth1(credential(issued: seconds)), obtainedAt: Example.now + seconds)
    try await scene.credentials.replace(account, with: stored, expecting: nil)
    return account
  }
}
