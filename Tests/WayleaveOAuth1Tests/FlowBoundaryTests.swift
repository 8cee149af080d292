import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 5849 §2: what each step sends, reads and refuses")
struct FlowBoundaryTests {
  private let endpoint: Endpoint
  private let consumer: ConsumerCredential
  private let stamp = Stamp(timestamp: Instant(secondsSinceEpoch: 1_700_000_000), nonce: "n0nce")

  init() throws {
    endpoint = try Endpoint("https://api.example.com/oauth/x?tenant=1")
    consumer = try ConsumerCredential(key: "c&k", secret: Secret("cs"))
  }

  private func answer(_ body: String, _ status: Int = 200) -> ResponseMessage {
    ResponseMessage(HTTPResponse(status: .init(code: status)), body: Array(body.utf8))
  }

  @Test("§3.1: a consumer has a key, and its secret may be empty")
  func consumers() throws {
    #expect(try refusal { try ConsumerCredential(key: "", secret: Secret("s")) } == .invalidClient)
    let key = try RSAPrivateKey(pem: Secret(SampleKeys.rsa2048))
    #expect(try refusal { try ConsumerCredential(key: "", privateKey: key) } == .invalidClient)
    #expect(try ConsumerCredential(key: "k", secret: Secret("")) != ConsumerCredential(key: "k", secret: Secret("s")))
    #expect(try ConsumerCredential(key: "k", privateKey: key) == ConsumerCredential(key: "k", privateKey: key))
    #expect(try ConsumerCredential(key: "k", privateKey: key) != ConsumerCredential(key: "k", secret: Secret("")))
  }

