import HTTPTypes
import Testing

@testable import WayleaveWire

@Suite("What a page or a text in the place of an answer says is shown in one line")
struct FirstLineTests {
  @Test(
    "the title of a page, or the first line of a text without a form in it",
    arguments: [
      ("text/html", "<html><head><title>Invalid\n  code</title></head></html>", "Invalid code"),
      ("text/html", "<!DOCTYPE html><HTML><TITLE lang=\"en\">Gone</TITLE>", "Gone"),
      ("text/html", "<html><title></title>", nil), ("text/html", "<html><title>unfinished", nil),
      ("text/html", "<html><body>no title</body></html>", nil),
      ("text/plain", "\nno such page\nmore", "no such page"), ("text/plain", "access_token=s3cret", nil),
      ("text/plain", "", nil), ("application/json", "{}", nil),
    ] as [(String, String, String?)])
  func line(type: String, body: String, expected: String?) {
    var response = ResponseMessage(HTTPResponse(status: .badRequest))
    response.head.headerFields[.contentType] = type
    response.body = Array(body.utf8)
    #expect(response.firstLine == expected)
  }

  @Test("a server in trouble is quoted with its status")
  func trouble() {
    var response = ResponseMessage(HTTPResponse(status: .internalServerError))
    response.head.headerFields[.contentType] = "text/html"
    response.body = Array("<html><title>Invalid authorization code</title></html>".utf8)
    let error = #expect(throws: OAuthError.self) { try response.requireDirectAnswer() }
    #expect(error?.message.contains("500 (“Invalid authorization code”)") == true)
  }
}
