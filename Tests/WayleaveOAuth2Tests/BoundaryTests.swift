import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 6750 §3.1 and RFC 9470 §3: the parts of an API's challenge")
struct ChallengePartTests {
  private func challenge(_ header: String) -> ResourceChallenge? {
    var response = ResponseMessage(HTTPResponse(status: .unauthorized))
    response.head.headerFields[.wwwAuthenticate] = header
    return ResourceChallenge(reading: response)
  }

  @Test(
    "max_age is “a non-negative integer”: digits alone",
    arguments: [
      ("0", 0), ("5", 5), ("007", 7), ("9223372036854775807", .max), ("9223372036854775808", nil), ("-1", nil),
      ("-0", nil), ("+5", nil), (" 5", nil), ("5.0", nil), ("1e3", nil), ("", nil), ("x", nil),
    ] as [(String, Int64?)])
  func age(text: String, age: Int64?) { #expect(challenge("Bearer max_age=\"\(text)\"")?.maximumAge == age) }

  private static let rows: [(failure: ResourceChallenge.Failure, status: Int, isFresh: Bool, isDemand: Bool)] = [
    (.invalidRequest, 400, true, false), (.invalidToken, 401, true, false), (.insufficientScope, 403, false, true),
    (.insufficientUserAuthentication, 401, false, true), (.invalidProof, 401, false, false),
    (.nonceNeeded, 401, false, false),
  ]

  @Test("each failure has its status, says whether a fresh token helps, and what a sign-in must bring")
  func failures() {
    #expect(Self.rows.map(\.failure) == ResourceChallenge.Failure.allCases)
    for row in Self.rows {
      let challenge = ResourceChallenge(row.failure, scopes: ["a"], maximumAge: 5)
      #expect(challenge.response().status == row.status, "\(row.failure)")
      #expect(challenge.mayBeFixedByFreshToken == row.isFresh, "\(row.failure)")
      #expect((challenge.demand != nil) == row.isDemand, "\(row.failure)")
      #expect(challenge.wantsStepUp == (row.failure == .insufficientUserAuthentication))
      #expect(ResourceChallenge(reading: challenge.response()) == challenge)
    }
    let silent = ResourceChallenge()
    #expect(silent.response().status == 401 && silent.mayBeFixedByFreshToken && silent.demand == nil)
  }

  @Test(
    "RFC 6749 §3.3: what could not stand in a request is no demand",
    arguments: [
      ("a", true), ("a:b/c", true), ("~!#", true), ("a\"b", false), ("a\\b", false), ("\u{E9}", false),
      ("a\u{1B}", false), ("\u{7F}", false),
    ])
  func words(text: String, isWord: Bool) {
    let demand = ResourceChallenge(.insufficientScope, scopes: [text, "b"], authenticationContextClasses: [text]).demand
    #expect(demand?.scopes == (isWord ? [text, "b"] : ["b"]))
    #expect(demand?.authenticationContextClasses == (isWord ? [text] : []))
  }

  @Test(
    "RFC 9470 §4: a sign-in is recent enough up to its last second, tolerance included",
    arguments: [(0, true), (359, true), (360, true), (361, false)] as [(Int64, Bool)])
  func recent(age: Int64, isMet: Bool) {
    let now = Instant(secondsSinceEpoch: 1_700_000_000)
    let challenge = ResourceChallenge(.insufficientUserAuthentication, maximumAge: 300)
    #expect(challenge.isMet(by: nil, authenticatedAt: now + -age, at: now, tolerance: .seconds(60)) == isMet)
    #expect(!challenge.isMet(by: nil, authenticatedAt: nil, at: now))
    let endless = ResourceChallenge(.insufficientUserAuthentication, maximumAge: .max)
    #expect(endless.isMet(by: nil, authenticatedAt: now + -age, at: now))
  }
}

@Suite("RFC 7591 §4.2: what each way of client authentication needs")
struct AuthenticationNeedTests {
  private static let rows: [(method: ClientAuthenticationMethod, assertion: Bool, certificate: Bool, secret: Bool)] = [
    (.publicClient, false, false, false), (.basic, false, false, true), (.basicRaw, false, false, true),
    (.post, false, false, true), (.bearerSecret, false, false, true), (.signedSecret, true, false, false),
    (.secretJWT, true, false, true), (.privateKeyJWT, true, false, false),
    (.tls, false, true, false), (.selfSignedTLS, false, true, false),
  ]

  @Test("an assertion, a certificate, a secret")
  func needs() throws {
    #expect(Self.rows.map(\.method) == ClientAuthenticationMethod.allCases)
    let key = try JSONWebKey.generate(for: .es256)
    for row in Self.rows {
      #expect(row.method.needsAssertion == row.assertion && row.method.needsCertificate == row.certificate)
      let isRefused = try refusal { try Client(id: "a", key: key, authentication: row.method) } == .invalidClient
      #expect(isRefused == row.secret, "\(row.method)")
      #expect(try refusal { try Client(id: "a", secret: Secret("s"), key: key, authentication: row.method) } == nil)
    }
  }

