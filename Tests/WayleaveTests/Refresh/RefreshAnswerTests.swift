import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("H1, RFC 6749 §6: whatever else is wrong with an answer, its new refresh token is saved")
struct RefreshAnswerTests {
  private static let whole = #"{"access_token":"new","token_type":"Bearer","refresh_token":"canary-refresh-new"}"#

  /// An answer to a refresh, and what it leads to; `error` nil for one whose access token is used.
  struct Answer: Sendable, CustomTestStringConvertible {
    let name: String
    let body: String
    var type = "application/json"
    let error: OAuthError.Code?

    var testDescription: String { name }

    init(_ name: String, _ body: String, type: String = "application/json", error: OAuthError.Code? = nil) {
      (self.name, self.body, self.type, self.error) = (name, body, type, error)
    }
  }

  private static func with(_ members: String) -> String { whole.dropLast() + "," + members + "}" }
  private static func typed(_ type: String) -> String { whole.replacing(#""token_type":"Bearer","#, with: type) }

  @Test(
    "(d): the new refresh token is saved, and the account works at the next call",
    arguments: [
      Answer("empty ID token", with(#""id_token":"""#)),
      Answer("scope as a list", with(#""scope":["a"]"#)),
      Answer("scope as a number", with(#""scope":5"#), error: .malformedTokenResponse),
      Answer("empty error", with(#""error":"""#)),
      Answer("error next to the tokens", with(#""error":"invalid_request""#), error: .tokenRefused),
      Answer("invalid_grant next to the tokens", with(#""error":"invalid_grant""#), error: .grantRefused),
      Answer("missing type", typed(""), error: .malformedTokenResponse),
      Answer("DPoP without a key", typed(#""token_type":"DPoP","#), error: .unsupportedTokenType),
      Answer("unknown type", typed(#""token_type":"mac","#), error: .unsupportedTokenType),
      Answer("byte order mark", "\u{FEFF}" + whole),
      Answer("trailing bytes", whole + "garbage", error: .malformedTokenResponse),
      Answer("duplicate members", with(#""x":1,"x":2"#), error: .malformedTokenResponse),
      Answer("lone surrogate", with(#""name":"\ud83d""#)),
      Answer("other content type", whole, type: "text/plain", error: .unexpectedAnswer),
      Answer("cut off behind the refresh token", whole + #","na"#, error: .malformedTokenResponse),
    ])
  func malformed(answer: Answer) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    replyOnce(at: scene.server) { _ in
      var response = ResponseMessage(HTTPResponse(status: .ok), body: Array(answer.body.utf8))
      response.head.headerFields[.contentType] = answer.type
      return response
    }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == answer.error)
    let tokens = try #require(try await scene.tokens(of: account))
    #expect(tokens.accessToken == Secret(answer.error == nil ? "new" : "canary-access-0"))
    try await expectSaved("canary-refresh-new", of: account, in: scene)
  }

  @Test(
    "T16: an answer that is cut off is not asked for again, and a whole refresh token in it is saved",
    arguments: [whole.utf8.count - 1, whole.utf8.count - 2, 10, 0])
  func cut(length: Int) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    replyOnce(at: scene.server) { _ in
      throw TransportFailure.answerCut(
        "reset", received: ResponseMessage(HTTPResponse(status: .ok), body: Array(Self.whole.utf8.prefix(length))))
    }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .outcomeUnknown)
    #expect(scene.server.requests.count == 1)
    guard length < Self.whole.utf8.count - 1 else {
      return try await expectSaved("canary-refresh-new", of: account, in: scene)
    }
    // The token is lost with the rest. The reason says more than that the provider refuses.
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
    let ended = try #require(try await scene.credentials.load(account)).stored.endedBecause
    #expect(ended != nil && ended != "spent")
  }

  /// The three ways in which a transport has a part of an answer.
  static let failures: [@Sendable (ResponseMessage) -> TransportFailure] = [
    { .answerCut("reset", received: $0) }, { .timedOut(wasSent: true, received: $0) },
    { .tooLarge(maximum: 10, received: $0) },
  ]

  @Test(
    "T16: a whole refresh token in the part of an answer that came is saved, however the answer failed",
    arguments: 0..<3)
  func part(index: Int) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    replyOnce(at: scene.server) { _ in
      throw Self.failures[index](ResponseMessage(HTTPResponse(status: .ok), body: Array(Self.whole.utf8.dropLast())))
    }
    #expect(await code { _ = try await scene.accounts().fresh(account) } != nil)
    #expect(scene.server.requests.count == 1)
    try await expectSaved("canary-refresh-new", of: account, in: scene)
  }

  @Test("RFC 6749 §A.17: a refresh token can have a space, and is sent with it")
  func space() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let token = "canary refresh"
    scene.server.setFault { [server = scene.server] _ in
      server.setFault(nil)
      server.state.withLock { $0.refreshToken = token }
      let body = Self.whole.replacing("canary-refresh-new", with: token)
      var response = ResponseMessage(HTTPResponse(status: .ok), body: Array(body.utf8))
      response.head.headerFields[.contentType] = "application/json"
      return response
    }
    #expect(try await scene.accounts().fresh(account).token == "new")
    try await expectSaved(token, of: account, in: scene)
  }

  @Test("T16: of a form that is cut off, the last text does not count: it may go on")
  func cutForm() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { _ in
      throw TransportFailure.answerCut(
        "reset",
        received: ResponseMessage(
          HTTPResponse(status: .ok), body: Array("access_token=a&refresh_token=canary-ref".utf8)))
    }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .outcomeUnknown)
    #expect(try await scene.tokens(of: account)?.refreshToken == Secret("canary-refresh-0"))
  }

  @Test("an answer without a refresh token leaves the old one, and the note is gone when it is good")
  func withoutRefreshToken() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.state.withLock { $0.rotates = false }
    scene.server.answer("/token", with: TokenResponse(accessToken: Secret("new")).response())
    #expect(try await scene.accounts().fresh(account).token == "new")
    scene.server.setFault(nil)
    try await expectSaved("canary-refresh-0", of: account, in: scene)
  }

  /// Answers the first request in this way, and knows the refresh token that the answer brings.
  private func replyOnce(at server: ExampleServer, with reply: @escaping ExampleServer.Fault) {
    let isFirst = Lock(true)
    server.setFault { [server] request in
      guard isFirst.withLock({ take(&$0) }) else { return nil }
      server.state.withLock { $0.refreshToken = "canary-refresh-new" }
      return try await reply(request)
    }
  }

  private func expectSaved(_ token: String, of account: Account, in scene: Scene) async throws {
    let stored = try #require(try await scene.credentials.load(account)).stored
    #expect(stored.refreshToken == Secret(token) && stored.refreshAttempt == nil && stored.endedBecause == nil)
    // Another process.
    #expect(try await scene.accounts().fresh(account, forcing: true).token == "canary-access-1")
  }
}
