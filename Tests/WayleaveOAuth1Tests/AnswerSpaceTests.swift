import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveWire

@Suite("RFC 5849 §2.1 and §2.3: spaces and line breaks around an answer")
struct AnswerSpaceTests {
  private func answer(_ body: String) -> ResponseMessage {
    ResponseMessage(HTTPResponse(status: .ok), body: Array(body.utf8))
  }

  @Test("they are no part of the first name or the last value", arguments: ["", "\n", "\r\n", " \t\r\n", "\n\n"])
  func around(space: String) throws {
    let temporary = answer("\(space)oauth_token=t&oauth_token_secret=s&oauth_callback_confirmed=true\(space)")
    let read = try TemporaryCredentialResponse(reading: temporary).credential
    #expect(read.token == Secret("t") && read.secret == Secret("s"))
    let last = answer("\(space)user_id=77&oauth_token=at&oauth_token_secret=as\(space)")
    let credential = try TokenCredentialResponse(reading: last).credential
    #expect(credential.token == Secret("at") && credential.secret == Secret("as"))
    #expect(try credential.additional.text(of: "user_id") == "77")
  }

  @Test("inside of the answer nothing is left out", arguments: ["%0A", "\n&x=1", "\u{0}"])
  func inside(character: String) throws {
    #expect(throws: OAuthError.self) {
      try TokenCredentialResponse(reading: answer("oauth_token=at&oauth_token_secret=as\(character)"))
    }
  }

  @Test("a space that is escaped is part of the value")
  func escaped() throws {
    let read = try TokenCredentialResponse(reading: answer("oauth_token=at&oauth_token_secret=as%20")).credential
    #expect(read.secret == Secret("as "))
  }
}