  // BD5
  @Test("§2.2: a dialect's parameters are filled in, and refused where there is nothing to put into them")
  func placeholders() throws {
    let request = ResourceOwnerAuthorizationRequest(token: Secret("t"))
    let dialect = OAuth1Dialect(authorizationParameters: ["b": "{callback}", "a": "{consumer_key}", "c": "{other}"])
    let callback = try AbsoluteURL("https://app.example/cb?x=1")
    let url = try request.url(at: endpoint, dialect: dialect, consumerKey: "c&k", callback: callback)
    #expect(
      url.text
        == "https://api.example.com/oauth/x?tenant=1&oauth_token=t&a=c%26k&b=https%3A%2F%2Fapp.example%2Fcb%3Fx%3D1&c=%7Bother%7D"
    )
    #expect(try refusal { try request.url(at: endpoint, dialect: dialect, callback: callback) } == .invalidValue)
    #expect(try refusal { try request.url(at: endpoint, dialect: dialect, consumerKey: "ck") } == .invalidValue)
    #expect(try request.url(at: endpoint).text == "https://api.example.com/oauth/x?tenant=1&oauth_token=t")
  }

  @Test(
    "§2.1: the callback is confirmed once, and only with status 200",
    arguments: [200, 201, 204, 206, 400, 401, 403, 302, 429, 500])
  func status(status: Int) throws {
    let response = answer("oauth_token=t&oauth_token_secret=s&oauth_callback_confirmed=true", status)
    let expected: OAuthError.Code? =
      switch status {
      case 200: nil
      case 302: .unexpectedRedirect
      case 429, 500: .serverUnavailable
      default: .authorizationRefused
      }
    #expect(try refusal { try TemporaryCredentialResponse(reading: response) } == expected)
    #expect(try refusal { try TokenCredentialResponse(reading: response) } == expected)
  }

  @Test(
    "§2.1: what confirms the callback is “true” alone",
    arguments: [
      ("true", nil), ("tRuE", nil), ("", .callbackNotConfirmed), ("1", .callbackNotConfirmed),
      ("true ", nil), ("true%20", .callbackNotConfirmed), ("truee", .callbackNotConfirmed),
      ("tru", .callbackNotConfirmed), ("true&oauth_callback_confirmed=true", .duplicateParameter),
      ("%FF", .malformedText),
    ] as [(String, OAuthError.Code?)])
  func confirmation(word: String, code: OAuthError.Code?) throws {
    let response = answer("oauth_token=t&oauth_token_secret=s&oauth_callback_confirmed=\(word)")
    #expect(try refusal { try TemporaryCredentialResponse(reading: response) } == code)
  }

  @Test("a token and its secret are visible characters", arguments: ["%20", "~", "%1F", "%7F", "%C2%80", "%C3%A9"])
  func visible(escape: String) throws {
    let isVisible = escape == "%20" || escape == "~"
    for body in ["oauth_token=t\(escape)&oauth_token_secret=s", "oauth_token=t&oauth_token_secret=s\(escape)"] {
      #expect(
        try refusal { try TokenCredentialResponse(reading: answer(body)) } == (isVisible ? nil : .unexpectedAnswer))
    }
    let url = try AbsoluteURL("https://app.example/cb?oauth_token=t&oauth_verifier=v\(escape)")
    #expect(
      try refusal { try ResourceOwnerAuthorizationCallback(reading: url) } == (isVisible ? nil : .malformedCallback))
  }

  @Test("a number that is typed has up to 512 characters, what is cleaned away not counted")
  func typed() throws {
    let most = String(repeating: "1", count: 512)
    #expect(try TokenCredentialRequest.verifier(typed: most).count == 512)
    #expect(try TokenCredentialRequest.verifier(typed: " \n" + most + "\u{202E}é").count == 512)
    #expect(try refusal { try TokenCredentialRequest.verifier(typed: most + "1") } == .invalidValue)
  }

  @Test("§2.3: a server finds the verifier in the header, the query or the body", arguments: [0, 1, 2])
  func verifier(place: Int) throws {
    var request = RequestMessage(posting: place == 2 ? ["oauth_verifier": "v"] : Form(), to: endpoint)
    if place == 1 { request.appendQuery(["oauth_verifier": "v"]) }
    let signer = RequestSigner(
      consumer: consumer, temporary: TemporaryCredential(token: Secret("t"), secret: Secret("ts")))
    let signed = try signer.sign(request, additional: place == 0 ? ["oauth_verifier": "v"] : Form(), stamp: stamp)
    #expect(try TokenCredentialRequest.verifier(in: SignedRequest(reading: signed), of: signed) == Secret("v"))
    let empty = try signer.sign(RequestMessage(posting: ["oauth_verifier": ""], to: endpoint), stamp: stamp)
    #expect(try TokenCredentialRequest.verifier(in: SignedRequest(reading: empty), of: empty) == nil)
  }

  // BD4
  @Test(
    "§2: the method for credentials is that of the dialect, and the endpoint's own query stays",
    arguments: CredentialMethod.allCases)
  func method(method: CredentialMethod) throws {
    let dialect = OAuth1Dialect(
      sendsVersion: method == .get, credentialMethod: method, temporaryCredentialParameters: ["scope": "a b"])
    let request = try TemporaryCredentialRequest(callback: .outOfBand).request(
      to: endpoint, as: consumer, dialect: dialect, stamp: stamp)
    #expect(request.head.method.rawValue == method.rawValue)
    #expect(request.head.path == (method == .get ? "/oauth/x?tenant=1&scope=a%20b" : "/oauth/x?tenant=1"))
    #expect(request.body == Array((method == .get ? "" : "scope=a+b").utf8))
    let signed = try SignedRequest(reading: request)
    #expect(signed.parameters.contains("oauth_version") == (method == .get) && signed.consumerKey == "c&k")
    #expect(try refusal { try signed.verify(consumerSecret: Secret("cs"), tokenSecret: nil) } == nil)
    #expect(
      try TemporaryCredentialRequest(reading: signed, of: request).additional
        == Form([("tenant", "1"), ("scope", "a b")]))
  }

  @Test("xAuth and reverse auth: each field must be there and say something")
  func requiredFields() throws {
    let complete: [(String, String)] = [
      ("x_auth_mode", "client_auth"), ("x_auth_username", "u"), ("x_auth_password", "p"),
    ]
    let target: [(String, String)] = [("x_reverse_auth_target", "t"), ("x_reverse_auth_parameters", "OAuth x")]
    func signed(_ pairs: [(String, String)]) throws -> (SignedRequest, RequestMessage) {
      let form = Form(pairs.map { (name: $0.0, value: $0.1) })
      let request = try RequestSigner(consumer: consumer).sign(
        RequestMessage(posting: form, to: endpoint), stamp: stamp)
      return (try SignedRequest(reading: request), request)
    }
    let (whole, request) = try signed(complete)
    #expect(try PasswordCredentialRequest(reading: whole, of: request).username == "u")
    for index in 0..<3 {
      for value in ["", nil] {
        var pairs = complete
        if let value { pairs[index].1 = value } else { pairs.remove(at: index) }
        let (read, request) = try signed(pairs)
        #expect(try refusal { try PasswordCredentialRequest(reading: read, of: request) } == .missingParameter)
        guard index < 2 else { continue }
        pairs = target
        if let value { pairs[index].1 = value } else { pairs.remove(at: index) }
        let (grant, other) = try signed(pairs)
        #expect(try refusal { try ReverseAuthGrant(reading: grant, of: other) } == .missingParameter)
      }
    }
    let (twice, other) = try signed(complete + [("x_auth_password", "q")])
    #expect(try refusal { try PasswordCredentialRequest(reading: twice, of: other) } == .duplicateParameter)
    let (none, text) = try signed(target)
    #expect(try refusal { try ReverseAuthGrant(reading: none, of: text) } == .unexpectedAnswer)
  }

  @Test(
    "OAuth Session: a lifetime is a positive number of seconds, and “0” stands for no end",
    arguments: [
      (["oauth_expires_in": "3600"], 3600), (["oauth_token_duration": "60"], 60),
      (["oauth_expires_in": "0", "oauth_token_duration": "60"], 60),
      (["oauth_expires_in": "5", "oauth_token_duration": "60"], 5), (["oauth_expires_in": "0"], nil),
      (["oauth_expires_in": "-1"], nil),
      (["oauth_expires_in": "+1"], nil), (["oauth_expires_in": "1.5"], nil), (["oauth_expires_in": ""], nil),
      ([:], nil),
      (["oauth_expires_in": "9223372036854775807"], .max), (["oauth_expires_in": "9223372036854775808"], nil),
    ] as [(Form, Int64?)])
  func lifetimes(additional: Form, seconds: Int64?) {
    let issued = Instant(secondsSinceEpoch: 1_700_000_000)
    let credential = TokenCredential(token: Secret("t"), secret: Secret("s"), additional: additional, issuedAt: issued)
    #expect(credential.lifetime == seconds && credential.expiresAt == seconds.map { issued + $0 })
    #expect(TokenCredential(token: Secret("t"), secret: Secret("s"), additional: additional).expiresAt == nil)
    #expect(credential.sessionEndsAt == nil && credential.sessionHandle == nil)
    let session = TokenCredential(
      token: Secret("t"), secret: Secret("s"),
      additional: ["oauth_authorization_expires_in": "60", "oauth_session_handle": ""], issuedAt: issued)
    #expect(session.sessionEndsAt == issued + 60 && session.lifetime == nil && session.sessionHandle == nil)
  }

  @Test("a credential for renewal has a handle that says something")
  func handles() throws {
    let empty = TokenCredential(token: Secret("t"), secret: Secret("s"), additional: ["oauth_session_handle": ""])
    #expect(try refusal { try SessionRenewalRequest(empty) } == .signInNeeded)
    let whole = TokenCredential(token: Secret("t"), secret: Secret("s"), additional: ["oauth_session_handle": "h"])
    #expect(try SessionRenewalRequest(whole).handle == Secret("h"))
  }

  @Test(
    "a sign-out is confirmed by 200 to 299",
    arguments: [
      (199, OAuthError.Code.tokenRefused), (200, nil), (299, nil), (400, .tokenRefused), (404, .tokenRefused),
    ] as [(Int, OAuthError.Code?)])
  func invalidated(status: Int, code: OAuthError.Code?) throws {
    #expect(try refusal { try TokenInvalidationRequest.confirm(answer("", status)) } == code)
  }
}

