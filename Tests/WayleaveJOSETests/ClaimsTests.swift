import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7519 §4.1: registered claims")
struct ClaimsTests {
  private func claims(_ text: String, textDates: Bool = false) throws -> JSONWebTokenClaims {
    try JSONWebTokenClaims(decoding: Array(text.utf8), textDates: textDates)
  }

  @Test("each is read by its type, and everything else is kept")
  func typed() throws {
    let claims = try claims(
      """
      {"iss":"https://a.example","sub":"24400320","aud":["a","b"],"exp":1300819380,"nbf":1300819000,"iat":1300819001,
       "jti":"j","name":"Zoë","auth_time":1300818999.9}
      """)
    #expect(claims.issuer == "https://a.example" && claims.subject == "24400320" && claims.audience == ["a", "b"])
    #expect(claims.expiresAt == Instant(secondsSinceEpoch: 1_300_819_380))
    #expect(claims.notBefore == Instant(secondsSinceEpoch: 1_300_819_000))
    #expect(claims.issuedAt == Instant(secondsSinceEpoch: 1_300_819_001) && claims.tokenID == "j")
    #expect(try claims.text("name") == "Zoë" && claims["name"] == "Zoë")
    #expect(try claims.instant("auth_time") == Instant(secondsSinceEpoch: 1_300_818_999))
  }

  @Test("an absent claim is nothing, and one audience is a list of one")
  func absent() throws {
    let claims = try claims(#"{"aud":"a"}"#)
    #expect(claims.audience == ["a"] && claims.issuer == nil && claims.expiresAt == nil)
    #expect(try claims.text("nonce") == nil && claims.instant("auth_time") == nil)
  }

  @Test("a claim that is null is absent", arguments: ["iss", "sub", "aud", "exp", "nbf", "iat", "jti", "nonce"])
  func null(name: String) throws {
    let claims = try claims(#"{"\#(name)":null}"#)
    #expect(claims.issuer == nil && claims.subject == nil && claims.audience == [] && claims.tokenID == nil)
    #expect(claims.expiresAt == nil && claims.issuedAt == nil && claims[name] == nil)
    #expect(claims.members[name] == .null)
  }

  @Test(
    "a date is a number, its fraction dropped",
    arguments: [("1300819380", 1_300_819_380), ("1300819380.999", 1_300_819_380), ("1.3e9", 1_300_000_000), ("-1", -1)])
  func dates(text: String, seconds: Int64) throws {
    #expect(try claims(#"{"exp":\#(text)}"#).expiresAt == Instant(secondsSinceEpoch: seconds))
  }

  @Test(
    "a claim of another type is refused",
    arguments: [
      #"{"iss":1}"#, #"{"aud":{}}"#, #"{"aud":["a",1]}"#, #"{"exp":"1300819380"}"#, #"{"nbf":true}"#,
      #"{"iat":1e308}"#, #"{"exp":1e999}"#, #"{"exp":99999999999999999999}"#, #"{"jti":[]}"#, #"{"iss":"a","iss":"a"}"#,
      "[]", "", "1", "{",
    ])
  func wrongType(text: String) throws {
    #expect(try refusal { try claims(text) } == .malformedJOSE)
  }

  @Test("another claim of another type is refused when it is asked for")
  func wrongTypeOnDemand() throws {
    let claims = try claims(#"{"nonce":1,"auth_time":"now"}"#)
    #expect(try refusal { try claims.text("nonce") } == .malformedJOSE)
    #expect(try refusal { try claims.instant("auth_time") } == .malformedJOSE)
    #expect(try refusal { try claims.instant("auth_time", textDates: true) } == .malformedJOSE)
  }

  @Test("a date in quotes is read where the dialect allows it")
  func textDates() throws {
    #expect(
      try claims(#"{"exp":"1300819380"}"#, textDates: true).expiresAt == Instant(secondsSinceEpoch: 1_300_819_380))
    for text in ["", "soon", "0x10", "nan", "+5", "1e3"] {
      #expect(try refusal { try claims(#"{"exp":"\#(text)"}"#, textDates: true) } == .malformedJOSE, "\(text)")
    }
  }
}
