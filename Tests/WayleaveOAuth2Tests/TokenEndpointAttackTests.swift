import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

/// The attacks of the token endpoint, as far as they are met where answers are read. What needs a network, a clock or a
/// store (77, 78, 85, 86, 94 to 97, 99 to 102) is met on the floors above.
@Suite("Attacks on the answers of the token endpoint")
struct TokenEndpointAttackTests {
  private func code(_ response: ResponseMessage) throws -> OAuthError.Code? {
    try refusal { try TokenResponse(reading: response) }
  }

  private func answer(_ body: String, type: String? = "application/json", status: Int = 200) -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .init(code: status)), body: Array(body.utf8))
    response.head.headerFields[.contentType] = type
    return response
  }

  private let good = #"{"access_token":"t","token_type":"Bearer"}"#

  @Test("attack 75: a redirect of any kind is not followed", arguments: [301, 302, 303, 307, 308])
  func redirect(status: Int) throws {
    var response = answer(good, status: status)
    response.head.headerFields[.location] = "https://evil.example/"
    #expect(try code(response) == .unexpectedRedirect)
  }

  @Test("attack 76: a token endpoint in clear text, beyond this machine, is none")
  func clearText() throws {
    #expect(try refusal { try Endpoint("http://as.example/token") } == .insecureURL)
    #expect(try refusal { try Endpoint("http://127.0.0.1/token") } == nil)
  }

  @Test("attack 79: a compressed answer is not opened", arguments: ["gzip", "deflate", "br", "GZIP", "identity, gzip"])
  func compressed(coding: String) throws {
    var response = answer(good)
    response.head.headerFields[.contentEncoding] = coding
    #expect(try code(response) == .contentCoding)
  }

  @Test("attacks 80 and 81: JSON under another name is taken only where the entry says so; a page never")
  func contentTypes() throws {
    for type in ["text/html", "text/plain", nil] {
      #expect(try code(answer(good, type: type)) == .unexpectedAnswer)
      #expect(
        try refusal {
          try TokenResponse(reading: answer(good, type: type), dialect: OAuth2Dialect { $0.answer.isLoose = true })
        } == nil)
    }
    let page = answer("<html>Sign in to the hotel</html>", type: "text/html")
    #expect(
      try refusal { try TokenResponse(reading: page, dialect: OAuth2Dialect { $0.answer.isLoose = true }) }
        == .unexpectedAnswer)
  }

  @Test("attacks 84 and 87: trouble is trouble, whatever wait it asks for", arguments: [429, 500, 502, 503, 504])
  func trouble(status: Int) throws {
    for wait in [nil, "-5", "99999999999999999999", "NaN", "Wed, 21 Oct 2015 07:28:00 GMT", "10"] {
      var response = answer(good, status: status)
      response.head.headerFields[.retryAfter] = wait
      #expect(try code(response) == .serverUnavailable)
    }
  }

  @Test(
    "RFC 8259 §8: a byte order mark, and half of an emoji in a name, cost no tokens",
    arguments: [
      "\u{FEFF}{\"access_token\":\"t\",\"token_type\":\"Bearer\"}",
      #"{"access_token":"t","token_type":"Bearer","name":"Ada \ud83d"}"#,
    ])
  func smallFaults(body: String) throws {
    #expect(try TokenResponse(reading: answer(body)).accessToken == Secret("t"))
    var loose = answer(body)
    loose.head.headerFields[.contentType] = "text/plain"
    #expect(try code(loose) == .unexpectedAnswer)
    let tolerated = try TokenResponse(reading: loose, dialect: OAuth2Dialect { $0.answer.isLoose = true })
    #expect(tolerated.accessToken == Secret("t") && tolerated.tolerated == [.contentType])
  }

  @Test("attack 88: JSON that readers would read differently is no answer")
  func hostileJSON() throws {
    let deep = String(repeating: "[", count: 100_000)
    for body in [
      #"{"access_token":"a","access_token":"b","token_type":"Bearer"}"#, #"{"access_token":"\ud800"}"#,
      "\u{FEFF}\u{FEFF}" + good,
      #"{"access_token":"t","token_type":"Bearer","x":\#(deep)}"#, "", "null", "[]", "{", good + "x",
      "{\"access_token\":\"a\u{0}\",\"token_type\":\"Bearer\"}",
    ] {
      #expect(try code(answer(body)) == .malformedTokenResponse, "\(body.prefix(40))")
    }
  }

  @Test("attack 89: no expiry makes it trap, and none is longer than ten years")
  func expiry() throws {
    for (written, seconds) in [
      ("-5", nil), ("0", nil), ("\"-1\"", nil), ("0.4", nil), ("\"3600\"", 3600),
      ("1e308", TokenResponse.maximumExpiresIn), ("1.5", 1), ("null", nil),
      ("\"soon\"", nil), ("true", nil), ("1e999", TokenResponse.maximumExpiresIn), ("[]", nil),
    ] as [(String, Int64?)] {
      let body = #"{"access_token":"t","token_type":"Bearer","expires_in":\#(written)}"#
      #expect(try TokenResponse(reading: answer(body)).expiresIn == seconds, "\(written)")
    }
  }

  @Test("§5.1: a lifetime of 0 or less states none, unless the provider's entry says that it means the end")
  func noLifetime() throws {
    for written in ["0", "-1", "\"0\"", "\"-1\""] {
      let response = answer(#"{"access_token":"t","token_type":"Bearer","expires_in":\#(written)}"#)
      let tokens = try TokenResponse(reading: response)
      #expect(tokens.expiresIn == nil && tokens.tolerated.contains(.noLifetime), "\(written)")
      #expect(
        try TokenResponse(reading: response, dialect: OAuth2Dialect { $0.answer.expiresAtZero = true }).expiresIn == 0)
    }
    let stated = answer(#"{"access_token":"t","token_type":"Bearer","expires_in":1}"#)
    #expect(
      try TokenResponse(reading: stated, dialect: OAuth2Dialect { $0.answer.expiresAtZero = true }).expiresIn == 1)
  }

  @Test("§5.1: empty texts and scopes as a list cost no answer, and are noted")
  func tolerated() throws {
    let body =
      #"{"access_token":"t","token_type":"Bearer","refresh_token":"","id_token":"","error":"","scope":["a","b"]}"#
    let tokens = try TokenResponse(reading: answer(body))
    #expect(tokens.idToken == nil && tokens.refreshToken == nil && tokens.scopes == ["a", "b"])
    #expect(Set(tokens.tolerated) == [.emptyError, .emptyRefreshToken, .emptyIDToken, .scopeShape])
    #expect(try code(answer(#"{"access_token":"t","token_type":"Bearer","scope":5}"#)) == .malformedTokenResponse)
    #expect(try code(answer(#"{"error":"","token_type":"Bearer"}"#)) == .tokenRefused)
    #expect(try code(answer(#"{"error":"x","access_token":"t","token_type":"Bearer"}"#)) == .tokenRefused)
  }

  @Test(
    "§5.2: a grant that is gone is recognised by whatever word, so that it is not sent for ever",
    arguments: [
      (#"{"error":"invalid_grant"}"#, .grantRefused), (#"{"error":"bad_refresh_token"}"#, .grantRefused),
      (#"{"ok":false,"error":"invalid_refresh_token"}"#, .grantRefused), (#"{"error":"token_expired"}"#, .grantRefused),
      (#"{"error":"token_revoked"}"#, .grantRefused), (#"{"error":"invalid_token"}"#, .grantRefused),
      (#"{"error":"invalid_request","error_description":"Refresh token expired"}"#, .grantRefused),
      (#"{"error":"invalid_request","error_description":"The refresh_token is invalid or REVOKED."}"#, .grantRefused),
      (#"{"error":{"code":190,"message":"m"}}"#, .grantRefused),
      (#"{"error":{"code":190,"error_subcode":467}}"#, .grantRefused),
      (#"{"error":"invalid_request"}"#, .tokenRefused),
      (#"{"error":"invalid_request","error_description":"refresh token missing"}"#, .tokenRefused),
      (#"{"error":"invalid_scope","error_description":"refresh token expired"}"#, .tokenRefused),
      (#"{"error":{"code":4}}"#, .tokenRefused), (#"{"errors":[{"code":190}]}"#, .tokenRefused),
      (#"{"error":"invalid_client"}"#, .clientRefused), (#"{"error":"temporarily_unavailable"}"#, .tokenRefused),
    ] as [(String, OAuthError.Code)])
  func grantGone(body: String, expected: OAuthError.Code) throws {
    #expect(try code(answer(body, status: 400)) == expected)
    #expect(try code(answer(body)) == expected)
  }

  @Test("§5.2: a provider's entry adds words of its own, which count first")
  func ownWords() throws {
    let own = OAuth2Dialect { $0.refusals = [.init("gone", means: .grantGone), .init("invalid_token", means: .final)] }
    for (word, expected) in [("gone", OAuthError.Code.grantRefused), ("invalid_token", .tokenRefused)] {
      let response = answer(#"{"error":"\#(word)"}"#, status: 400)
      #expect(try refusal { try TokenResponse(reading: response, dialect: own) } == expected)
    }
    #expect(try code(answer(#"{"error":"gone"}"#, status: 400)) == .tokenRefused)
  }

  @Test("attack 90: a token that would break a header is none", arguments: [#"a\r\nb"#, "a b", "ä", "", #"\u0000"#])
  func hostileToken(token: String) throws {
    #expect(try code(answer(#"{"access_token":"\#(token)","token_type":"Bearer"}"#)) == .malformedTokenResponse)
  }

  @Test("attack 91, 6749-13: the type in any case; an unknown one is not used")
  func types() throws {
    for type in ["Bearer", "bearer", "BEARER"] {
      #expect(try code(answer(#"{"access_token":"t","token_type":"\#(type)"}"#)) == nil)
    }
    for type in ["mac", "N_A", "DPoP", "Bearer token", "Bearer\u{A0}"] {
      #expect(try code(answer(#"{"access_token":"t","token_type":"\#(type)"}"#)) == .unsupportedTokenType)
    }
    #expect(try code(answer(#"{"access_token":"t"}"#)) == .malformedTokenResponse)
  }

  @Test(
    "6749-13: a type that is null, empty or blank is none, and an entry can say what is meant by it and by a spelling",
    arguments: [
      ("null", nil, .missingTokenType), ("\"\"", nil, .missingTokenType), (#"" ""#, nil, .missingTokenType),
      (#""Bearer ""#, .tokenTypeSpelling, .tokenTypeSpelling),
      (#""\tbearer\r\n""#, .tokenTypeSpelling, .tokenTypeSpelling),
      (#""bearer_token""#, nil, .tokenTypeSpelling), (#""Bearer_Token""#, nil, nil), (#""mac""#, nil, nil),
      (#""pop""#, nil, nil), ("7", nil, nil), ("true", nil, nil), ("[]", nil, nil), ("{}", nil, nil),
      (#"["Bearer"]"#, nil, nil),
    ] as [(String, TokenResponse.Tolerance?, TokenResponse.Tolerance?)])
  func typeSpellings(written: String, plain: TokenResponse.Tolerance?, known: TokenResponse.Tolerance?) throws {
    let response = answer(#"{"access_token":"t","token_type":\#(written)}"#)
    let entry = OAuth2Dialect {
      $0.answer.defaultTokenType = "Bearer"
      $0.answer.tokenTypes = ["bearer_token": "Bearer", "pop": "DPoP"]
    }
    try expect(plain, of: response, by: OAuth2Dialect())
    try expect(known, of: response, by: entry)
    // What is spelt otherwise is no proof of a key: a bound token that was demanded stays demanded.
    let bound = try? TokenResponse(reading: response, dialect: entry, accepting: [.dpop])
    #expect(bound?.tokenType == (written.contains("pop") ? "DPoP" : nil))
  }

  /// A bearer token with one tolerance, or an error that names the member.
  private func expect(_ tolerance: TokenResponse.Tolerance?, of response: ResponseMessage, by dialect: OAuth2Dialect)
    throws
  {
    guard let tolerance else {
      let error = #expect(throws: OAuthError.self) { try TokenResponse(reading: response, dialect: dialect) }
      #expect(error?.member == "token_type")
      return
    }
    let tokens = try TokenResponse(reading: response, dialect: dialect)
    #expect(tokens.tolerated == [tolerance] && TokenType(tokens.tokenType) == .bearer)
  }

  @Test("attack 98: line breaks of our own making are refused where they come in")
  func ownInputs() throws {
    #expect(try refusal { try Client(id: "a\r\nX: y") } == .invalidClient)
    var request = try RequestMessage(.get, to: AbsoluteURL("https://api.example/"))
    #expect(
      try refusal { try request.authorize(with: Secret("a\r\nX: y"), dialect: OAuth2Dialect()) }
        == .forbiddenHeaderCharacter)
    let registration = ClientRegistrationRequest(ClientMetadata(), initialAccessToken: Secret("a\r\nX: y"))
    #expect(
      try refusal { try registration.request(to: Endpoint("https://as.example/register")) } == .forbiddenHeaderCharacter
    )
    let ping = BackchannelPing(requestID: Secret("x"))
    #expect(
      try refusal { try ping.request(to: Endpoint("https://c.example/"), notificationToken: Secret("a\nb")) }
        == .forbiddenHeaderCharacter)
  }

  @Test(
    "103, 104, 6749-7, 6749-9: a colon in the client id does no harm, and the secret never stands in the address"
  )
  func credentials() throws {
    let endpoint = try Endpoint("https://as.example/token?x=1")
    for method in [ClientAuthenticationMethod.basic, .post] {
      let client = try Client(id: "a:b", secret: Secret("top secret"), authentication: method)
      let request = try client.request(posting: Form(), to: endpoint)
      #expect(request.head.path == "/token?x=1")
      let read = try ClientCredentials(reading: request)
      #expect(read.id == "a:b" && read.secret == Secret("top secret"))
    }
  }

  @Test("attack 105: nothing secret is in an error, whichever message refuses it")
  func redacted() throws {
    let secret = "s3cr3t-s3cr3t-s3cr3t"
    let parties = try AssertionParties()
    let attempts: [() throws -> Void] = [
      { _ = try AuthorizationCallback(reading: AbsoluteURL("https://c.example/cb?code=\(secret)&error=x")) },
      { _ = try Endpoint("http://as.example/?client_secret=\(secret)") },
      { _ = try ResourceIndicator("https://api.example/?token=\(secret)#x") },
      { _ = try CodeVerifier(Secret(secret)) },
      { _ = try DeviceCodeGrant(reading: ["device_code": secret]) },
      { _ = try TokenExchangeGrant(reading: ["subject_token": secret]) },
      { _ = try parties.proof(Secret(secret)) },
      { _ = try DPoPProof(decoding: Secret(secret)) },
      { _ = try RedirectURI("http://c.example/?code=\(secret)") },
      { _ = try ImplicitResponse(reading: AbsoluteURL("app:/cb#access_token=\(secret)"), dialect: OAuth2Dialect()) },
      {
        _ = try PasswordGrant(reading: ["password": secret], dialect: OAuth2Dialect { $0.legacyGrants = [.password] })
      },
    ]
    for attempt in attempts {
      let error = #expect(throws: OAuthError.self) { try attempt() }
      #expect(!"\(try #require(error))".contains("s3cr3t"))
    }
  }
}
