import HTTPTypes
import Testing
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Events of requests and answers: what everyone may see is shown, the rest by its fingerprint")
struct EventMessageTests {
  private func fields(_ event: Event) -> [String: String] {
    Dictionary(event.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private func post(_ form: Form, to address: String = "https://as.example/token") throws -> RequestMessage {
    RequestMessage(posting: form, to: try Endpoint(address))
  }

  private static let long = "canary-of-more-than-16-bytes"

  @Test func `a form: names that are public are shown, all others are not`() throws {
    var request = try post([
      "grant_type": "authorization_code", "code": Self.long, "client_id": "reader", "code_verifier": Self.long,
      "unheard_of": Self.long, "pin": "4711",
    ])
    request.head.headerFields[.authorization] = "Basic \(Self.long)"
    let event = Event.sent(request)
    let shown = fields(event)
    #expect(shown["grant_type"] == "authorization_code" && shown["client_id"] == "reader")
    #expect(shown["code"] == "<secret \(Secret(Self.long).fingerprint)>" && shown["unheard_of"] == shown["code"])
    #expect(shown["authorization"] == "Basic <secret \(Secret(Self.long).fingerprint)>")
    // Four digits are found by trying all of them.
    #expect(shown["pin"] == "<secret>")
    #expect(event.detail == "POST https://as.example/token" && event.rule == .rfc(6749, "4.1.3"))
    #expect(!"\(event)".contains("canary"))
  }

  @Test(
    "RFC 7636 §4.2, §4.3: a challenge is shown where it is a hash; by the method plain, or by none, it is the verifier",
    arguments: [("&code_challenge_method=S256", true), ("&code_challenge_method=plain", false), ("", false)])
  func challenge(method: String, isShown: Bool) throws {
    let url = try AbsoluteURL("https://as.example/authorize?client_id=c&code_challenge=\(Self.long)\(method)")
    for event in [Event.shown(url), .sent(RequestMessage(.get, to: url))] {
      #expect((fields(event)["code_challenge"] == Self.long) == isShown && "\(event)".contains("canary") == isShown)
    }
    let pushed = try post(Form(decoding: "code_challenge=\(Self.long)\(method)"), to: "https://as.example/par")
    #expect("\(Event.sent(pushed))".contains("canary") == isShown)
  }

  // attack 195
  @Test func `a proof of a key is shown by its fingerprint`() throws {
    var request = RequestMessage(.get, to: try AbsoluteURL("https://api.example/me"))
    request.head.headerFields[try #require(HTTPField.Name("DPoP"))] = Self.long
    let event = Event.sent(request)
    #expect(fields(event)["DPoP"] == "<secret \(Secret(Self.long).fingerprint)>")
    #expect(!"\(event)".contains(Self.long) && !String(reflecting: event).contains(Self.long))
  }

  @Test func `an answer: JSON by its members, lists as people write them, other values by their size`() throws {
    let response = ResponseMessage(
      .ok,
      json: [
        "access_token": .string(Self.long), "token_type": "Bearer", "expires_in": 3600, "scopes_supported": ["a", "b"],
        "name": "Ada", "profile": ["x": "y"], "roles": [1, 2], "age": 36, "is_admin": true, "nothing": .null,
      ])
    let shown = fields(.received(response, to: try post([:]), after: .milliseconds(12)))
    #expect(shown["token_type"] == "Bearer" && shown["expires_in"] == "3600" && shown["scopes_supported"] == "a, b")
    #expect(shown["access_token"] == "<secret \(Secret(Self.long).fingerprint)>" && shown["name"] == "<secret>")
    #expect(shown["profile"] == "(1 members)" && shown["roles"] == "(2 elements)" && shown["age"] == "(a number)")
    #expect(shown["is_admin"] == "true" && shown["nothing"] == "null")
  }

  // attack 195
  @Test func `a state that a provider repeats in its words is not shown for that`() throws {
    let words = "error=access_denied&error_description=no+to+\(Self.long)"
    let event = Event.accepted(try AbsoluteURL("https://app.example/cb?\(words)&state=\(Self.long)"))
    #expect(fields(event)["error_description"] == "no to <secret>" && !"\(event)".contains("canary"))
  }

  @Test func `what a server repeats of a request in a public member is not shown for that`() throws {
    let response = ResponseMessage(
      .badRequest, json: ["error": "invalid_grant", "error_description": .string("no such code: \(Self.long)")])
    let request = try post(["grant_type": "authorization_code", "code": Self.long])
    let shown = fields(.received(response, to: request, after: .zero))
    #expect(shown["error_description"] == "no such code: <secret>")
    var location = ResponseMessage(HTTPResponse(status: .found))
    location.head.headerFields[.location] = "https://app.example/cb?code=\(Self.long)"
    location.head.headerFields[.wwwAuthenticate] = "Bearer error=\"\(Self.long)\""
    let redirected = fields(.received(location, to: request, after: .zero))
    #expect(redirected["location"] == "https://app.example/cb?code=…")
    location.head.headerFields[.location] = "https://app.example/\(Self.long)/cb"
    location.head.headerFields[.contentType] = "text/\(Self.long)"
    let inPath = Event.received(location, to: request, after: .zero)
    #expect(fields(inPath)["location"] == "https://app.example/<secret>/cb")
    #expect(inPath.detail.hasPrefix("302 text/<secret>,"))
    #expect(redirected["www-authenticate"] == "Bearer error=\"<secret>\"")
  }

  @Test func `bodies of OAuth 1.0a are forms, whatever their type says; pages and binaries are shown by their size`()
    throws
  {
    let request = try post([:])
    func shown(_ body: String, _ type: String) -> [String: String] {
      var response = ResponseMessage(HTTPResponse(status: .ok), body: Array(body.utf8))
      response.head.headerFields[.contentType] = type
      return fields(.received(response, to: request, after: .zero))
    }
    let tokens = shown("oauth_token=\(Self.long)&oauth_callback_confirmed=true", "text/html")
    #expect(tokens["oauth_callback_confirmed"] == "true" && tokens["oauth_token"]?.hasPrefix("<secret ") == true)
    #expect(shown("<a href=\"x?y=z\">", "text/html") == ["body": "(16 bytes)"])
    #expect(shown("[1,2,3]", "application/json") == ["body": "(3 elements)"])
    #expect(shown("", "text/plain") == [:])
  }

  @Test func `control characters are made visible, and a message of many members ends`() throws {
    var form: Form = ["client_id": "a\u{1b}[31mb"]
    for number in 0..<500 { form.append("name\(number)", "value") }
    let event = Event.sent(try post(form))
    #expect(event.fields.first?.value == "a\\u{1b}[31mb" && event.fields.count == 60)
  }

  static let rules: [(Form, OAuthError.Rule)] = [
    (["grant_type": "refresh_token"], .rfc(6749, "6")), (["grant_type": "client_credentials"], .rfc(6749, "4.4.2")),
    (["grant_type": "urn:ietf:params:oauth:grant-type:device_code"], .rfc(8628, "3.4")),
    (["grant_type": "urn:ietf:params:oauth:grant-type:token-exchange"], .rfc(8693, "2.1")),
    (["grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer"], .rfc(7523, "2.1")),
    (["client_id": "a", "response_type": "code"], .rfc(9126, "2.1")), (["token": "a"], .rfc(7009, "2.1")),
    (["client_id": "a", "scope": "b"], .rfc(8628, "3.1")), (["login_hint": "a"], .openID("CIBA", "7.1")),
    (["grant_type": "urn:openid:params:grant-type:ciba"], .openID("CIBA", "10.1")),
  ]

  @Test(arguments: rules)
  func `a request names the rule by which it is made`(form: Form, rule: OAuthError.Rule) throws {
    #expect(Event.sent(try post(form)).rule == rule)
  }

  @Test(arguments: [
    ("/.well-known/openid-configuration", nil, OAuthError.Rule.openID("Discovery", "4")),
    ("/.well-known/oauth-authorization-server/a", nil, .rfc(8414, "3.1")), ("/me", "Bearer x", .rfc(6750, "2.1")),
    ("/.well-known/oauth-protected-resource", nil, .rfc(9728, "3.1")),
    ("/me", "DPoP x", .rfc(9449, "7.1")), ("/me", "OAuth oauth_token=\"x\"", .rfc(5849, "3.5.1")), ("/me", nil, nil),
  ])
  func `so does a request without a body`(path: String, header: String?, rule: OAuthError.Rule?) throws {
    var request = RequestMessage(.get, to: try AbsoluteURL("https://as.example\(path)"))
    request.head.headerFields[.authorization] = header
    #expect(Event.sent(request).rule == rule)
  }

  @Test func `addresses of the user's way are taken apart, by the rule of their protocol`() throws {
    let page = Event.shown(try AbsoluteURL("https://as.example/a?response_type=code&state=\(Self.long)"))
    #expect(page.rule == .rfc(6749, "4.1.1") && fields(page)["response_type"] == "code")
    #expect(fields(page)["state"]?.hasPrefix("<secret ") == true)
    let callback = Event.accepted(try AbsoluteURL("https://app.example/cb?oauth_token=a&oauth_verifier=123456"))
    #expect(callback.rule == .rfc(5849, "2.2") && fields(callback)["oauth_verifier"] == "<secret>")
  }
}
