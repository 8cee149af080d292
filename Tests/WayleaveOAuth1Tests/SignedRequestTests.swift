import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 5849 §3.2: a server verifies a request")
struct SignedRequestTests {
  static let now = Instant(secondsSinceEpoch: 1_700_000_000)

  @Test(
    "what is signed is verified, by every method and in every place",
    arguments: SignatureMethod.allCases, ParameterPlacement.allCases)
  func everyMethodAndPlace(method: SignatureMethod, placement: ParameterPlacement) throws {
    let privateKey = try RSAPrivateKey(pem: Secret(SampleKeys.rsa2048))
    let consumer =
      method.usesPrivateKey
      ? try ConsumerCredential(key: "key & more", privateKey: privateKey)
      : try ConsumerCredential(key: "key & more", secret: Secret("s/e+c\u{0}r et"))
    let token = TokenCredential(token: Secret("t\"ok,en"), secret: Secret([0xFF, 0x00, 0x26]))
    let signer = RequestSigner(
      consumer: consumer, token: token,
      dialect: OAuth1Dialect(signatureMethod: method, placement: placement, realm: "A \"b\""))
    let key =
      method.usesPrivateKey
      ? try SignatureKey(method, publicKey: privateKey.publicKey)
      : try SignatureKey(method, consumerSecret: consumer.secret, tokenSecret: token.secret)
    let request = try signer.sign(form(), additional: ["oauth_verifier": "v"], stamp: stamp)
    let signed = try SignedRequest(reading: request)
    #expect(signed.consumerKey == consumer.key)
    #expect(signed.token == token.token)
    #expect(signed.signatureMethod == method)
    #expect(signed.stamp == stamp)
    #expect(try signed.parameters.text(of: "oauth_verifier") == "v")
    #expect(!signed.parameters.contains("oauth_signature"))
    #expect(try refusal { try signed.verify(with: key) } == nil)
    #expect(try signed.baseString == signer.baseString(of: form(), additional: ["oauth_verifier": "v"], stamp: stamp))

    var changed = request
    changed.head.path = request.head.path?.replacing("q=1", with: "q=2")
    #expect(changed != request)
    let read = try SignedRequest(reading: changed)
    // PLAINTEXT verifies who sent it, and nothing about what: RFC 5849 §3.4.4.
    #expect(try refusal { try read.verify(with: key) } == (method == .plaintext ? nil : .signatureMismatch))
  }

  @Test("a request with 1,000 pairs in one place is read, one more is refused", arguments: [1000, 1001])
  func pairs(count: Int) throws {
    let path = "/?" + (1...count).map { "a\($0)=" }.joined(separator: "&")
    var request = try signer().sign(RequestMessage(.get, to: AbsoluteURL("https://api.example.com/")), stamp: stamp)
    request.head.path = path
    let code = try refusal { _ = try SignedRequest(reading: request).baseString }
    #expect(code == (count > 1000 ? .tooManyFormFields : nil))
  }

