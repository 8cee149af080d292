import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 9101: signed request objects")
struct RequestObjectTests {
  private static let issuer: Issuer = "https://server.example.com"
  private static let now = Instant(secondsSinceEpoch: 1_625_869_600)

  private let key: JSONWebKey
  private let keys: JSONWebKeySet

  init() throws {
    key = try JSONWebKey.generate(for: .es256, keyID: "1")
    keys = try JSONWebKeySet([try #require(key.publicKey)])
  }

  private func verify(
    _ text: Secret, from clientID: ClientID = "s6BhdRkqt3", to issuer: Issuer = issuer, by keys: JSONWebKeySet? = nil,
    allowing algorithms: Set<SignatureAlgorithm> = [.es256, .rs256], at now: Instant = now,
    decryption: TokenDecryption? = nil
  ) throws -> RequestObject {
    try RequestObject(
      verifying: text, verifiedBy: keys ?? self.keys, allowing: algorithms, from: clientID, to: issuer,
      decryption: decryption, at: now)
  }

  /// An object with some of its claims, or its type, set otherwise.
  private func signed(
    type: String? = RequestObject.type, _ change: (inout JSON.Object) -> Void = { _ in }
  ) throws -> Secret {
    var claims = try #require(
      JSON(dictionaryLiteral: ("iss", "s6BhdRkqt3"), ("aud", "https://server.example.com"), ("client_id", "s6BhdRkqt3"))
        .object)
    claims["exp"] = JSON((Self.now + 300).secondsSinceEpoch)
    claims["response_type"] = "code"
    claims["redirect_uri"] = "https://client.example.org/cb"
    change(&claims)
    return try JSONWebSignature.sign(JSON.object(claims).encoded(), type: type, with: key, algorithm: .es256)
  }

  @Test(
    "the examples of RFC 9101 §4 and RFC 9126 §3 are verified, and their parameters are a request", arguments: [0, 2])
  func published(index: Int) throws {
    let vector = try VectorFile.read("request_objects", as: RequestObjectVectors.self).cases[index]
    let key = try #require(vector.key)
    let keys = try JSONWebKeySet([
      JSONWebKey(
        try #require(
          JSON(
            dictionaryLiteral: ("kty", "RSA"), ("kid", .string(key.kid)), ("n", .string(key.n)),
            ("e", .string(key.e))
          ).object))
    ])
    let object = try verify(Secret(try #require(vector.jwt)), by: keys)
    let request = try AuthorizationRequest(reading: object.parameters, allowing: [.code, .codeAndIDToken])
    #expect(request.clientID == "s6BhdRkqt3")
    #expect(request.state == Secret("af0ifjsldkj"))
    #expect(request.redirectURI.text == "https://client.example.org/cb")
    #expect(request.responseType == (index == 0 ? .codeAndIDToken : .code))
    #expect(try object.parameters.text(of: "max_age") == (index == 0 ? "86400" : nil))
    #expect(request.codeChallenge?.text == (index == 2 ? "K2-ltc83acc4h0c9w6ESC_rEMTJ3bww-uCHaoeK1t8U" : nil))
  }

  @Test("what a client signs is what a server verifies, structured and repeated parameters included")
  func bothDirections() throws {
    var parameters: Form = [
      "response_type": "code", "client_id": "s6BhdRkqt3", "redirect_uri": "https://client.example.org/cb",
      "scope": "openid é", "max_age": "10", "claims": #"{"id_token":{"acr":null}}"#,
      "authorization_details": #"[{"type":"account"}]"#,
    ]
    for resource in ["https://a.example", "https://b.example"] { parameters.append("resource", resource) }
    let text = try RequestObject(parameters).sign(
      for: Self.issuer, id: "j", at: Self.now, with: key, by: .es256)
    #expect(try verify(text).parameters.values(of: "resource").count == 2)
    let read = try verify(text).parameters
    for field in parameters.fields { #expect(read.fields.contains(field)) }
    #expect(read.fields.count == parameters.fields.count)
    let header = try JSONWebSignature(compact: text.exposedBytes).header
    #expect(header.type == "oauth-authz-req+jwt")
    let claims = try JSONWebTokenClaims(decoding: JSONWebSignature(compact: text.exposedBytes).unverifiedPayload)
    #expect(claims["max_age"] == 10 && claims["claims"]?.object != nil && claims["authorization_details"]?.array != nil)
    #expect(claims.tokenID == "j")
  }

  @Test("9101-1, §5: the request travels as it is, as an object or as a reference, and never as two of them")
  func parameters() throws {
    func read(_ text: String) throws -> AuthorizationParameters {
      try AuthorizationParameters(reading: Form(decoding: text))
    }
    let plain = try read("client_id=c&scope=a")
    #expect(plain == .plain(["client_id": "c", "scope": "a"]))
    let object = try read("client_id=c&request=e.e.s&scope=ignored")
    #expect(object == .object(Secret("e.e.s"), clientID: "c"))
    let reference = try read("client_id=c&request_uri=urn:x")
    #expect(reference == .reference("urn:x", clientID: "c"))
    for way in [plain, object, reference] { #expect(try AuthorizationParameters(reading: way.form) == way) }
    #expect(try refusal { try read("client_id=c&request=e.e.s&request_uri=urn:x") } == .malformedRequestObject)
    #expect(try refusal { try read("request=e.e.s") } == .malformedRequestObject)
    #expect(try refusal { try read("request_uri=urn:x") } == .malformedRequestObject)
    #expect(try refusal { try read("client_id=c&request=a&request=b") } == .duplicateParameter)
  }

  @Test("§5: what the client shows to the user is what the server reads")
  func url() throws {
    let object = AuthorizationParameters.object(Secret("e.e.s"), clientID: "c")
    let additional: Form = ["response_type": "code", "scope": "openid"]
    let url = try object.url(at: Endpoint("https://server.example.com/authorize?tenant=1"), adding: additional)
    #expect(
      url.text
        == "https://server.example.com/authorize?tenant=1&client_id=c&request=e.e.s&response_type=code&scope=openid")
    #expect(try AuthorizationParameters(reading: Form(decoding: url.query ?? "")) == object)
    for query in ["client_id=evil", "request=x.y.z"] {
      let injecting = try Endpoint("https://server.example.com/authorize?\(query)")
      #expect(try refusal { try object.url(at: injecting) } == .duplicateParameter)
    }
    #expect(
      try refusal { try object.url(at: Endpoint("https://server.example.com/"), adding: ["client_id": "c"]) }
        == .duplicateParameter)
  }

  @Test("9101-3, §4: no request inside a request, and a client inside", arguments: ["request", "request_uri"])
  func nested(name: String) throws {
    #expect(try refusal { try RequestObject(["client_id": "c"]) } == nil)
    #expect(try refusal { try RequestObject(["client_id": "c", name: "x"]) } == .malformedRequestObject)
    #expect(try refusal { try RequestObject(["scope": "a"]) } == .malformedRequestObject)
    let text = try signed { $0[name] = "x" }
    #expect(try refusal { try verify(text) } == .malformedRequestObject)
  }

  @Test("§5 and §6.3: the client outside, inside and in “iss” is one")
  func client() throws {
    let good = try signed()
    #expect(try refusal { try verify(good) } == nil)
    #expect(try refusal { try verify(good, from: "another") } == .foreignRequestObject)
    for name in ["iss", "client_id"] {
      let other = try signed { $0[name] = "another" }
      #expect(try refusal { try verify(other) } == .foreignRequestObject)
      let none = try signed { $0[name] = nil }
      #expect(try refusal { try verify(none) } == .foreignRequestObject)
      let number = try signed { $0[name] = 7 }
      #expect(try refusal { try verify(number) } == .malformedJOSE)
    }
  }

  @Test("§4: an object for another server is refused")
  func audience() throws {
    #expect(
      try refusal { try verify(signed { $0["aud"] = ["https://b.example", "https://server.example.com"] }) } == nil)
    for audience in ["https://server.example.com/", "https://b.example", nil] as [JSON?] {
      #expect(try refusal { try verify(signed { $0["aud"] = audience }) } == .foreignRequestObject)
    }
  }

  @Test("§10.8: what could be used as a client assertion, or is of another type, is refused")
  func crossUse() throws {
    #expect(try refusal { try verify(signed { $0["sub"] = "s6BhdRkqt3" }) } == .malformedRequestObject)
    #expect(try refusal { try verify(signed { $0["sub"] = "jane" }) } == nil)
    for type in ["JWT", "application/OAuth-Authz-Req+JWT", nil] {
      #expect(try refusal { try verify(signed(type: type)) } == nil)
    }
    for type in ["at+jwt", "dpop+jwt", "logout+jwt", ""] {
      #expect(try refusal { try verify(signed(type: type)) } == .malformedRequestObject)
    }
  }

  @Test("an object is good from its first to its last second, a minute of tolerance included")
  func time() throws {
    let text = try signed {
      $0["nbf"] = JSON(Self.now.secondsSinceEpoch)
      $0["iat"] = JSON(Self.now.secondsSinceEpoch)
    }
    #expect(try refusal { try verify(text, at: Self.now + 359) } == nil)
    #expect(try refusal { try verify(text, at: Self.now + 360) } == .expiredRequestObject)
    #expect(try refusal { try verify(text, at: Self.now + -60) } == nil)
    #expect(try refusal { try verify(text, at: Self.now + -61) } == .expiredRequestObject)
    #expect(try refusal { try verify(signed { $0["exp"] = "soon" }) } == .malformedJOSE)
    #expect(try refusal { try verify(signed { $0["exp"] = nil }) } == nil)
  }

  @Test("§6.2: another key, another algorithm, no signature: refused")
  func signature() throws {
    let text = try signed()
    let other = try JSONWebKeySet([try #require(JSONWebKey.generate(for: .es256, keyID: "1").publicKey)])
    #expect(try refusal { try verify(text, by: other) } == .tokenSignatureMismatch)
    #expect(try refusal { try verify(text, allowing: [.rs256]) } == .unsupportedAlgorithm)
    let parts = text.exposedText.split(separator: ".").map(String.init)
    let none = Secret([Base64.url.encodedText(Array(#"{"alg":"none"}"#.utf8)), parts[1], ""].joined(separator: "."))
    #expect(try refusal { try verify(none) } == .unsupportedAlgorithm)
  }

  @Test("a member that is no parameter is refused", arguments: [.null, true, ["a"], [:]] as [JSON])
  func members(value: JSON) throws {
    #expect(try refusal { try verify(signed { $0["scope"] = value }) } == .malformedRequestObject)
    #expect(try refusal { try verify(signed { $0["resource"] = [1] }) } == .malformedRequestObject)
    #expect(try refusal { try verify(signed { $0["resource"] = [] }) } == .malformedRequestObject)
  }

  @Test(
    "parameters that would overwrite what the object says of itself are not signed", arguments: ["iss", "aud", "exp"])
  func registered(name: String) throws {
    let object = try RequestObject(["client_id": "c", name: "x"])
    #expect(
      try refusal { try object.sign(for: Self.issuer, id: nil, at: Self.now, with: key, by: .es256) }
        == .malformedRequestObject)
    let twice = try RequestObject(
      Form([(name: "client_id", value: "c"), (name: "scope", value: "a"), (name: "scope", value: "b")]))
    #expect(
      try refusal { try twice.sign(for: Self.issuer, id: nil, at: Self.now, with: key, by: .es256) }
        == .duplicateParameter)
  }

  @Test("§4: signed, then encrypted for the server")
  func encrypted() throws {
    let shared = JSONWebKey(sharedSecret: Secret([UInt8](repeating: 7, count: 16)))
    let text = try RequestObject(["client_id": "s6BhdRkqt3", "scope": "a"]).sign(
      for: Self.issuer, id: nil, at: Self.now, with: key, by: .es256,
      encryption: TokenEncryption(key: shared, algorithm: .a128KW, encryption: .a128GCM))
    let decryption = TokenDecryption(keys: [shared], algorithms: [.a128KW], encryptions: [.a128GCM])
    #expect(try verify(text, decryption: decryption).parameters.text(of: "scope") == "a")
    #expect(try refusal { try verify(text) } == .unsupportedAlgorithm)
    #expect(try refusal { try verify(signed(), decryption: decryption) } == .unsupportedAlgorithm)
  }
}

/// `request_objects.json`.
struct RequestObjectVectors: Decodable {
  struct Key: Decodable {
    let kid: String
    let n: String
    let e: String
  }
  struct Case: Decodable {
    let id: String
    let jwt: String?
    let key: Key?
  }
  let cases: [Case]
}
