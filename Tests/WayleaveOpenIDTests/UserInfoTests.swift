import HTTPTypes
import Testing
import WayleaveOpenID
import WayleaveWire

@Suite("OpenID Connect Core §5.3: UserInfo")
struct UserInfoTests {
  @Test("§5.3.1: the request is a GET with the token in the header")
  func request() throws {
    let request = try UserInfoRequest(accessToken: Secret("T")).request(to: Endpoint("https://op.example/me?v=1"))
    #expect(request.head.method == .get)
    #expect(request.url == "https://op.example/me?v=1")
    #expect(request.head.headerFields[.authorization] == "Bearer T")
    #expect(request.head.headerFields[.accept] == "application/json")
    #expect(request.body.isEmpty)
  }

  @Test("98: a token that would break the header is refused", arguments: ["T\r\nX: y", "T\u{E9}"])
  func headerInjection(token: String) {
    let refused = code {
      try UserInfoRequest(accessToken: Secret(token)).request(to: Endpoint("https://op.example/me"))
    }
    #expect(refused == .forbiddenHeaderCharacter)
  }

  @Test("§5.3.2: the subject and every claim are read")
  func answer() throws {
    let info = try UserInfo(reading: ResponseMessage(.ok, json: ["sub": "248289761001", "name": "Jane Doe"]))
    #expect(info.subject == "248289761001")
    #expect(info.claims["name"]?.string == "Jane Doe")
  }

  @Test("RFC 8259 §8: a byte order mark, and half of an emoji in a name, cost no profile")
  func smallFaults() throws {
    let body = [0xEF, 0xBB, 0xBF] + Array(#"{"sub":"a","name":"Ada \ud83d"}"#.utf8)
    let info = try UserInfo(reading: ResponseMessage(HTTPResponse(status: .ok), body: body))
    #expect(info.subject == "a" && info.claims["name"] == "Ada \u{FFFD}")
  }

  @Test(
    "§2: a subject is 1 to 255 ASCII characters",
    arguments: [nil, .null, 7, "", .string(String(repeating: "a", count: 256)), "\u{E9}", "a\u{0}b", ["a"]] as [JSON?])
  func malformedSubject(subject: JSON?) {
    var members = JSON.Object()
    members["sub"] = subject
    #expect(code { try UserInfo(reading: ResponseMessage(.ok, json: .object(members))) } == .unexpectedAnswer)
  }

  @Test(
    "§5.3.2: the error says what stands as “sub”",
    arguments: [
      (nil, "one without “sub”"), (.null, "one without “sub”"), (7, "is no text"), (["a"], "is no text"),
      ("", "is empty"), ("\u{E9}", "“\u{E9}”"), ("bob", "“bob”"),
    ] as [(JSON?, String)])
  func namedSubject(subject: JSON?, words: String) {
    var members = JSON.Object()
    members["sub"] = subject
    let error = #expect(throws: OAuthError.self) {
      try UserInfo(reading: ResponseMessage(.ok, json: .object(members)), subject: "alice")
    }
    #expect(error?.member == "sub" && error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test("the longest subject is accepted")
  func longestSubject() throws {
    let subject = String(repeating: "a", count: 255)
    #expect(try UserInfo(reading: ResponseMessage(.ok, json: ["sub": .string(subject)])).subject == subject)
  }

  @Test("§5.3.2: claims of another user than the ID token's are not used", arguments: ["alice", "Alice", "alice "])
  func otherUser(expected: String) {
    let answer = ResponseMessage(.ok, json: ["sub": "alice"])
    #expect(
      code { try UserInfo(reading: answer, subject: expected) } == (expected == "alice" ? nil : .unexpectedAnswer))
  }

  @Test("what is not a JSON object with status 200 is refused, by what it is")
  func otherAnswers() {
    #expect(code { try UserInfo(reading: ResponseMessage(.unauthorized, json: ["sub": "a"])) } == .unexpectedAnswer)
    #expect(code { try UserInfo(reading: ResponseMessage(.ok, json: ["a"])) } == .unexpectedAnswer)
    #expect(
      code { try UserInfo(reading: ResponseMessage(HTTPResponse(status: .ok), body: Array("eyJ.e.s".utf8))) }
        == .malformedJSON)
    #expect(code { try UserInfo(reading: ResponseMessage(.badGateway, json: ["sub": "a"])) } == .serverUnavailable)
    #expect(code { try UserInfo(reading: ResponseMessage(.found, json: ["sub": "a"])) } == .unexpectedRedirect)
    var coded = ResponseMessage(.ok, json: ["sub": "a"])
    coded.head.headerFields[.contentEncoding] = "gzip"
    #expect(code { try UserInfo(reading: coded) } == .contentCoding)
    let twice = ResponseMessage(HTTPResponse(status: .ok), body: Array(#"{"sub":"a","sub":"b"}"#.utf8))
    #expect(code { try UserInfo(reading: twice) } == .malformedJSON)
  }

  @Test(
    "§5.1: whether the address was checked, as a value or as the word some send in its place",
    arguments: [(true, true), (false, false), ("true", true), ("false", false), ("yes", nil), (1, nil), (nil, nil)]
      as [(JSON?, Bool?)])
  func emailVerified(written: JSON?, isVerified: Bool?) throws {
    var members = JSON.Object()
    members["sub"] = "a"
    members["email_verified"] = written
    #expect(try UserInfo(reading: ResponseMessage(.ok, json: .object(members))).isEmailVerified == isVerified)
  }

  /// The code of what a piece of work throws; nil when it throws nothing.
  private func code<Value>(of work: () throws -> Value) -> OAuthError.Code? {
    do {
      _ = try work()
      return nil
    } catch { return (error as? OAuthError)?.code }
  }
}
