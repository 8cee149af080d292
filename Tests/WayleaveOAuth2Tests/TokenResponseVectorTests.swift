import Foundation
import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

/// Every case of `token_responses.json`, as far as this floor decides it.
///
/// Later work: the device flow (RFC 8628: `rfc8628-3.2`, cases 50 and 51; what 46 to 49 mean for polling), introspection
/// (`rfc7662…`), PAR (`rfc9126-2.2`) and DPoP (cases 24 and 45: the downgrade and the retry). Their answers are tried here
/// all the same: to a client that asked for a token by code or refresh token they are none, or a refusal by name. Cases
/// 8 and 9 are OAuth 1.0a. That the old refresh token stays (33, 34, 40) is decided where credentials are kept.
@Suite("RFC 6749 §5: token answers")
struct TokenResponseVectorTests {
  struct Vectors: Decodable {
    struct Published: Decodable {
      let id: String
      let status: Int
      let type: String
    }
    struct Adversarial: Decodable {
      let n: Int
      let what: String
      let status: Int
      let content_type: String
      let body: String?
      let body_hex: String?
    }
    let rfc: [Published]
    let adversarial: [Adversarial]
  }

  /// What a case must become.
  enum Expectation {
    /// Tokens, of which the access token and what else matters in the case.
    case token(String, expiresIn: Int64? = nil, scopes: [String]? = nil, tolerated: [TokenResponse.Tolerance] = [])
    /// A refusal by the provider, with its word.
    case refused(OAuthError.Code, String)
    /// No answer at all.
    case malformed(OAuthError.Code)
  }

  static let expectations: [Int: Expectation] = [
    1: .refused(.tokenRefused, "bad_verification_code"),
    2: .refused(.tokenRefused, "bad_verification_code"),
    3: .malformed(.unexpectedAnswer),
    4: .malformed(.unexpectedAnswer),
    5: .refused(.grantRefused, "100"),
    6: .refused(.grantRefused, "invalid_auth"),
    7: .refused(.tokenRefused, "32"),
    8: .refused(.tokenRefused, "http_401"),
    9: .refused(.tokenRefused, "http_401"),
    10: .malformed(.unexpectedAnswer),
    11: .malformed(.serverUnavailable),
    12: .malformed(.malformedTokenResponse),
    13: .malformed(.malformedTokenResponse),
    14: .malformed(.malformedTokenResponse),
    15: .token("x"),
    16: .malformed(.malformedTokenResponse),
    17: .malformed(.malformedTokenResponse),
    18: .malformed(.malformedTokenResponse),
    19: .malformed(.malformedTokenResponse),
    20: .malformed(.malformedTokenResponse),
    21: .token("x"),
    22: .malformed(.malformedTokenResponse),
    23: .malformed(.unsupportedTokenType),
    24: .token("x"),
    25: .token("x", expiresIn: 3600, tolerated: [.textualExpiry]),
    26: .token("x", tolerated: [.noLifetime]),
    27: .token("x", expiresIn: TokenResponse.maximumExpiresIn),
    28: .token("x", tolerated: [.unreadableExpiry]),
    29: .token("x", expiresIn: 3599),
    30: .token("x"),
    31: .token("x", scopes: ["a", "b"], tolerated: [.scopeShape]),
    32: .token("x", scopes: ["read"]),
    33: .token("x", expiresIn: 60),
    34: .token("x", tolerated: [.emptyRefreshToken]),
    35: .malformed(.malformedTokenResponse),
    36: .malformed(.malformedTokenResponse),
    37: .malformed(.malformedTokenResponse),
    38: .malformed(.unexpectedRedirect),
    39: .malformed(.unexpectedRedirect),
    40: .refused(.clientRefused, "invalid_client"),
    41: .refused(.grantRefused, "invalid_grant"),
    42: .refused(.grantRefused, "invalid_grant"),
    43: .refused(.tokenRefused, "invalid_request"),
    44: .malformed(.serverUnavailable),
    45: .refused(.tokenRefused, "use_dpop_nonce"),
    46: .refused(.tokenRefused, "authorization_pending"),
    47: .refused(.tokenRefused, "slow_down"),
    48: .refused(.timedOut, "expired_token"),
    49: .refused(.denied, "access_denied"),
    50: .malformed(.malformedTokenResponse),
    51: .malformed(.malformedTokenResponse),
  ]