  @Test("private_key_jwt needs a private key, and no other kind of key is taken")
  func keys() throws {
    let key = try JSONWebKey.generate(for: .es256)
    let shared = try JSONWebKey(sharedSecret: Secret(String(repeating: "s", count: 32)))
    #expect(try refusal { try Client(id: "a", key: key, authentication: .privateKeyJWT) } == nil)
    for other in [nil, key.publicKey, shared] {
      #expect(try refusal { try Client(id: "a", key: other, authentication: .privateKeyJWT) } == .invalidClient)
    }
    #expect(try refusal { try Client(id: "a", callbackKey: key) } == nil)
    for other in [try #require(key.publicKey), shared] {
      #expect(try refusal { try Client(id: "a", callbackKey: other) } == .invalidClient)
    }
  }

  @Test(
    "RFC 6749 Appendix A.1: a client id is visible ASCII, spaces too",
    arguments: [
      ("a", true), ("a b", true), ("~", true), ("!", true), ("", false), ("\u{1F}", false), ("\u{7F}", false),
      ("\u{E9}", false), ("a\n", false),
    ])
  func identifier(text: String, isGood: Bool) throws {
    #expect(try refusal { try Client(id: ClientID(text)) } == (isGood ? nil : .invalidClient))
  }
}

@Suite("RFC 8705 §3.1: the text of a thumbprint is that of 32 bytes")
struct ThumbprintTextTests {
  @Test("31 and 33 bytes are none", arguments: [(31, false), (32, true), (33, false), (0, false)])
  func length(count: Int, isGood: Bool) {
    let text = Base64.url.encodedText(Array(repeating: 7, count: count))
    #expect((CertificateThumbprint(text)?.text == text) == isGood)
  }

  @Test("padding, the other alphabet and spaces are refused")
  func alphabet() {
    let bytes = [UInt8](repeating: 0xFF, count: 32)
    #expect(CertificateThumbprint(Base64.url.encodedText(bytes)) != nil)
    for text in [
      Base64.standard.encodedText(bytes), Base64.url.encodedText(bytes) + "=", " " + Base64.url.encodedText(bytes),
    ] {
      #expect(CertificateThumbprint(text) == nil)
    }
  }

  @Test("RFC 7468 §2: text around the certificate and the width of its lines do not count; an empty one is none")
  func pem() throws {
    let text = Base64.standard.encodedText(Array(0..<96))
    let thumbprint = CertificateThumbprint(ofDER: Array(0..<96))
    for body in [text, text.prefix(64) + "\n" + text.dropFirst(64), text.prefix(10) + "\r\n " + text.dropFirst(10)] {
      let pem = "subject=x\n-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\nafter\n"
      #expect(try CertificateThumbprint(ofPEM: pem) == thumbprint)
    }
    for body in ["", "!", "-----BEGIN CERTIFICATE-----\n"] {
      let pem = "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n"
      #expect(try refusal { try CertificateThumbprint(ofPEM: pem) } == .unsupportedKey)
    }
    let swapped = "-----END CERTIFICATE-----\n\(text)\n-----BEGIN CERTIFICATE-----\n"
    #expect(try refusal { try CertificateThumbprint(ofPEM: swapped) } == .unsupportedKey)
  }
}

@Suite("RFC 8259 §7: the escapes of a refresh token that is saved from a broken answer")
struct SalvagedEscapeTests {
  private func salvaged(_ written: String) -> String? {
    let body = Array("{\"refresh_token\":\"\(written)\",\"broken\":".utf8)
    return SalvagedTokens(from: ResponseMessage(HTTPResponse(status: .ok), body: body))?.refreshToken.exposedText
  }

  @Test(
    "those of visible ASCII are read, and all else is no token",
    arguments: [
      (#"a\u0041"#, "aA"), (#"\u007e"#, "~"), (#"\u007E\/"#, "~/"), (#"a\"b"#, "a\"b"), (#"a\\b"#, #"a\b"#),
      (#"\u0020a"#, " a"), (#"\u007f"#, nil), (#"\u0080"#, nil), (#"\u001f"#, nil), (#"\n"#, nil), (#"\t"#, nil),
      (#"\x41"#, nil), (#"\u00"#, nil), (#"\u+041"#, nil), (#"\u-041"#, nil), (#"\u004"#, nil), (#"\u00g1"#, nil),
      ("\u{E9}", nil),
    ] as [(String, String?)])
  func escapes(written: String, token: String?) { #expect(salvaged(written) == token) }
}

@Suite("Multiple Response Type Encoding Practices §2.1: which answer may travel how")
struct ResponseModeTests {
  @Test("a query carries a code alone; every other way carries every type", arguments: ResponseMode.allCases)
  func carries(mode: ResponseMode) {
    for type in ResponseType.allCases {
      #expect(mode.mayCarry(type) == (type == .code || ![.query, .queryJWT].contains(mode)), "\(mode) \(type)")
    }
  }
}
