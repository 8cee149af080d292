import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("9700-8, RFC 8707 §2: a token is asked for an API")
struct ResourceIndicatorTests {
  private let endpoint: Endpoint

  init() throws {
    endpoint = try Endpoint("https://as.example/token")
  }

  @Test("8707-1: an absolute URI without a fragment; 8707-2: all else is an invalid target")
  func grammar() throws {
    for text in ["https://api.example.com/app/", "https://rs.example.com/?a=b", "urn:example:cooperation-context"] {
      #expect(try ResourceIndicator(text).text == text)
    }
    for text in ["https://api.example/#a", "https://api.example/#", "/api", "api.example", "", "https://a b/"] {
      let error = #expect(throws: OAuthError.self) { try ResourceIndicator(text) }
      #expect(error?.code == .tokenRefused && error?.refusal?.error == "invalid_target", "\(text)")
    }
  }

  @Test("the one parameter that may repeat; every other one may not")
  func repeated() throws {
    let access = RequestedAccess(
      scopes: ["a"],
      resources: [
        try ResourceIndicator("https://cal.example.com/"), try ResourceIndicator("https://contacts.example/"),
      ])
    let client = try Client(id: "id", secret: Secret("s"))
    let request = try ClientCredentialsGrant(access: access).request(to: endpoint, as: client)
    let body =
      "grant_type=client_credentials&scope=a&resource=https%3A%2F%2Fcal.example.com%2F"
      + "&resource=https%3A%2F%2Fcontacts.example%2F"
    #expect(request.body == Array(body.utf8))
    #expect(try RequestedAccess(reading: request.bodyForm) == access)
    #expect(try refusal { try RequestedAccess(reading: ["scope": "a", "scope": "b"]) } == .duplicateParameter)
    #expect(try refusal { try RequestedAccess(reading: ["resource": "https://a.example/#x"]) } == .tokenRefused)
  }
}

@Suite("RFC 9396: authorization details")
struct AuthorizationDetailsTests {
  @Test("9396-1: a list of objects, each with its type, written as JSON in one parameter")
  func grammar() throws {
    let text = #"[{"type":"payment_initiation","amount":"123.50"},{"type":"account_information"}]"#
    let details = try AuthorizationDetails(decoding: text)
    #expect(details.types == ["payment_initiation", "account_information"])
    #expect(details.json.encodedText() == text)
    var form = Form()
    form.append("authorization_details", text)
    #expect(try RequestedAccess(reading: form).details == details)
    for text in ["", "{}", "[]", "[1]", #"[{"type":1}]"#, #"[{"type":""}]"#, "[{}]", #"[{"type":"a"},{}]"#, "x"] {
      let error = #expect(throws: OAuthError.self) { try AuthorizationDetails(decoding: text) }
      #expect(error?.refusal?.error == "invalid_authorization_details", "\(text)")
    }
  }

  @Test("9396-2: what was granted without being asked for is reported")
  func excess() throws {
    let asked = try AuthorizationDetails(decoding: #"[{"type":"a","x":1}]"#)
    let given = try AuthorizationDetails(decoding: #"[{"type":"a","x":2},{"type":"b"}]"#)
    #expect(given.excess(over: asked).map { $0["type"] } == ["b"])
    #expect(given.excess(over: nil).count == 2 && asked.excess(over: given).isEmpty)
  }

  @Test("9396-3: an unknown type is refused by an error code of its own")
  func unknownType() throws {
    let details = try AuthorizationDetails(decoding: #"[{"type":"a"},{"type":"b"}]"#)
    #expect(try refusal { try details.requireTypes(among: ["a", "b", "c"]) } == nil)
    let error = #expect(throws: OAuthError.self) { try details.requireTypes(among: ["a"]) }
    #expect(error?.code == .tokenRefused && error?.refusal?.error == "invalid_authorization_details")
  }
}