@Suite("RFC 5849 §3.4.2 to §3.4.4: keys and the signatures they accept")
struct KeyBoundaryTests {
  private let text = Array("GET&u&a%3D1".utf8)

  @Test("§3.4.4: PLAINTEXT is both secrets, encoded, with “&” between them even where one is empty")
  func plaintext() throws {
    for (consumer, token, expected) in [
      ("", nil, "&"), ("", "", "&"), ("c", nil, "c&"), ("", "t", "&t"), ("c&", "t/", "c%26&t%2F"),
      ("é", "~", "%C3%A9&~"),
    ] as [(String, String?, String)] {
      var request = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/"))
      let encoded = PercentEncoding.encode(expected)
      request.head.headerFields[.authorization] =
        "OAuth oauth_consumer_key=\"k\", oauth_signature_method=\"PLAINTEXT\", oauth_signature=\"\(encoded)\""
      let signed = try SignedRequest(reading: request)
      #expect(
        try refusal { try signed.verify(consumerSecret: Secret(consumer), tokenSecret: token.map { Secret($0) }) }
          == nil
      )
      #expect(
        try refusal { try signed.verify(consumerSecret: Secret(consumer + "x"), tokenSecret: token.map { Secret($0) }) }
          == .signatureMismatch)
    }
  }

  @Test(
    "§3.4.3: one text stands for a signature, and the private key checks as the public one does",
    arguments: [SignatureMethod.rsaSHA1, .rsaSHA256, .rsaSHA512])
  func oneText(method: SignatureMethod) throws {
    let key = try RSAPrivateKey(pem: Secret(SampleKeys.rsa2048))
    let (own, open) = (try SignatureKey(method, privateKey: key), try SignatureKey(method, publicKey: key.publicKey))
    var request = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/"))
    let signer = RequestSigner(
      consumer: try ConsumerCredential(key: "k", privateKey: key), dialect: OAuth1Dialect(signatureMethod: method))
    request = try signer.sign(request, stamp: Stamp(timestamp: Instant(secondsSinceEpoch: 1), nonce: "n"))
    let signed = try SignedRequest(reading: request)
    #expect(try refusal { try signed.verify(with: own) } == nil && refusal { try signed.verify(with: open) } == nil)
    let header = try #require(request.head.headerFields[.authorization])
    for (part, other) in [
      ("%3D\"", "\""), ("%3D\"", "%3D%3D\""), ("%3D\"", "%3D%0A\""), ("oauth_signature=\"", "oauth_signature=\"%20"),
    ] {
      request.head.headerFields[.authorization] = header.replacing(part, with: other)
      #expect(try refusal { try SignedRequest(reading: request).verify(with: open) } == .signatureMismatch, "\(other)")
    }
    // The method is what the request says: a key for another one is another key.
    for other in [SignatureMethod.rsaSHA1, .rsaSHA256, .rsaSHA512] where other != method {
      #expect(
        try refusal { try signed.verify(with: SignatureKey(other, publicKey: key.publicKey)) } == .signatureMismatch)
    }
  }

  @Test("a private key shows its length and nothing else, and is equal to itself alone")
  func privateKeys() throws {
    let key = try RSAPrivateKey(pem: Secret(SampleKeys.rsa2048))
    #expect("\(key)".contains("2048") && Mirror(reflecting: key).children.isEmpty)
    #expect(
      try key == RSAPrivateKey(pem: Secret(SampleKeys.rsa2048)) && key.publicKey == RSAPublicKey(pem: key.publicKey.pem)
    )
    #expect(try refusal { try RSAPublicKey(pem: SampleKeys.rsa2048) } == .unsupportedKey)
    #expect(try refusal { try RSAPrivateKey(pem: Secret(key.publicKey.pem)) } == .unsupportedKey)
    #expect(
      try refusal { try RSAPrivateKey(pem: Secret(SampleKeys.rsa2048.replacing("MIIEvw", with: "MIIEvx"))) }
        == .unsupportedKey)
    #expect(try refusal { try RSAPrivateKey(pem: Secret(SampleKeys.rsa2048 + "\n")) } == nil)
  }
}
