import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("N1: a credential that the provider no longer accepts is noticed, once, and only by a word that says so")
struct DeadCredentialTests {
  private static func answer(_ status: Int, _ body: String, challenge: String? = nil) -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .init(code: status)), body: Array(body.utf8))
    response.head.headerFields[.contentType] = "application/json"
    response.head.headerFields[.wwwAuthenticate] = challenge
    return response
  }

  // EI12
  @Test(
    "an answer that calls the token invalid ends an account that cannot be renewed",
    arguments: [
      (401, #"{"meta":{"code":401,"errorType":"invalid_auth"}}"#, nil),
      (401, "{}", #"Bearer error="invalid_token", error_description="revoked""#),
      (400, #"{"error":{"type":"OAuthException","code":190,"message":"expired"}}"#, nil),
    ] as [(Int, String, String?)])
  func gone(status: Int, body: String, challenge: String?) async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: nil, refreshToken: nil)
    scene.server.setFault { _ in Self.answer(status, body, challenge: challenge) }
    let session = scene.accounts().session(for: account)
    #expect(await code { _ = try await session.get("https://api.example/x") } == .signInNeeded)
    #expect(try #require(try await scene.credentials.load(account)).stored.endedBecause != nil)
    // Nothing more is sent with a credential that is gone.
    #expect(await code { _ = try await session.get("https://api.example/x") } == .signInNeeded)
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
    #expect(scene.server.requests.count == 1)
  }

  @Test(
    "any other refusal is the caller's answer, and the account stays",
    arguments: [
      (401, "{}", nil), (401, "{}", #"Basic realm="another""#), (403, #"{"error":"forbidden"}"#, nil),
      (400, #"{"error":"invalid_auth_state"}"#, nil), (404, #"{"error":"not_found"}"#, nil),
    ] as [(Int, String, String?)])
  func other(status: Int, body: String, challenge: String?) async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: nil, refreshToken: nil)
    scene.server.setFault { _ in Self.answer(status, body, challenge: challenge) }
    let session = scene.accounts().session(for: account)
    #expect(try await session.get("https://api.example/x").status == status)
    #expect(try #require(try await scene.credentials.load(account)).stored.endedBecause == nil)
  }

  @Test("X says “Unauthorized” to any 401: an account without a refresh token stays, unless the challenge ends it")
  func unauthorizedAtX() async throws {
    let body = #"{"title":"Unauthorized","type":"about:blank","status":401,"detail":"Unauthorized"}"#
    for (challenge, isGone) in [(nil, false), (#"Bearer error="invalid_token""#, true)] as [(String?, Bool)] {
      let scene = Scene()
      let account = try await scene.hold(expiresIn: nil, refreshToken: nil, provider: .x)
      scene.server.setFault { _ in Self.answer(401, body, challenge: challenge) }
      let session = scene.accounts().session(for: account)
      let refused = await code { _ = try await session.get("https://api.x.com/2/users/me") }
      #expect(refused == (isGone ? .signInNeeded : nil))
      #expect((try #require(try await scene.credentials.load(account)).stored.endedBecause != nil) == isGone)
    }
  }

  @Test("an account that can be renewed is renewed once; a fresh token that is refused too ends nothing")
  func renewable() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    scene.server.setFault {
      $0.pathWithoutQuery == "/token" ? nil : Self.answer(401, "{}", challenge: #"Bearer error="invalid_token""#)
    }
    let session = scene.accounts().session(for: account)
    #expect(try await session.get("https://api.example/x").status == 401)
    #expect(scene.server.paths == ["/x", "/token", "/x"])
    #expect(try #require(try await scene.credentials.load(account)).stored.endedBecause == nil)
  }

  @Test("an origin that only the user allowed ends no account: its refusal is the caller's answer")
  func foreignOrigin() async throws {
    for (url, isEnded) in [("https://other.example/x", false), ("https://api.example/x", true)] {
      let scene = Scene()
      let account = try await scene.hold(
        expiresIn: nil, refreshToken: nil, allowedOrigins: [try Origin("https://other.example")])
      scene.server.setFault { _ in Self.answer(401, "{}", challenge: #"Bearer error="invalid_token""#) }
      let session = scene.accounts().session(for: account)
      #expect(await code { _ = try await session.get(url) } == (isEnded ? .signInNeeded : nil))
      #expect((try await scene.accounts().stored(account)?.endedBecause != nil) == isEnded)
    }
  }

  @Test("such an origin causes one refresh in five minutes, however many requests it refuses")
  func foreignRefreshes() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600, allowedOrigins: [try Origin("https://other.example")])
    scene.server.setFault {
      $0.head.authority == "other.example" ? Self.answer(401, "{}", challenge: #"Bearer error="invalid_token""#) : nil
    }
    let session = scene.accounts().session(for: account)
    for _ in 1...3 { #expect(try await session.get("https://other.example/x").status == 401) }
    #expect(scene.server.paths == ["/x", "/token", "/x", "/x", "/x"])
    scene.wait(300)
    #expect(try await session.get("https://other.example/x").status == 401)
    #expect(scene.server.paths.filter { $0 == "/token" }.count == 2)
  }

  // EI14
  @Test(
    "OAuth 1.0a: Twitter's 89 and token_revoked end the account, a wrong signature and a 401 without a word do not",
    arguments: [
      (#"{"errors":[{"code":89,"message":"Invalid or expired token."}]}"#, true),
      (#"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#, false), ("{}", false),
    ])
  func oauth1(body: String, isGone: Bool) async throws {
    let scene = Scene()
    let account = try await scene.holdOAuth1()
    scene.server.setFault { _ in Self.answer(401, body) }
    let session = scene.accounts().session(for: account)
    let outcome = await code { _ = try await session.get("https://api.example/x") }
    #expect(outcome == (isGone ? .signInNeeded : nil))
    #expect((try #require(try await scene.credentials.load(account)).stored.endedBecause != nil) == isGone)
    guard isGone else { return }
    // What has ended is reported by the rule of its own protocol.
    let error = await #expect(throws: OAuthError.self) { try await session.get("https://api.example/x") }
    #expect(error?.rule == .rfc(5849, "3.2"))
  }
}