  @Test("another secret, another token secret or another method's key verifies nothing")
  func otherKeys() throws {
    let signed = try SignedRequest(reading: signer().sign(form(), stamp: stamp))
    #expect(try refusal { try signed.verify(consumerSecret: Secret("cs"), tokenSecret: Secret("ts")) } == nil)
    for (consumer, token) in [("cs", "other"), ("other", "ts"), ("cs", ""), ("", "ts")] {
      #expect(
        try refusal { try signed.verify(consumerSecret: Secret(consumer), tokenSecret: Secret(token)) }
          == .signatureMismatch)
    }
    #expect(try refusal { try signed.verify(consumerSecret: Secret("cs"), tokenSecret: nil) } == .signatureMismatch)
    for method in [SignatureMethod.hmacSHA256, .hmacSHA512, .plaintext] {
      let key = try SignatureKey(method, consumerSecret: Secret("cs"), tokenSecret: Secret("ts"))
      #expect(try refusal { try signed.verify(with: key) } == .signatureMismatch)
    }
    let publicKey = try RSAPrivateKey(pem: Secret(SampleKeys.rsa2048)).publicKey
    let confused = try SignatureKey(.hmacSHA1, consumerSecret: Secret(publicKey.pem), tokenSecret: nil)
    let rsa = try RequestSigner(
      consumer: ConsumerCredential(key: "ck", privateKey: RSAPrivateKey(pem: Secret(SampleKeys.rsa2048))),
      dialect: OAuth1Dialect(signatureMethod: .rsaSHA1)
    ).sign(form(), stamp: stamp)
    #expect(try refusal { try SignedRequest(reading: rsa).verify(with: confused) } == .signatureMismatch)
  }

  @Test(
    "5849-7, 5849-8, 5849-9: each way in which a request can be wrong has its own reason",
    arguments: [
      ("oauth_consumer_key=\"ck\", ", "", OAuthError.Code.missingParameter),
      ("oauth_consumer_key=\"ck\"", "oauth_consumer_key=\"\"", .missingParameter),
      ("oauth_timestamp=\"1700000000\", ", "", .missingParameter),
      ("oauth_nonce=\"n0nce\", ", "", .missingParameter),
      ("oauth_signature_method=\"HMAC-SHA1\", ", "", .missingParameter),
      (", oauth_signature=\"", ", oauth_signatur=\"", .missingParameter),
      ("oauth_consumer_key=\"ck\"", "oauth_consumer_key=\"%FF\"", .missingParameter),
      ("oauth_nonce=\"n0nce\"", "oauth_nonce=\"n0nce\", oauth_nonce=\"n0nce\"", .repeatedParameter),
      ("oauth_nonce=\"n0nce\"", "oauth_nonce=\"n0nce\", oauth%5Fnonce=\"x\"", .repeatedParameter),
      ("oauth_version=\"1.0\"", "oauth_version=\"2.0\"", .unsupportedVersion),
      ("oauth_version=\"1.0\"", "oauth_version=\"\"", .unsupportedVersion),
      ("\"HMAC-SHA1\"", "\"HMAC-MD5\"", .unsupportedSignatureMethod),
      ("\"HMAC-SHA1\"", "\"hmac-sha1\"", .unsupportedSignatureMethod),
      ("\"1700000000\"", "\"0\"", .malformedTimestamp), ("\"1700000000\"", "\"-1\"", .malformedTimestamp),
      ("\"1700000000\"", "\"1e9\"", .malformedTimestamp), ("\"1700000000\"", "\"%2B1\"", .malformedTimestamp),
      ("\"1700000000\"", "\"99999999999999999999\"", .malformedTimestamp),
      ("oauth_nonce=\"", "oauth_nonce=\"" + String(repeating: "n", count: 255), .malformedSignedRequest),
      ("oauth_nonce=\"n0nce\"", "oauth_nonce=n0nce", .malformedSignedRequest),
      ("oauth_nonce=\"n0nce\"", "oauth_nonce=\"%n0\"", .malformedSignedRequest),
    ] as [(String, String, OAuthError.Code)])
  func refusals(part: String, replacement: String, code: OAuthError.Code) throws {
    var request = try signer().sign(form(), stamp: stamp)
    #expect(try refusal { try SignedRequest(reading: request) } == nil)
    let header = try #require(request.head.headerFields[.authorization])
    request.head.headerFields[.authorization] = header.replacing(part, with: replacement)
    #expect(request.head.headerFields[.authorization] != header)
    #expect(try refusal { try SignedRequest(reading: request) } == code)
  }

  @Test("5849-7: protocol parameters in two places are refused, a further one in the body is read")
  func twoPlaces() throws {
    let inHeader = try signer().sign(form(), stamp: stamp)
    for (query, code) in [
      ("oauth_token=x", .parametersInTwoPlaces), ("oauth_signature=x", .parametersInTwoPlaces),
      ("oauth%5fnonce=x", .parametersInTwoPlaces), ("oauth_callback=oob&oauth_callback=oob", .repeatedParameter),
      ("oauth_callback=oob", nil), ("oauth_foo=1&realm=x", nil), ("x_oauth_token=x", nil),
    ] as [(String, OAuthError.Code?)] {
      var request = inHeader
      request.head.path = (request.head.path ?? "") + "&" + query
      #expect(try refusal { try SignedRequest(reading: request) } == code, "\(query)")
    }
    var body = form()
    body.body += Array("&oauth_verifier=v".utf8)
    let signed = try SignedRequest(reading: signer().sign(body, stamp: stamp))
    #expect(try signed.parameters.text(of: "oauth_verifier") == "v")
    #expect(try refusal { try signed.verify(consumerSecret: Secret("cs"), tokenSecret: Secret("ts")) } == nil)
  }

  @Test("two Authorization headers are refused")
  func twoHeaders() throws {
    var request = try signer().sign(form(), stamp: stamp)
    let value = try #require(request.head.headerFields[.authorization])
    request.head.headerFields[values: .authorization] = [value, value]
    #expect(try refusal { try SignedRequest(reading: request) } == .malformedSignedRequest)
  }

  @Test("a request with no protocol parameters, or with another scheme, is missing them")
  func unsigned() throws {
    var request = form()
    #expect(try refusal { try SignedRequest(reading: request) } == .missingParameter)
    request.head.headerFields[.authorization] = "Bearer abc"
    #expect(try refusal { try SignedRequest(reading: request) } == .missingParameter)
  }

  @Test("5849-13: the realm is sent and not signed")
  func realm() throws {
    let plain = try signer().sign(form(), stamp: stamp)
    let withRealm = try signer(OAuth1Dialect(realm: "Photos")).sign(form(), stamp: stamp)
    let header = try #require(withRealm.head.headerFields[.authorization])
    #expect(header.hasPrefix("OAuth realm=\"Photos\", oauth_consumer_key="))
    #expect(header.replacing("realm=\"Photos\", ", with: "") == plain.head.headerFields[.authorization])
    #expect(try AuthorizationHeader(reading: header)?.realm == "Photos")
    for realm in ["a\r\nX: y", "caf\u{E9}", "\u{0}"] {
      #expect(
        try refusal { try signer(OAuth1Dialect(realm: realm)).sign(form(), stamp: stamp) } == .forbiddenHeaderCharacter)
    }
  }

  @Test("the header is written as it would be from a form")
  func header() throws {
    let request = try signer(OAuth1Dialect(realm: "a\\b\"c")).sign(form(), additional: ["oauth_x": "1 2"], stamp: stamp)
    let value = try #require(request.head.headerFields[.authorization])
    let read = try #require(try AuthorizationHeader(reading: value))
    #expect(try AuthorizationHeader.value(of: read.parameters, realm: read.realm) == value)
  }

  @Test("5849-10: PLAINTEXT is sent and taken over TLS or on this machine only", arguments: SignedRequestTests.places)
  func plaintext(url: String, code: OAuthError.Code?) throws {
    let request = RequestMessage(.get, to: try AbsoluteURL(url))
    #expect(try refusal { try signer(OAuth1Dialect(signatureMethod: .plaintext)).sign(request, stamp: stamp) } == code)
    var signed = request
    signed.head.headerFields[.authorization] =
      "OAuth oauth_consumer_key=\"ck\", oauth_signature_method=\"PLAINTEXT\", oauth_signature=\"cs%26\""
    #expect(try refusal { try SignedRequest(reading: signed) } == code)
    guard code == nil else { return }
    #expect(try SignedRequest(reading: signed).stamp == nil)
    #expect(
      try refusal { try SignedRequest(reading: signed).verify(consumerSecret: Secret("cs"), tokenSecret: nil) } == nil)
  }

  static let places: [(String, OAuthError.Code?)] = [
    ("https://example.com/", nil), ("http://127.0.0.1:8080/", nil), ("http://localhost/", nil), ("http://[::1]/", nil),
    ("http://example.com/", .insecureURL), ("http://127.0.0.1.example.com/", .insecureURL),
  ]

  @Test("a consumer with the wrong kind of key cannot sign")
  func wrongKind() throws {
    let dialect = OAuth1Dialect(signatureMethod: .rsaSHA256)
    #expect(try refusal { try signer(dialect).sign(form(), stamp: stamp) } == .unsupportedSignatureMethod)
    let consumer = try ConsumerCredential(key: "ck", privateKey: RSAPrivateKey(pem: Secret(SampleKeys.rsa2048)))
    #expect(
      try refusal { try RequestSigner(consumer: consumer).sign(form(), stamp: stamp) } == .unsupportedSignatureMethod)
  }

  @Test("a body that is no form cannot hold the parameters")
  func noRoomInBody() throws {
    let dialect = OAuth1Dialect(placement: .body)
    var request = form()
    request.head.headerFields[.contentType] = ContentType.json
    #expect(try refusal { try signer(dialect).sign(request, stamp: stamp) } == .unsupported)
    request.body = []
    #expect(try refusal { try signer(dialect).sign(request, stamp: stamp) } == nil)
  }

  @Test(
    "5849-20: oauth_body_hash covers a body that is no form",
    arguments: [SignatureMethod.hmacSHA1, .hmacSHA256, .hmacSHA512])
  func bodyHash(method: SignatureMethod) throws {
    let signer = try signer(OAuth1Dialect(signatureMethod: method, signsBodyHash: true))
    var request = form()
    request.head.headerFields[.contentType] = "text/plain"
    request.body = Array("Hello World!".utf8)
    let signed = try signer.sign(request, stamp: stamp)
    let read = try SignedRequest(reading: signed)
    #expect(read.coversBody)
    // The example of the extension's own text, for SHA-1.
    if method == .hmacSHA1 {
      #expect(try read.parameters.text(of: "oauth_body_hash") == "Lve95gjOVATpfV8EL5X4nxwjKHE=")
    }
    var changed = signed
    changed.body += [0x21]
    #expect(try refusal { try SignedRequest(reading: changed) } == .bodyHashMismatch)
    changed = signed
    changed.head.headerFields[.contentType] = ContentType.form
    changed.body = []
    #expect(try refusal { try SignedRequest(reading: changed) } == .bodyHashMismatch)
    #expect(try !SignedRequest(reading: signer.sign(form(), stamp: stamp)).coversBody)
  }

  @Test("signing takes any bytes without a crash, and what it signs is read back")
  func anyBytes() throws {
    var random = SeededGenerator(seed: 34)
    let signer = try signer()
    for length in 0..<400 {
      var request = form()
      request.body = random.bytes(length % 60)
      let path = "/" + String(decoding: random.bytes(length % 40), as: UTF8.self)
      request.head.path = length % 2 == 0 ? path : "/a?" + String(decoding: request.body, as: UTF8.self)
      let stamp = Stamp(timestamp: Self.now, nonce: String(decoding: random.bytes(9), as: UTF8.self) + "n")
      guard let signed = try? signer.sign(request, stamp: stamp) else { continue }
      let read = try SignedRequest(reading: signed)
      #expect(try refusal { try read.verify(consumerSecret: Secret("cs"), tokenSecret: Secret("ts")) } == nil)
    }
  }

  private let stamp = Stamp(timestamp: SignedRequestTests.now, nonce: "n0nce")

  private func signer(_ dialect: OAuth1Dialect = OAuth1Dialect()) throws -> RequestSigner {
    RequestSigner(
      consumer: try ConsumerCredential(key: "ck", secret: Secret("cs")),
      token: TokenCredential(token: Secret("tk"), secret: Secret("ts")), dialect: dialect)
  }

  private func form() -> RequestMessage {
    let head = HTTPRequest(method: .post, scheme: "https", authority: "api.example.com", path: "/a?q=1&r=%C3%A9")
    var request = RequestMessage(head, body: Array("status=a+b%26c&x".utf8))
    request.head.headerFields[.contentType] = ContentType.form
    return request
  }
}
