import HTTPTypes
import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("Responses")
struct ResponseMessageTests {
  private func response(_ status: Int, _ fields: HTTPFields = [:], body: String = "") -> ResponseMessage {
    ResponseMessage(HTTPResponse(status: .init(code: status), headerFields: fields), body: Array(body.utf8))
  }

  @Test("a response of JSON or of form fields says what it is")
  func made() throws {
    let json = ResponseMessage(.ok, json: ["a": 1])
    #expect(json.status == 200 && json.contentType == "application/json" && json.body == Array(#"{"a":1}"#.utf8))
    let form = ResponseMessage(.badRequest, form: ["a": "b c"])
    #expect(
      form.status == 400 && form.contentType == "application/x-www-form-urlencoded" && form.body == Array("a=b+c".utf8))
  }

  @Test(
    "RFC 9110 §8.3.1: the content type is read without parameters and whatever its case",
    arguments: [
      ("application/json", "application/json"), (" Application/JSON\t; charset=utf-8", "application/json"),
      ("text/html;x", "text/html"),
      ("", ""), (";", ""), (" ", ""), ("application/json, text/html", "application/json, text/html"),
      ("appli cation/json", "appli cation/json"),
    ])
  func essence(value: String, expected: String) {
    #expect(ContentType.essence(of: value) == expected)
  }

  @Test("a response need not say its type")
  func noType() {
    #expect(response(200).contentType == nil)
    #expect(response(200, [.contentType: "Text/Plain; a=b"]).contentType == "text/plain")
  }

  @Test(
    "a page made for people is recognised by how it begins",
    arguments: ["<!DOCTYPE html>", "\r\n \t<!doctype HTML PUBLIC", "<html lang=en>", "<HTML>", "\u{FEFF}<html>"])
  func page(body: String) {
    #expect(response(200, body: body).looksLikeHTML)
    #expect(response(200, [.contentType: "application/json"], body: body).looksLikeHTML)
  }

  @Test("a page made for people is recognised by its type, unless the body is no page at all")
  func pageByType() {
    #expect(response(200, [.contentType: "application/xhtml+xml"]).looksLikeHTML)
    #expect(response(200, [.contentType: "text/html; charset=utf-8"], body: "<p>Sorry").looksLikeHTML)
    #expect(!response(200, [.contentType: "text/html"], body: #"{"access_token":"a"}"#).looksLikeHTML)
    #expect(!response(200, [.contentType: "text/html"], body: "access_token=a").looksLikeHTML)
  }

  @Test(
    "other bodies are no pages",
    arguments: ["", "{}", "oauth_token=a", "html", "<xml/>", "<?xml version=\"1.0\"?>", "a<html>"])
  func noPage(body: String) {
    #expect(!response(200, body: body).looksLikeHTML)
  }

  @Test("challenges of several fields are read together, a malformed field is left out")
  func challenges() {
    var fields = HTTPFields()
    fields.append(HTTPField(name: .wwwAuthenticate, value: "Bearer realm=\"a\", Basic"))
    fields.append(HTTPField(name: .wwwAuthenticate, value: "Bearer realm=\"unterminated"))
    fields.append(HTTPField(name: .wwwAuthenticate, value: "DPoP algs=ES256"))
    #expect(response(401, fields).challenges.map(\.scheme) == ["Bearer", "Basic", "DPoP"])
    #expect(response(401).challenges.isEmpty)
  }

  @Test("a direct answer passes, a refusal with 4xx included", arguments: [200, 201, 204, 400, 401, 403, 404])
  func direct(status: Int) throws {
    #expect(try refusal { try response(status).requireDirectAnswer() } == nil)
    #expect(try refusal { try response(status, [.contentEncoding: "Identity"]).requireDirectAnswer() } == nil)
  }

  @Test(
    "a redirect is refused, and its target is shown without its values", arguments: [300, 301, 302, 303, 304, 307, 308])
  func redirect(status: Int) throws {
    let redirect = response(status, [.location: "https://evil.example/?code=s3cret"])
    #expect(try refusal { try redirect.requireDirectAnswer() } == .unexpectedRedirect)
    let error = #expect(throws: OAuthError.self) { try redirect.requireDirectAnswer() }
    #expect(error?.description.contains("https://evil.example/?code=…") == true)
    #expect(try refusal { try response(status).requireDirectAnswer() } == .unexpectedRedirect)
  }

  @Test(
    "attacks.md 87: a server in trouble differs from a refusal, and its wait is an hour at most",
    arguments: [429, 500, 502, 503, 599])
  func trouble(status: Int) throws {
    #expect(try refusal { try response(status).requireDirectAnswer() } == .serverUnavailable)
    for (value, shown) in [
      ("7", "in 7 seconds"), ("-5", "in 1 second"), ("99999999", "in 3600 seconds"),
      ("Fri, 31 Dec 1999 23:59:59 GMT", "later"),
    ] {
      let error = #expect(throws: OAuthError.self) { try response(status, [.retryAfter: value]).requireDirectAnswer() }
      #expect(error?.code == .serverUnavailable && error?.category == .network)
      #expect(error?.remedy.description.contains(shown) == true)
    }
  }

  @Test("a content coding is refused before anything else", arguments: ["gzip", "br", "identity, gzip"])
  func contentCoding(coding: String) throws {
    #expect(try refusal { try response(200, [.contentEncoding: coding]).requireDirectAnswer() } == .contentCoding)
  }

  @Test(
    "RFC 9110 §5.6.7: the date of an answer is read in the form that may still be written",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun Nov  6 08:49:37 1994", nil),
      ("Sun, 06 Nov 1994 08:49:37 UTC", nil),
      ("Sun, 00 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:49:37 GMT", nil), ("", nil),
      ("Sun, 06 Nov 1994 08:49:3x GMT", nil), ("Xxx, 06 Nov 1994 08:49:37 GMT", nil),
    ] as [(String, Int64?)])
  func dates(text: String, seconds: Int64?) {
    #expect(response(200, [.date: text]).date?.secondsSinceEpoch == seconds)
  }
}
