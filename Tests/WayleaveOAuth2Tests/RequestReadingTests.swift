import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 6749 §4.1.1: what a server reads of an authorization request")
struct RequestReadingTests {
  private static let own = [
    ("response_type", "code"), ("client_id", "app"), ("redirect_uri", "https://app.example/cb"),
    ("state", "state-of-this-sign-in"), ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
    ("code_challenge_method", "S256"),
  ]

  private func read(_ pairs: [(String, String)], without left: String? = nil) throws -> AuthorizationRequest {
    var form = Form()
    let rest = Self.own.filter { own in own.0 != left && !pairs.contains { $0.0 == own.0 } }
    for (name, value) in rest + pairs { form.append(name, value) }
    return try AuthorizationRequest(reading: form)
  }

  @Test(
    "client, address and type must be there, and be something",
    arguments: [("client_id", .invalidValue), ("redirect_uri", .invalidValue), ("response_type", .invalidValue)]
      as [(String, OAuthError.Code)])
  func required(name: String, code: OAuthError.Code) throws {
    #expect(try refusal { try read([]) } == nil)
    #expect(try refusal { try read([], without: name) } == code)
    #expect(try refusal { try read([(name, "")]) } == code)
  }

  @Test("what may be left out: a state, a challenge", arguments: ["state", "code_challenge"])
  func optional(name: String) throws {
    let left = name == "state" ? [] : [("code_challenge_method", "")]
    #expect(try refusal { try read(left, without: name) } == nil)
    #expect(try read(left, without: name).codeChallenge == nil || name == "state")
  }

  @Test(
    "Multiple Response Type Encoding Practices §2.1: the response mode is a known one that fits",
    arguments: [
      ("query", true), ("fragment", true), ("form_post", true), ("jwt", true), ("query.jwt", true), ("Query", false),
      ("web_message", false), ("query jwt", false),
    ])
  func mode(text: String, isGood: Bool) throws {
    #expect(try refusal { try read([("response_mode", text)]) } == (isGood ? nil : .invalidValue))
    if isGood { #expect(try read([("response_mode", text)]).responseMode?.rawValue == text) }
  }

  @Test(
    "a type that is not offered is refused", arguments: ["token", "id_token", "code token", "CODE", "code id_token"])
  func type(text: String) throws { #expect(try refusal { try read([("response_type", text)]) } == .invalidValue) }

  @Test(
    "RFC 7636 §4.3: a challenge is 43 characters of S256",
    arguments: [
      ("S256", 43, true), ("S256", 42, false), ("S256", 44, false), ("plain", 43, false), ("s256", 43, false),
    ])
  func challenge(method: String, length: Int, isGood: Bool) throws {
    let text = String("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cMA".prefix(length))
    #expect(
      try (refusal { try read([("code_challenge", text), ("code_challenge_method", method)]) } == nil) == isGood)
  }

  @Test("RFC 8707 §2: resource may repeat, and nothing else may", arguments: own.map(\.0) + ["scope", "x"])
  func twice(name: String) throws {
    let value = Self.own.first { $0.0 == name }?.1 ?? "x"
    #expect(try refusal { try read([(name, value), (name, value)]) } == .duplicateParameter)
    let apis = ["https://a.example/1", "https://a.example/2"]
    #expect(try read(apis.map { ("resource", $0) }).resources.map(\.text) == apis)
  }

  @Test("what is read is what is written again, further pairs too")
  func roundTrip() throws {
    let request = try read([
      ("scope", "a b"), ("response_mode", "form_post"), ("dpop_jkt", "thumb"), ("nonce", "n"),
      ("authorization_details", #"[{"type":"x"}]"#), ("resource", "https://a.example/"),
    ])
    #expect(request.scopes == ["a", "b"] && request.dpopKeyThumbprint == "thumb" && request.details?.types == ["x"])
    #expect(request.additional == ["nonce": "n"])
    #expect(try AuthorizationRequest(reading: request.form()) == request)
  }
}

@Suite("RFC 9126 §2.2: the answer to a pushed request")
struct PushedAnswerTests {
  private func answer(_ status: Int, _ json: JSON) -> ResponseMessage {
    var response = ResponseMessage(.ok, json: json)
    response.head.status = .init(code: status)
    return response
  }

  @Test(
    "it has status 201, a name of 1 to 4096 visible characters and a lifetime above 0",
    arguments: [
      (201, "urn:a", 60, nil), (200, "urn:a", 60, .unexpectedAnswer), (202, "urn:a", 60, .unexpectedAnswer),
      (201, "", 60, .unexpectedAnswer), (201, "a\u{7F}", 60, .unexpectedAnswer), (201, "urn:a", 0, .unexpectedAnswer),
      (201, "urn:a", 1, nil), (201, "urn:a", -1, .unexpectedAnswer),
      (201, String(repeating: "u", count: 4096), 60, nil),
      (201, String(repeating: "u", count: 4097), 60, .unexpectedAnswer),
    ] as [(Int, String, Int64, OAuthError.Code?)])
  func members(status: Int, name: String, lifetime: Int64, code: OAuthError.Code?) throws {
    let response = answer(status, ["request_uri": .string(name), "expires_in": JSON(lifetime)])
    #expect(try refusal { try PushedAuthorizationResponse(reading: response) } == code)
  }
}