  private static func response(_ number: Int) throws -> ResponseMessage {
    let vectors = try VectorFile.read("token_responses", as: Vectors.self).adversarial
    let vector = try #require(vectors.first { $0.n == number })
    var body = Array((vector.body ?? "").utf8)
    if let hex = vector.body_hex {
      body = try stride(from: 0, to: hex.utf8.count, by: 2).map { offset in
        try #require(UInt8(hex.dropFirst(offset).prefix(2), radix: 16))
      }
    }
    var response = ResponseMessage(HTTPResponse(status: .init(code: vector.status)), body: body)
    if !vector.content_type.isEmpty { response.head.headerFields[.contentType] = vector.content_type }
    return response
  }

  private func check(_ number: Int, _ expectation: Expectation, dialect: OAuth2Dialect = OAuth2Dialect()) throws {
    let response = try Self.response(number)
    switch expectation {
    case .token(let token, let expiresIn, let scopes, let tolerated):
      let tokens = try TokenResponse(reading: response, dialect: dialect)
      #expect(tokens.accessToken == Secret(token))
      #expect(tokens.tokenType.lowercased() == "bearer")
      #expect(tokens.expiresIn == expiresIn)
      #expect(tokens.refreshToken == nil)
      #expect(tokens.scopes == scopes)
      #expect(tokens.tolerated == tolerated)
    case .refused(let code, let word):
      let error = #expect(throws: OAuthError.self) { try TokenResponse(reading: response, dialect: dialect) }
      #expect(error?.code == code)
      #expect(error?.refusal?.error == word)
      #expect(error?.refusal?.status == response.status)
    case .malformed(let code):
      let error = #expect(throws: OAuthError.self) { try TokenResponse(reading: response, dialect: dialect) }
      #expect(error?.code == code)
      #expect(error?.refusal == nil)
    }
  }

  @Test("every published answer has an expectation here")
  func complete() throws {
    let vectors = try VectorFile.read("token_responses", as: Vectors.self)
    #expect(vectors.adversarial.map(\.n) == Array(1...51))
    #expect(Set(Self.expectations.keys) == Set(1...51))
    #expect(vectors.rfc.count == 6)
  }

  // FS18, FS19, ZA11
  @Test("every published answer becomes tokens, a refusal or an error", arguments: 1...51)
  func adversarial(number: Int) throws {
    let expectation = try #require(Self.expectations[number])
    try check(number, expectation)
  }

  @Test("what a provider's entry tolerates is read, and reported")
  func tolerated() throws {
    let loose = OAuth2Dialect {
      $0.scopeSeparator = ","
      $0.answer.defaultTokenType = "Bearer"
      $0.answer.isLoose = true
    }
    try check(3, .token("gho_x", scopes: ["repo", "gist"], tolerated: [.contentType, .scopeShape]), dialect: loose)
    try check(4, .token("abc", tolerated: [.contentType, .missingTokenType]), dialect: loose)
    try check(22, .token("x", tolerated: [.missingTokenType]), dialect: loose)
    try check(31, .token("x", scopes: ["a", "b"], tolerated: [.scopeShape]), dialect: loose)
    try check(10, .malformed(.unexpectedAnswer), dialect: loose)
    for number in [12, 14, 16, 17, 18, 19, 20] {
      try check(number, .malformed(.malformedTokenResponse), dialect: loose)
    }
    try check(23, .malformed(.unsupportedTokenType), dialect: loose)
    #expect(try TokenResponse(reading: Self.response(4), dialect: loose).additional["expires"] == "5183999")
  }

  @Test("case 42: the provider's words are shown without escape sequences and bidirectional controls")
  func shown() throws {
    let error = #expect(throws: OAuthError.self) { try TokenResponse(reading: Self.response(42)) }
    #expect(error?.refusal?.description == "\\u{1b}]52;c;ZXZpbA==\\u{7}\\u{1b}[2J\\u{202e}evil")
  }

