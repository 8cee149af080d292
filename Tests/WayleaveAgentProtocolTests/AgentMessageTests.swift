import Testing

@testable import WayleaveAgentProtocol

@Suite("The agent's protocol: requests and answers, in both directions")
struct AgentMessageTests {
  static let requests: [AgentRequest] =
    plainRequests + answered
    + TokenForm.allCases.map { AgentRequest(.token(account: nil, minimumLifetime: nil, form: $0)) }

  private static var answered: [AgentRequest] {
    guard let response else { return [] }
    let message = AgentMessage(
      method: "GET", url: "https://api.example/1", fields: [AgentPair("a", "b")], body: [1])
    return [
      AgentRequest(.answered(message, response, AgentCredential(account: "x", mark: "1f")), canAsk: true)
    ]
  }

  private static let plainRequests: [AgentRequest] = [
    AgentRequest(.token(account: "foursquare/ä", minimumLifetime: 300, form: nil), canAsk: true),
    AgentRequest(
      .authorize(
        account: "x",
        AgentMessage(
          method: "POST", url: "https://api.example/1", fields: [AgentPair("a", ""), AgentPair("a", "b")], body: [0, 1]
        ))),
    AgentRequest(.authorize(account: nil, AgentMessage(method: "GET", url: "https://api.example/1"))),
    AgentRequest(.login(account: nil, origin: "https://git.example")),
    AgentRequest(.login(account: "x", origin: "https://git.example"), canAsk: true),
    AgentRequest(.login(account: nil, user: "ada", origin: "https://git.example")),
    AgentRequest(.echo(account: "twitter", url: "https://api.example/verify")),
    AgentRequest(.reverseAuth(account: "twitter", parameters: "OAuth oauth_nonce=\"n\"")),
    AgentRequest(.status, canAsk: true), AgentRequest(.lock),
    AgentRequest(.unlock(passphrase: nil)), AgentRequest(.unlock(passphrase: [0, 255])), AgentRequest(.grants),
    AgentRequest(.allow(program: "/usr/bin/curl", account: "x", .requests)),
    AgentRequest(.allow(program: "/usr/bin/curl", account: "x", .requests, minutes: 30)),
    AgentRequest(.revoke(grant: "1f")),
    AgentRequest(.stop), AgentRequest(.answer(question: .max, .tenMinutes)),
  ]

  private static let response = AgentResponse(
    status: 401, fields: [AgentPair("WWW-Authenticate", "DPoP error=\"use_dpop_nonce\""), AgentPair("a", "")],
    body: [0, 255])

  @Test("of a body the agent gets 64 KiB, and an answer with more header fields than that is not shown")
  func longResponse() throws {
    let long = AgentResponse(status: 200, fields: [], body: [UInt8](repeating: 1, count: 100_000))
    #expect(long?.body.count == 65_536)
    let value = String(repeating: "x", count: 65_536)
    #expect(AgentResponse(status: 200, fields: [AgentPair("a", value)], body: []) == nil)
    #expect(AgentResponse(status: 99, fields: [], body: []) == nil)
    // A program that shows more is no program of ours.
    var frame = try #require(Self.answered.first).frame
    let place = try #require(frame.fields.firstIndex { $0.tag == AgentTag.answerBody.rawValue })
    frame.fields[place] = AgentField(.answerBody, [UInt8](repeating: 1, count: 65_537))
    #expect(throws: AgentProtocolError.malformed) { try AgentRequest(reading: frame) }
  }

  @Test("each request is read as it was written", arguments: requests)
  func request(request: AgentRequest) throws {
    let bytes = try #require(request.frame.bytes)
    #expect(try AgentFrame.length(reading: bytes) == bytes.count - 4)
    #expect(try AgentRequest(reading: AgentFrame(reading: bytes[4...])) == request)
  }

  static let failure = AgentFailure(
    code: "agent.denied", message: "m", rule: "r", expected: "e", received: "n", remedy: "d", exitStatus: 7)

