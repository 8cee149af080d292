import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 5849 §3.5.1 and RFC 9110 §5.6: the limits of the Authorization header")
struct HeaderLimitTests {
  private func code(_ value: String) throws -> OAuthError.Code? {
    try refusal { try AuthorizationHeader(reading: value) }
  }

  @Test("a header of 8192 bytes is read, a longer one is refused")
  func length() throws {
    let start = "OAuth a=\""
    let value = start + String(repeating: "v", count: AuthorizationHeader.maximumLength - start.utf8.count - 1) + "\""
    #expect(value.utf8.count == 8192)
    #expect(try code(value) == nil && code(value + " ") == .malformedSignedRequest)
  }

  @Test("each character of a name is one of a token, and each of a value is visible and neither quote nor backslash")
  func characters() throws {
    let token = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$&'*+-.^_`|~".utf8)
    for byte in UInt8.min..<0x80 where byte != UInt8(ascii: "%") {
      let character = String(decoding: [byte], as: UTF8.self)
      #expect(
        try code("OAuth x\(character)y=\"1\"") == (token.contains(byte) ? nil : .malformedSignedRequest), "\(byte)")
      let isPlain = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      #expect(try code("OAuth x=\"1\(character)2\"") == (isPlain ? nil : .malformedSignedRequest), "\(byte)")
      // A realm is quoted text: RFC 9110 §5.6.4.
      let isText = byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"")
      let realm = "OAuth realm=\"1\(character)2\""
      #expect(try code(realm) == (isText ? nil : .malformedSignedRequest), "\(byte)")
      if isText, byte != UInt8(ascii: "\\") {
        #expect(try AuthorizationHeader(reading: realm)?.realm == "1\(character)2")
      }
    }
    #expect(try code("OAuth x=\"é\"") == .malformedSignedRequest && code("OAuth é=\"1\"") == .malformedSignedRequest)
    #expect(try AuthorizationHeader(reading: "OAuth realm=\"é\"")?.realm == "é")
  }

  @Test(
    "a realm stands once, in quotes, its escapes read",
    arguments: [
      (#"OAuth realm="a\"b\\c\d""#, #"a"b\cd"#), (#"OAuth Realm="", a="1""#, ""), (#"OAuth a="1", REALM="x""#, "x"),
      (#"OAuth realm="a", realm="b""#, nil), (#"OAuth realm="a", Realm="a""#, nil), (#"OAuth realm=a"#, nil),
      (#"OAuth realm="a"#, nil), (#"OAuth realm="a\"#, nil), (#"OAuth realm="a\""#, nil),
      ("OAuth realm=\"a\\\u{7F}\"", nil),
      (#"OAuth realm"#, nil), (#"OAuth realm="#, nil),
    ] as [(String, String?)])
  func realm(value: String, realm: String?) throws {
    #expect(try code(value) == (realm == nil ? .malformedSignedRequest : nil))
    if let realm {
      let header = try #require(try AuthorizationHeader(reading: value))
      #expect(header.realm == realm && !header.parameters.contains("realm"))
    }
  }

  @Test(
    "commas stand between the pairs, and may stand before and after all of them",
    arguments: [
      ("OAuth", 0), ("OAuth ", 0), ("OAuth ,", 0), ("OAuth\ta=\"1\"", 1), ("OAuth , a=\"1\" ,, b=\"2\" ,", 2),
      ("OAuth a = \"1\"\t,b\t=\t\"2\"", 2), ("OAuth a=\"1\" b=\"2\"", nil), ("OAuth a=\"1\"b=\"2\"", nil),
      ("OAuth a=\"1\";b=\"2\"", nil), ("OAuth a=\"1\" x", nil), ("OAuth a b=\"1\"", nil), ("OAuth a==\"1\"", nil),
      ("OAuth a=\"1\"\"", nil),
    ] as [(String, Int?)])
  func separators(value: String, count: Int?) throws {
    #expect(try code(value) == (count == nil ? .malformedSignedRequest : nil))
    if let count { #expect(try AuthorizationHeader(reading: value)?.parameters.count == count) }
  }

  @Test("a plus in a header is a plus: RFC 5849 §3.6 knows no form there")
  func plus() throws {
    let header = try #require(try AuthorizationHeader(reading: "OAuth a+b=\"c+d%2B%20\""))
    #expect(header.parameters == Form([("a+b", "c+d+ ")]))
  }

  @Test("names differ by their bytes after decoding, not by their case")
  func names() throws {
    #expect(try code("OAuth a=\"1\", A=\"1\"") == nil && code("OAuth %C3%A9=\"1\", e%CC%81=\"1\"") == nil)
    #expect(try code("OAuth a%62=\"1\", %61b=\"1\"") == .repeatedParameter)
  }
}

@Suite("RFC 5849 §3.1 and §3.3: the limits of a request's own parameters")
struct RequestLimitTests {
  private func request(
    timestamp: String = "1700000000", nonce: String = "n", more: String = "", url: String = "https://api.example.com/a"
  ) throws -> RequestMessage {
    var request = RequestMessage(.get, to: try AbsoluteURL(url))
    request.head.headerFields[.authorization] =
      "OAuth oauth_consumer_key=\"ck\", oauth_signature_method=\"HMAC-SHA1\", oauth_timestamp=\"\(timestamp)\", "
      + "oauth_nonce=\"\(nonce)\", oauth_signature=\"x\"\(more)"
    return request
  }

  private func code(_ request: RequestMessage) throws -> OAuthError.Code? {
    try refusal { try SignedRequest(reading: request) }
  }

  @Test(
    "a nonce of 1 to 255 bytes is read",
    arguments: [(0, OAuthError.Code.missingParameter), (1, nil), (255, nil), (256, .malformedSignedRequest)])
  func nonce(length: Int, expected: OAuthError.Code?) throws {
    #expect(try code(request(nonce: String(repeating: "n", count: length))) == expected)
    // Bytes count, not characters.
    #expect(try code(request(nonce: String(repeating: "%C3%A9", count: 127))) == nil)
    #expect(try code(request(nonce: String(repeating: "%C3%A9", count: 128))) == .malformedSignedRequest)
  }

  @Test(
    "a timestamp is a positive number of seconds",
    arguments: [
      ("1", 1), ("007", 7), ("9223372036854775807", .max), ("9223372036854775808", nil), ("0", nil), ("000", nil),
      ("-1", nil),
      ("%2B1", nil), ("1.0", nil), ("1%20", nil), ("%D9%A1", nil), ("1e3", nil), ("0x1", nil),
    ] as [(String, Int64?)])
  func timestamp(digits: String, seconds: Int64?) throws {
    let request = try request(timestamp: digits)
    #expect(try code(request) == (seconds == nil ? .malformedTimestamp : nil))
    if let seconds { #expect(try SignedRequest(reading: request).stamp?.timestamp.secondsSinceEpoch == seconds) }
  }

  @Test("an empty timestamp is a missing one, and a timestamp at the end of time is stale, and traps nothing")
  func extremes() throws {
    #expect(try code(request(timestamp: "")) == .missingParameter)
    let last = try SignedRequest(reading: request(timestamp: "9223372036854775807"))
    var history = NonceHistory()
    #expect(try refusal { try history.admit(last, at: Instant(secondsSinceEpoch: 1_700_000_000)) } == .staleTimestamp)
    #expect(try refusal { try history.admit(last, at: Instant(secondsSinceEpoch: .max)) } == nil)
    #expect(try refusal { try history.admit(last, at: Instant(secondsSinceEpoch: .min)) } == .staleTimestamp)
  }

  @Test(
    "the version is 1.0, or is left out",
    arguments: [
      ("", nil), (", oauth_version=\"1.0\"", nil), (", oauth_version=\"1\"", .unsupportedVersion),
      (", oauth_version=\"1.0a\"", .unsupportedVersion), (", oauth_version=\"%FF\"", .missingParameter),
    ]
      as [(String, OAuthError.Code?)])
  func version(more: String, expected: OAuthError.Code?) throws {
    #expect(try code(request(more: more)) == expected)
  }

  @Test(
    "a further parameter of the protocol occurs once, wherever it stands; others may repeat",
    arguments: [
      ("oauth_x=1", ", oauth_x=\"1\"", OAuthError.Code.repeatedParameter),
      ("oauth_x=1&oauth_x=1", "", .repeatedParameter),
      ("oauth%5Fx=1&oauth_x=1", "", .repeatedParameter), ("oauth_x=1&oauth_y=1", "", nil),
      ("oauthx=1&oauthx=1", "", nil),
      ("OAUTH_x=1&OAUTH_x=1", "", nil), ("a=1&a=1", ", a=\"1\"", nil), ("oauth_nonce=1", "", .parametersInTwoPlaces),
      ("oauth_body_hash=1", "", .parametersInTwoPlaces), ("oauth_version=1.0", "", .parametersInTwoPlaces),
    ])
  func repeated(query: String, more: String, expected: OAuthError.Code?) throws {
    #expect(try code(request(more: more, url: "https://api.example.com/a?\(query)")) == expected)
  }

  @Test(
    "a stamp may be left out with PLAINTEXT alone, and only the whole of it: §3.1", arguments: SignatureMethod.allCases)
  func stampless(method: SignatureMethod) throws {
    for (more, isWhole) in [
      ("", true), (", oauth_timestamp=\"1\", oauth_nonce=\"n\"", false), (", oauth_timestamp=\"1\"", nil),
      (", oauth_nonce=\"n\"", nil),
    ] as [(String, Bool?)] {
      var request = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/"))
      request.head.headerFields[.authorization] =
        "OAuth oauth_consumer_key=\"ck\", oauth_signature_method=\"\(method.rawValue)\", oauth_signature=\"x\"" + more
      let isRead = isWhole == false || (isWhole == true && method == .plaintext)
      #expect(try code(request) == (isRead ? nil : .missingParameter), "\(more)")
      if isRead { #expect(try (SignedRequest(reading: request).stamp == nil) == (isWhole == true)) }
    }
  }
}
