import Testing
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Core §5.5: the claims parameter")
struct ClaimsRequestTests {
  @Test("the example of the specification is read, and written again as it was")
  func example() throws {
    let text = """
      {"userinfo":{"given_name":{"essential":true},"nickname":null,"email":{"essential":true},\
      "email_verified":{"essential":true},"picture":null,"http://example.info/claims/groups":null},\
      "id_token":{"auth_time":{"essential":true},"acr":{"values":["urn:mace:incommon:iap:silver"]}}}
      """
    let request = try ClaimsRequest(reading: text)
    #expect(
      request.userInfo.map(\.name) == [
        "given_name", "nickname", "email", "email_verified", "picture", "http://example.info/claims/groups",
      ])
    #expect(request.userInfo.map(\.request.isEssential) == [true, false, true, true, false, false])
    #expect(request.idToken.last?.request.values == ["urn:mace:incommon:iap:silver"])
    #expect(request.json.encodedText() == text)
  }

  @Test("§5.5.1: a value, and what else is said of a claim, are kept; unknown members of the whole are not")
  func values() throws {
    let request = try ClaimsRequest(
      reading: #"{"id_token":{"sub":{"value":"248289761001","essential":false,"x":1}},"other":7,"userinfo":null}"#)
    #expect(request.userInfo.isEmpty)
    #expect(request.idToken.first?.request.value == "248289761001")
    #expect(request.json.encodedText() == #"{"id_token":{"sub":{"value":"248289761001","x":1}}}"#)
    #expect(ClaimsRequest().json.encodedText() == "{}")
  }

  @Test(
    "what is no claims request is refused",
    arguments: [
      "[]", "7", #"{"userinfo":7}"#, #"{"id_token":{"acr":7}}"#, #"{"id_token":{"acr":{"essential":"true"}}}"#,
      #"{"id_token":{"acr":{"values":"1"}}}"#, #"{"id_token":{"acr":{"values":[]}}}"#,
    ])
  func refused(text: String) throws {
    #expect(try refusal { try ClaimsRequest(reading: text) } == .invalidValue)
  }

  @Test("a claim that is asked for twice is refused")
  func twice() throws {
    #expect(try refusal { try ClaimsRequest(reading: #"{"id_token":{"acr":null,"acr":null}}"#) } == .malformedJSON)
  }
}
