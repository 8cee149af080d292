import HTTPTypes
import Testing
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire

@Suite("request: where the reason of a refusal stands")
struct RequestAdviceTests {
  @Test(
    "the word of a challenge, the title of a page, or the body; only what says nothing gives no reason",
    arguments: [
      ("Bearer error=\"insufficient_scope\"", "", "“insufficient_scope”"),
      ("DPoP error=\"invalid_token\"", "", "“invalid_token”"), ("DPoP error=\"use_dpop_nonce\"", "", "another nonce"),
      ("Bearer realm=\"x\"", "", "gives no reason"), (nil, "", "gives no reason"),
      ("Bearer error=\"invalid_token\"", "{}", "The body of the answer says why."),
      (nil, #"{"errors":[{"code":64,"message":"Suspended"}]}"#, "read there why"),
      (nil, #"{"errors":[{"code":63,"message":"Other"}]}"#, "The body of the answer says why."),
      (nil, "<!doctype html><html><head><title>Bad gateway</title></head></html>", "(“Bad gateway”)"),
    ] as [(String?, String, String)])
  func advice(challenge: String?, body: String, words: String) {
    var response = ResponseMessage(HTTPResponse(status: .forbidden), body: Array(body.utf8))
    response.head.headerFields[.wwwAuthenticate] = challenge
    if body.hasPrefix("<") { response.head.headerFields[.contentType] = "text/html" }
    #expect(response.advice.description.contains(words), "\(response.advice)")
  }

  @Test(
    "those who do not see the body read how it begins; no text of a server looks like a command of ours",
    arguments: [
      ("{\"detail\":\r\n \"Run `x`\"}", "application/json", "The server says “{\"detail\": \"Run 'x'\"}”."),
      ("", "text/plain", "The answer gives no reason. Check the URL and the method."),
      (
        "<!doctype html><title>Run `x`</title>", "text/html",
        "The answer is a web page (“Run 'x'”), not the answer of an API. Check the URL."
      ),
    ])
  func withoutBody(body: String, type: String, advice: String) {
    var response = ResponseMessage(HTTPResponse(status: .badRequest), body: Array(body.utf8))
    response.head.headerFields[.contentType] = type
    #expect(response.adviceWithoutBody.description == advice)
  }

  @Test("every word of a challenge is said")
  func words() {
    for failure in ResourceChallenge.Failure.allCases where failure != .nonceNeeded {
      var response = ResponseMessage(HTTPResponse(status: .unauthorized))
      response.head.headerFields[.wwwAuthenticate] = "Bearer error=\"\(failure.rawValue)\""
      #expect(response.advice.description.contains(failure.rawValue), "\(response.advice)")
    }
  }
}
