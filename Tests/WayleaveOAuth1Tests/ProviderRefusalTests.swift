import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveWire
import WayleaveTestSupport

@Suite("What providers of OAuth 1.0a say when they refuse")
struct ProviderRefusalTests {
  // BD13
  @Test(
    "each known shape gives the provider's word and what it adds",
    arguments: [
      ("oauth_problem=signature_invalid", "signature_invalid", nil),
      ("oauth_problem=permission_denied&oauth_problem_advice=Ask%20again", "permission_denied", "Ask again"),
      (
        "oauth_problem=parameter_absent&oauth_parameters_absent=oauth_callback", "parameter_absent",
        "absent: oauth_callback"
      ),
      (
        "oauth_problem=parameter_absent&oauth_parameters_absent=oauth_nonce%26oauth_token", "parameter_absent",
        "absent: oauth_nonce, oauth_token"
      ),
      ("oauth_problem=parameter_rejected&oauth_parameters_rejected=a%3Db", "parameter_rejected", "rejected: a"),
      (
        "oauth_problem=timestamp_refused&oauth_acceptable_timestamps=0-60", "timestamp_refused",
        "timestamps from 1970-01-01T00:00:00Z to 1970-01-01T00:01:00Z"
      ),
      ("{\"errors\":[{\"message\":\"Bad\",\"code\":89}]}", "89", "Bad"), ("{\"errors\":\"text\"}", "http_401", "text"),
      ("{\"error\":\"Not authorized.\",\"request\":\"/1.1/\"}", "http_401", "Not authorized."),
      ("{\"stat\":\"fail\",\"code\":98,\"message\":\"Invalid auth token\"}", "98", "Invalid auth token"),
      ("<?xml version=\"1.0\"?><errors><error code=\"87\">Not permitted</error></errors>", "87", "Not permitted"),
      ("Failed to validate oauth signature and token", "http_401", "Failed to validate oauth signature and token"),
      ("<!DOCTYPE html><html>Suspended</html>", "http_401", nil), ("", "http_401", nil),
      ("a\u{1B}[31mb", "http_401", "a\\u{1b}[31mb"),
    ] as [(String, String, String?)])
  func shapes(body: String, error: String, description: String?) {
    let refusal = ProviderRefusal(reading: response(body))
    #expect(refusal.error == error)
    #expect(refusal.description == description)
    #expect(refusal.status == 401)
  }

  @Test("a body of more than 64 KiB is no refusal: its words are not read")
  func largeBodies() {
    for (start, word) in [("oauth_problem=token_revoked&a=", "token_revoked"), (#"{"code":98,"a":""#, "98")] {
      for (size, expected) in [(65_536, word), (65_537, "http_401")] {
        let end = start.hasPrefix("{") ? #""}"# : ""
        let body = start + String(repeating: "a", count: size - start.utf8.count - end.utf8.count) + end
        #expect(ProviderRefusal(reading: response(body)).error == expected)
        #expect((ReportedProblem(reading: response(body)) == nil) == (expected != "token_revoked"))
      }
    }
    #expect(ProviderRefusal(reading: response(String(repeating: "a", count: 65_537))).description == nil)
  }

  @Test("a problem is read from the challenge of the answer too")
  func challenge() {
    var response = response("<html></html>")
    response.head.headerFields[.wwwAuthenticate] =
      "OAuth realm=\"x\", oauth_problem=\"token_expired\", oauth_problem_advice=\"Sign%20in\""
    #expect(ReportedProblem(reading: response)?.name == "token_expired")
    #expect(ProviderRefusal(reading: response).description == "Sign in")
  }

  @Test("the provider's base string is compared with ours, sent as it is or encoded", arguments: [true, false])
  func baseStrings(isEncoded: Bool) throws {
    let endpoint = try Endpoint("https://www.flickr.com/services/oauth/request_token")
    let stamp = Stamp(timestamp: Instant(secondsSinceEpoch: 1_305_586_162), nonce: "95613465")
    let request = try TemporaryCredentialRequest(
      callback: .url(try AbsoluteURL("http://www.example.com/a%20b")), additional: ["name": "a b"]
    ).request(to: endpoint, as: ConsumerCredential(key: "ck", secret: Secret("cs")), stamp: stamp)
    let ours = try SignedRequest(reading: request).baseString
    let theirs = ours.description.replacing("a%2520b%26", with: "a%252520b%26").replacing(
      "name%3Da%2520b", with: "name%3Da%252Bb")
    #expect(theirs != ours.description)
    let sent = isEncoded ? PercentEncoding.encode(theirs) : theirs
    let answer = response("oauth_problem=signature_invalid&debug_sbs=\(sent)")
    #expect(ReportedProblem(reading: answer)?.baseString == Array(theirs.utf8))
    let difference = try #require(ours.difference(from: Array(theirs.utf8)))
    #expect(Array(ours.bytes[..<difference.position]) == Array(theirs.utf8.prefix(difference.position)))
    #expect(ours.bytes[difference.position] != Array(theirs.utf8)[difference.position])
    #expect(ours.difference(from: ours.bytes) == nil)
    do throws(OAuthError) {
      _ = try TemporaryCredentialResponse(reading: answer, answering: request)
      Issue.record("a refusal was read as credentials")
    } catch {
      #expect(error.code == .authorizationRefused)
      #expect(error.received?.description.contains(difference.description) == true)
    }
  }

  @Test(
    "a difference is shown within its parameter, and never a secret",
    arguments: [
      ("POST&u&a%3D1%26b%3D2", "POST&u&a%3D1%26b%3D3", "b%3D2", "b%3D3"),
      ("POST&u&a%3D1%26b%3D2", "POST&u&a%3D1", "a%3D1%26b%3D2", "a%3D1"),
      ("P&u&a%3D1%26oauth_token%3Db%26c%3D1", "P&u&a%3D1%26c%3D1", "oauth_token%3D…", "c%3D1"),
      ("P&u&a%3D1%26oauth_token%3Db", "P&u&a%3D1", "a%3D1%26oauth_token%3D…", "a%3D1"),
      ("POST&https%3A&a", "POST&http%3A&a", "https%3A&a", "http%3A&a"), ("GET&u", "POST&u", "GET&u", "POST&u"),
      (
        "P&u&x_auth_password%3Dhunter2%26z%3D1", "P&u&x_auth_password%3Dhunter3%26z%3D1", "x_auth_password%3D…",
        "x_auth_password%3D…"
      ),
      ("P&u&oauth_token%3Dabc%26z%3D1", "P&u&oauth_token%3Dabd%26z%3D1", "oauth_token%3D…", "oauth_token%3D…"),
    ])
  func excerpts(ours: String, theirs: String, shownOurs: String, shownTheirs: String) throws {
    let difference = try #require(BaseStringDifference(between: Array(ours.utf8), and: Array(theirs.utf8)))
    #expect(!difference.description.contains("hunter"))
    #expect(difference.ours == shownOurs)
    #expect(difference.theirs == shownTheirs)
  }

  private func response(_ body: String) -> ResponseMessage {
    ResponseMessage(HTTPResponse(status: .unauthorized), body: Array(body.utf8))
  }
}