  @Test("case 43: an address that is not https is dropped, another kept")
  func uri() throws {
    let dropped = #expect(throws: OAuthError.self) { try TokenResponse(reading: Self.response(43)) }
    #expect(try #require(dropped?.refusal).uri == nil)
    let kept = #expect(throws: OAuthError.self) { try TokenResponse(reading: Self.response(1)) }
    #expect(kept?.refusal?.uri == "https://docs.github.com/")
  }

  @Test("the examples of the specifications end as they must at a token endpoint")
  func published() throws {
    let file = try VectorFile.read("token_responses", as: Vectors.self)
    let codes: [String: OAuthError.Code] = [
      "rfc6749-5.1": .unsupportedTokenType, "rfc6749-5.2": .tokenRefused, "rfc8628-3.2": .malformedTokenResponse,
      "rfc7662-2.2": .malformedTokenResponse, "rfc7662-2.2-inactive": .malformedTokenResponse,
      "rfc9126-2.2": .malformedTokenResponse,
    ]
    #expect(Set(file.rfc.map(\.id)) == Set(codes.keys))
    for vector in file.rfc {
      let response = ResponseMessage(.init(code: vector.status), json: try Self.body(of: vector.id))
      #expect(try refusal { try TokenResponse(reading: response) } == codes[vector.id], "\(vector.id)")
    }
  }

  @Test("§5.1: the example of the specification is read when its token is a bearer token")
  func example() throws {
    var members = try #require(Self.body(of: "rfc6749-5.1").object)
    members["token_type"] = "Bearer"
    let tokens = try TokenResponse(reading: ResponseMessage(.ok, json: .object(members)))
    #expect(tokens.accessToken == Secret("2YotnFZFEjr1zCsicMWpAA"))
    #expect(tokens.refreshToken == Secret("tGzv3JOkF0XG5Qx2TlKWIA"))
    #expect(tokens.expiresIn == 3600 && tokens.scopes == nil && tokens.tolerated.isEmpty)
    #expect(JSON.object(tokens.additional) == ["example_parameter": "example_value"])
    #expect(try TokenResponse(reading: tokens.response()) == tokens)
  }

  @Test("§A.12, §A.17: a token of visible characters is taken, a refresh token also with spaces; controls are refused")
  func tokenCharacters() throws {
    for name in ["access_token", "refresh_token", "id_token"] {
      func code(_ token: String) throws -> OAuthError.Code? {
        var members = try #require((["access_token": "a", "token_type": "Bearer"] as JSON).object)
        members[name] = .string(token)
        return try refusal { try TokenResponse(reading: ResponseMessage(.ok, json: .object(members))) }
      }
      #expect(try code("!~.-_/+=") == nil)
      #expect(try code(String(repeating: "a", count: 65536)) == nil)
      for token in ["a b", " a"] {
        #expect(try code(token) == (name == "refresh_token" ? nil : .malformedTokenResponse))
      }
      for token in ["a\u{0}", "a\u{1F}", "a\u{7F}", "a\nb", String(repeating: "a", count: 65537)] {
        #expect(try code(token) == .malformedTokenResponse)
      }
    }
  }

  @Test("6749-18: an answer may not be cached, and says nothing that is not there")
  func written() throws {
    let least = TokenResponse(accessToken: Secret("a"), tokenType: "").response()
    #expect(least.body == Array(#"{"access_token":"a"}"#.utf8))
    #expect(least.head.headerFields[.cacheControl] == "no-store")
  }

  /// The body of an example, by our own reader: Foundation's loses the order of members and how numbers are written.
  static func body(of id: String) throws -> JSON {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let bytes = try Array(Data(contentsOf: tests.appending(path: "Vectors/token_responses.json")))
    let examples = try #require(JSON(decoding: bytes)["rfc"]?.array)
    return try #require(examples.first { $0["id"]?.string == id }?["body"])
  }
}