  /// A failure whose message says all there is to say.
  private static var wordy: AgentFailure {
    var wordy = failure
    (wordy.expected, wordy.received) = ("", "")
    return wordy
  }

  private static var choice: AgentFailure {
    var choice = failure
    choice.choices = ["ada", "b, c"]
    return choice
  }

  static let answers: [AgentAnswer] = [
    .text([]), .text([0, 10]), .fields([]), .fields([AgentPair("X-A", "b"), AgentPair("X-A", "c")]),
    .authorized(
      AgentMessage(method: "GET", url: "https://api.example/1?a=b", fields: [AgentPair("Authorization", "t")]), by: nil),
    .authorized(
      AgentMessage(method: "GET", url: "https://api.example/1"), by: AgentCredential(account: "x", mark: "1f")),
    .list([]),
    .list([[], [AgentPair("name", "x"), AgentPair("scope", "token")]]), .done,
    .question(id: 7, sentence: "Allow?"), .needsCommand("the store is locked"), .failure(failure),
    .failure(choice), .failure(wordy),
  ]

  @Test("each answer is read as it was written", arguments: answers)
  func answer(answer: AgentAnswer) throws {
    let bytes = try #require(answer.frame.bytes)
    #expect(try AgentAnswer(reading: AgentFrame(reading: bytes[4...])) == answer)
    #expect(AgentAnswer.isQuestion(kind: bytes[5]) == (bytes[5] == 70))
  }

  @Test("an answer is no request, and a request no answer")
  func directions() {
    for request in Self.requests {
      #expect(throws: AgentProtocolError.unknownKind(request.frame.kind)) { try AgentAnswer(reading: request.frame) }
    }
    for answer in Self.answers {
      #expect(throws: AgentProtocolError.unknownKind(answer.frame.kind)) { try AgentRequest(reading: answer.frame) }
    }
  }

  /// The fields of a request of one kind, written by hand.
  private static func read(_ kind: UInt8, _ fields: [(UInt8, [UInt8])]) throws -> AgentRequest {
    let body = fields.reduce([1, kind]) { bytes, field in
      bytes + [field.0, 0, 0, 0, UInt8(field.1.count)] + field.1
    }
    return try AgentRequest(reading: AgentFrame(reading: body[...]))
  }

  @Test("a field that the kind does not have is refused, and so is one too many, one too few, and a wrong value")
  func fields() throws {
    #expect(try Self.read(1, [(1, Array("x".utf8))]).wish == .token(account: "x", minimumLifetime: nil, form: nil))
    let refused: [(UInt8, [(UInt8, [UInt8])])] = [
      (1, [(6, [])]), (1, [(99, [])]), (1, [(1, [65]), (1, [65])]), (1, [(2, [1])]), (1, [(3, [9])]), (1, [(3, [])]),
      (1, [(1, [0])]), (1, [(1, [0xFF])]), (3, []), (3, [(1, [65])]), (10, [(11, [65]), (1, [65])]),
      (10, [(11, [65]), (1, [65]), (12, [9])]), (10, [(11, [65]), (1, [65]), (12, [])]), (13, [(15, [1])]),
      (2, [(5, [65]), (6, [65]), (7, [0, 0, 0, 2, 65])]), (2, [(5, [65]), (6, [65]), (7, [0])]), (4, []),
      (4, [(9, [0])]), (6, [(4, [1])]),
    ]
    for (kind, fields) in refused {
      #expect(throws: AgentProtocolError.malformed, "\(kind) \(fields)") { try Self.read(kind, fields) }
    }
  }

  @Test("each scope has a word, and the word gives the scope", arguments: AgentScope.allCases)
  func scopes(scope: AgentScope) {
    #expect(AgentScope(word: scope.word) == scope)
    #expect(AgentScope(word: scope.word.uppercased()) == nil)
  }
}
