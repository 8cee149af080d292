import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 5849 §2.1 and §2.3: what the provider gives")
struct CredentialAnswerTests {
  @Test("the published answers are read, and written again")
  func vectors() throws {
    let vectors = try EncodingVectors.read().credential_responses
    #expect(vectors.count == 2)
    for vector in vectors {
      let response = answer(vector.body)
      if vector.kind == "temporary credentials" {
        let read = try TemporaryCredentialResponse(reading: response)
        #expect(read.credential.token == Secret("hh5s93j4hdidpola"))
        #expect(read.credential.secret == Secret("hdhd0244k9j7ao03"))
        #expect(read.response().body == Array(vector.body.utf8))
      } else {
        let read = try TokenCredentialResponse(reading: response)
        #expect(read.credential.token == Secret("nnch734d00sl2jdk"))
        #expect(read.credential.secret == Secret("pfkkdhi9sl3r4s00"))
        #expect(read.response().body == Array(vector.body.utf8))
      }
    }
  }

  @Test(
    "temporary credentials are refused unless the callback is confirmed",
    arguments: ["", "&oauth_callback_confirmed=false"])
  func unconfirmed(rest: String) throws {
    let response = answer("oauth_token=a&oauth_token_secret=b\(rest)")
    #expect(try refusal { try TemporaryCredentialResponse(reading: response) } == .callbackNotConfirmed)
    #expect(try refusal { try TokenCredentialResponse(reading: response) } == nil)
  }

  @Test("a callback is confirmed in any case of the word", arguments: ["true", "True", "TRUE"])
  func confirmed(word: String) throws {
    let response = answer("oauth_token=a&oauth_token_secret=b&oauth_callback_confirmed=\(word)")
    #expect(try refusal { try TemporaryCredentialResponse(reading: response) } == nil)
  }

  @Test("whatever else the provider sends is kept, decoded, in order")
  func restIsKept() throws {
    let body =
      "fullname=Jamal%20Fanaian&oauth_token=72157626318069415-087bfc7b5816092c&oauth_token_secret=a202d1f853ec69de"
      + "&user_nsid=21207597%40N07&username=jamal+fanaian&flag"
    let credential = try TokenCredentialResponse(reading: answer(body)).credential
    #expect(
      credential.additional == [
        "fullname": "Jamal Fanaian", "user_nsid": "21207597@N07", "username": "jamal fanaian", "flag": "",
      ])
  }

  @Test("an empty secret is one, an empty token is none")
  func emptyParts() throws {
    #expect(try refusal { try TokenCredentialResponse(reading: answer("oauth_token=a&oauth_token_secret=")) } == nil)
    #expect(
      try refusal { try TokenCredentialResponse(reading: answer("oauth_token=&oauth_token_secret=b")) }
        == .unexpectedAnswer)
  }

  @Test(
    "what is not credentials is refused, a web page included",
    arguments: [
      "", "hello", "oauth_token=a", "oauth_token_secret=b", "oauth_token=a&oauth_token=b&oauth_token_secret=c",
      "<!DOCTYPE html><html>oauth_token=a&oauth_token_secret=b</html>", "oauth_token=%zz&oauth_token_secret=b",
      "oauth_token=a%0A&oauth_token_secret=b",
    ])
  func notCredentials(body: String) throws {
    #expect(try refusal { try TokenCredentialResponse(reading: answer(body)) } == .unexpectedAnswer)
  }

  private func answer(_ body: String) -> ResponseMessage {
    ResponseMessage(.init(status: .ok), body: Array(body.utf8))
  }
}
