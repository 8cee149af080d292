import Crypto
import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

/// A client with a key, a server that knows its public part, and the time.
struct AssertionParties {
  let key: JSONWebKey
  let keys: JSONWebKeySet
  let issuer: Issuer = "https://as.example"
  let endpoint: Endpoint
  let now = Instant(secondsSinceEpoch: 1_700_000_000)
  var random = SeededGenerator()

  init(_ algorithm: SignatureAlgorithm = .es256) throws {
    key = try JSONWebKey.generate(for: algorithm)
    keys = try JSONWebKeySet([#require(key.publicKey)])
    endpoint = try Endpoint("https://as.example/token")
  }

  /// A JWT of any claims, those of a good assertion being there unless changed.
  func assertion(
    _ changes: [String: JSON?] = [:], type: String? = nil, by algorithm: SignatureAlgorithm = .es256,
    key other: JSONWebKey? = nil
  ) throws -> Secret {
    var claims = JSON.Object()
    for name in ["iss", "sub"] { claims[name] = "client" }
    claims["aud"] = .string(issuer.text)
    claims["iat"] = JSON(now.secondsSinceEpoch)
    claims["exp"] = JSON((now + 60).secondsSinceEpoch)
    claims["jti"] = "1"
    for (name, value) in changes { claims[name] = value }
    return try JSONWebSignature.sign(
      JSON.object(claims).encoded(), type: type, with: other ?? key, algorithm: algorithm)
  }

  func request(_ jwt: Secret, also: Form = Form()) -> RequestMessage {
    var form = also
    form.append("client_assertion_type", ClientAssertion.type)
    form.append("client_assertion", jwt)
    return RequestMessage(posting: form, to: endpoint)
  }

  func proof(_ jwt: Secret, at time: Instant? = nil) throws -> VerifiedAssertion {
    let assertion = try #require(try ClientCredentials(reading: request(jwt)).assertion)
    return try assertion.proof(by: keys, allowing: [.es256], to: issuer, at: time ?? now)
  }
}

/// A key on a chip, which signs or fails.
private struct Chip: ExternalSigningKey {
  struct Locked: Error {}

  let publicKey: JSONWebKey
  var failure: (any Error)?
  private let own: P256.Signing.PrivateKey

  init(keyID: String) throws {
    own = P256.Signing.PrivateKey()
    let point = own.publicKey.rawRepresentation
    var members = JSON.Object()
    members["kty"] = "EC"
    members["crv"] = "P-256"
    members["x"] = .string(Base64.url.encodedText(Array(point.prefix(32))))
    members["y"] = .string(Base64.url.encodedText(Array(point.suffix(32))))
    members["kid"] = .string(keyID)
    publicKey = try JSONWebKey(members)
  }

  func signature(of bytes: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
    if let failure { throw failure }
    return Array(try own.signature(for: bytes).rawRepresentation)
  }
}

/// What shows its private key as the public half.
private struct Confused: ExternalSigningKey {
  let publicKey: JSONWebKey
  func signature(of bytes: [UInt8], algorithm: SignatureAlgorithm) -> [UInt8] { [] }
}

@Suite("RFC 7523 §2.2: a client authenticates by a JWT")
struct ClientAssertionTests {
  @Test(
    "private_key_jwt: what a client sends is what a server verifies",
    arguments: [SignatureAlgorithm.es256, .es384, .es512, .edDSA, .rs256, .ps256])
  func privateKey(algorithm: SignatureAlgorithm) throws {
    var parties = try AssertionParties(algorithm)
    let client = try Client(id: "client", key: parties.key)
    let request = try client.asserting(to: parties.issuer, at: parties.now, using: &parties.random)
      .request(posting: ["grant_type": "client_credentials"], to: parties.endpoint)
    let credentials = try ClientCredentials(reading: request)
    #expect(credentials.id == "client" && credentials.method == .privateKeyJWT && credentials.secret == nil)
    let verified = try #require(credentials.assertion)
      .proof(by: parties.keys, allowing: [algorithm], to: parties.issuer, at: parties.now)
    #expect(verified.issuer == "client" && verified.subject == "client")
  }

  @Test("private_key_jwt: a key that stays in its keystore signs, under the name that its public half has")
  func keystore() throws {
    var parties = try AssertionParties()
    let chip = try Chip(keyID: "chip")
    let client = try Client(id: "client", key: chip, named: "one")
    #expect(client.key == nil && client.authentication == .privateKeyJWT)
    let request = try client.asserting(to: parties.issuer, at: parties.now, using: &parties.random)
      .request(posting: ["grant_type": "client_credentials"], to: parties.endpoint)
    let assertion = try #require(try ClientCredentials(reading: request).assertion)
    let verified = try assertion.proof(
      by: JSONWebKeySet([chip.publicKey]), allowing: [.es256], to: parties.issuer, at: parties.now)
    #expect(verified.subject == "client")
    #expect(try JSONWebSignature(compact: assertion.jwt.exposedBytes).header.keyID == "chip")
    // The key and its name make the client.
    #expect(try client == Client(id: "client", key: chip, named: "one"))
    #expect(try client != Client(id: "client", key: chip, named: "two"))
    #expect(try client != Client(id: "client", key: Chip(keyID: "chip"), named: "one"))
  }

  @Test("a keystore that fails gives its own error, and one without an error of ours does not sign")
  func keystoreFails() throws {
    var parties = try AssertionParties()
    var chip = try Chip(keyID: "chip")
    let locked = OAuthError(
      .storeLocked, message: "It is locked.", rule: .wayleave("a test"), received: .nothing, remedy: "None.")
    for (failure, expected) in [(locked, .storeLocked), (Chip.Locked(), .unsupportedKey)]
      as [(any Error, OAuthError.Code)]
    {
      chip.failure = failure
      let client = try Client(id: "client", key: chip, named: "one")
      let error = #expect(throws: OAuthError.self) {
        try client.asserting(to: parties.issuer, at: parties.now, using: &parties.random)
      }
      #expect(error?.code == expected)
    }
  }

  @Test("a key in a keystore stands for no secret, and must be a public one of two halves")
  func keystoreUnfit() throws {
    let chip = try Chip(keyID: "chip")
    for method in [ClientAuthenticationMethod.basic, .post, .secretJWT] {
      let error = #expect(throws: OAuthError.self) {
        try Client(id: "client", key: chip, named: "one", authentication: method)
      }
      #expect(error?.code == .invalidClient)
    }
    for key in [JSONWebKey(sharedSecret: Secret("0123456789abcdef0123456789abcdef")), try .generate(for: .es256)] {
      let error = #expect(throws: OAuthError.self) {
        try Client(id: "client", key: Confused(publicKey: key), named: "one")
      }
      #expect(error?.code == .invalidClient)
    }
  }

  @Test("client_secret_jwt: the secret makes the code; a secret under 256 bits is refused")
  func sharedSecret() throws {
    var parties = try AssertionParties()
    let secret = Secret("0123456789abcdef0123456789abcdef")
    let client = try Client(id: "client", secret: secret, authentication: .secretJWT)
    let request = try client.asserting(to: parties.issuer, at: parties.now, using: &parties.random)
      .request(posting: Form(), to: parties.endpoint)
    #expect(request.head.headerFields[.authorization] == nil)
    #expect(try request.bodyForm.text(of: "client_secret") == nil)
    let credentials = try ClientCredentials(reading: request)
    #expect(credentials.method == .secretJWT)
    let keys = try JSONWebKeySet([JSONWebKey(sharedSecret: secret)])
    let assertion = try #require(credentials.assertion)
    #expect(
      try refusal { try assertion.proof(by: keys, allowing: [.hs256], to: parties.issuer, at: parties.now) } == nil)
    let other = try JSONWebKeySet([JSONWebKey(sharedSecret: Secret("another secret of thirty-two bytes"))])
    #expect(
      try refusal { try assertion.proof(by: other, allowing: [.hs256], to: parties.issuer, at: parties.now) }
        == .tokenSignatureMismatch)
    let weak = try Client(id: "client", secret: Secret("short"), authentication: .secretJWT)
    #expect(try refusal { try weak.asserting(to: parties.issuer, at: parties.now, using: &parties.random) } == .weakKey)
  }

  @Test("7523-1, 7523-2, 7523-3, FAPI-5: iss and sub are the client, aud is the issuer as one text, for a minute, once")
  func claims() throws {
    var parties = try AssertionParties()
    let client = try Client(id: "client", key: parties.key)
    var identifiers: [String] = []
    for _ in 0..<2 {
      let form = try client.asserting(to: parties.issuer, at: parties.now, using: &parties.random)
        .request(posting: Form(), to: parties.endpoint).bodyForm
      #expect(try form.text(of: "client_assertion_type") == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
      let jwt = try #require(try form.text(of: "client_assertion"))
      let claims = try JSONWebTokenClaims(
        decoding: JSONWebSignature(compact: Array(jwt.utf8)).payload(verifiedBy: parties.key, allowing: [.es256]))
      #expect(claims["iss"] == "client" && claims["sub"] == "client" && claims["aud"] == "https://as.example")
      #expect(claims.issuedAt == parties.now && claims.expiresAt == parties.now + 60)
      identifiers.append(try #require(claims.tokenID))
    }
    #expect(identifiers[0].utf8.count == 22 && identifiers[0] != identifiers[1])
  }

  @Test("7523-4, 2.1-7: the audience is the configured issuer, or what the dialect says for an old server")
  func audience() throws {
    var parties = try AssertionParties()
    let dialect = OAuth2Dialect { $0.request.assertionAudience = "https://as.example/token" }
    let request = try Client(id: "client", key: parties.key)
      .asserting(to: parties.issuer, dialect: dialect, at: parties.now, using: &parties.random)
      .request(posting: Form(), to: parties.endpoint, dialect: dialect)
    let assertion = try #require(try ClientCredentials(reading: request).assertion)
    func code(_ alternatives: [String]) throws -> OAuthError.Code? {
      try refusal {
        try assertion.proof(
          by: parties.keys, allowing: [.es256], to: parties.issuer, alternatives: alternatives, at: parties.now)
      }
    }
    #expect(try code([]) == .clientRefused)
    #expect(try code(["https://as.example/token"]) == nil)
  }

  @Test("7523-5, attack 154: the type may be named; that of another kind of token is refused")
  func type() throws {
    let parties = try AssertionParties()
    for type in [nil, "JWT", "jwt", "client-authentication+jwt", "application/client-authentication+jwt"] {
      #expect(try refusal { try parties.proof(parties.assertion(type: type)) } == nil)
    }
    for type in ["at+jwt", "dpop+jwt", "logout+jwt", "oauth-authz-req+jwt", ""] {
      #expect(try refusal { try parties.proof(parties.assertion(type: type)) } == .clientRefused, "\(type)")
    }
  }

  @Test("§3: an assertion without a claim, for another server, or at another time is refused")
  func refused() throws {
    let parties = try AssertionParties()
    func code(_ changes: [String: JSON?], at time: Instant? = nil) throws -> OAuthError.Code? {
      try refusal { try parties.proof(parties.assertion(changes), at: time) }
    }
    #expect(try code([:]) == nil)
    for name in ["iss", "sub", "aud", "exp", "jti"] {
      #expect(try code([name: nil]) == .clientRefused, "\(name)")
      #expect(try code([name: ""]) != nil, "\(name)")
    }
    #expect(try code(["iat": nil]) == nil)
    #expect(try code(["iss": "other"]) == .clientRefused)
    for audience: JSON in [
      "https://as.example/", "https://AS.example", "https://evil.example", ["https://as.example"],
      ["https://as.example", "https://evil.example"], [],
    ] {
      #expect(try code(["aud": audience]) == .clientRefused, "\(audience)")
    }
    #expect(try code([:], at: parties.now + 119) == nil)
    #expect(try code([:], at: parties.now + 120) == .clientRefused)
    #expect(try code([:], at: parties.now + -60) == nil)
    #expect(try code([:], at: parties.now + -61) == .clientRefused)
    #expect(try code(["nbf": JSON(parties.now.secondsSinceEpoch + 61)]) == .clientRefused)
    #expect(try code(["exp": JSON(parties.now.secondsSinceEpoch + 3660)]) == nil)
    #expect(try code(["exp": JSON(parties.now.secondsSinceEpoch + 3661)]) == .clientRefused)
    #expect(try code(["exp": JSON(Int64.max)]) == .clientRefused)
  }

  @Test(
    "FAPI-9: a time up to 10 seconds ahead is accepted, and one more than 60 seconds ahead is refused",
    arguments: ["iat", "nbf"])
  func ahead(claim: String) throws {
    let parties = try AssertionParties()
    for (seconds, isGood) in [(0, true), (10, true), (61, false), (3600, false)] as [(Int64, Bool)] {
      let assertion = try parties.assertion([claim: JSON((parties.now + seconds).secondsSinceEpoch)])
      #expect(try refusal { try parties.proof(assertion) } == (isGood ? nil : .clientRefused), "\(seconds)")
    }
  }

  @Test("FAPI-6: PS256, ES256 and EdDSA sign, RSA has at least 2048 bits, and none is no algorithm")
  func strongAlgorithms() throws {
    for algorithm in [SignatureAlgorithm.ps256, .es256, .edDSA, .ed25519] {
      var parties = try AssertionParties(algorithm)
      let request = try Client(id: "client", key: parties.key)
        .asserting(to: parties.issuer, at: parties.now, using: &parties.random)
        .request(posting: Form(), to: parties.endpoint)
      let assertion = try #require(try ClientCredentials(reading: request).assertion)
      let proof = try assertion.proof(
        by: parties.keys, allowing: [algorithm], to: parties.issuer, at: parties.now)
      #expect(proof.issuer == "client")
      // Another algorithm than the one that was agreed on is refused.
      #expect(
        try refusal {
          try assertion.proof(by: parties.keys, allowing: [.es384], to: parties.issuer, at: parties.now)
        } == .unsupportedAlgorithm)
    }
    #expect(try refusal { try JSONWebKey.generate(for: .ps256, rsaBits: 2040) } == .weakKey)
    #expect(SignatureAlgorithm(rawValue: "none") == nil)
  }

  @Test("the signature is another's, or of an algorithm that is not allowed: refused")
  func signature() throws {
    let parties = try AssertionParties()
    let stranger = try JSONWebKey.generate(for: .es256, keyID: parties.key.keyID)
    #expect(try refusal { try parties.proof(parties.assertion(key: stranger)) } == .tokenSignatureMismatch)
    let unknown = try JSONWebKey.generate(for: .es256)
    #expect(try refusal { try parties.proof(parties.assertion(key: unknown)) } == .unknownKey)
    let secret = JSONWebKey(sharedSecret: Secret(parties.key.thumbprint), keyID: parties.key.keyID)
    #expect(
      try refusal { try parties.proof(parties.assertion(by: .hs256, key: secret)) } == .unsupportedAlgorithm)
  }

  @Test("6749-8: two ways of authenticating, in the request that is read and in the one that is made, are refused")
  func twoWays() throws {
    var parties = try AssertionParties()
    let jwt = try parties.assertion()
    func code(_ request: RequestMessage) throws -> OAuthError.Code? {
      try refusal { try ClientCredentials(reading: request) }
    }
    #expect(try code(parties.request(jwt, also: ["client_id": "client"])) == nil)
    #expect(try code(parties.request(jwt, also: ["client_id": "other"])) == .clientRefused)
    #expect(try code(parties.request(jwt, also: ["client_secret": "s"])) == .clientRefused)
    var basic = parties.request(jwt)
    basic.head.headerFields[.authorization] = "Basic Y2xpZW50OnM="
    #expect(try code(basic) == .clientRefused)
    #expect(try code(RequestMessage(posting: ["client_assertion": "x"], to: parties.endpoint)) == .clientRefused)
    #expect(
      try code(RequestMessage(posting: ["client_assertion_type": ClientAssertion.type], to: parties.endpoint))
        == .clientRefused)
    #expect(try code(parties.request(Secret("a.b.c"))) == .clientRefused)
    #expect(try code(parties.request(jwt, also: ["client_assertion": "x"])) == .duplicateParameter)
    let client = try Client(id: "client", key: parties.key)
      .asserting(to: parties.issuer, at: parties.now, using: &parties.random)
    for name in ["client_secret", "client_assertion"] {
      var form = Form()
      form.append(name, "x")
      #expect(try refusal { try client.request(posting: form, to: parties.endpoint) } == .invalidClient)
    }
  }

  @Test("a request without its assertion is not made, and a client that needs none comes back as it is")
  func assertionMissing() throws {
    var parties = try AssertionParties()
    let client = try Client(id: "client", key: parties.key)
    #expect(client.authenticationMethod(by: OAuth2Dialect()) == .privateKeyJWT)
    #expect(try refusal { try client.request(posting: Form(), to: parties.endpoint) } == .invalidClient)
    let plain = try Client(id: "client", secret: Secret("s"))
    #expect(try plain.asserting(to: parties.issuer, at: parties.now, using: &parties.random) == plain)
    let dialect = OAuth2Dialect { $0.request.clientAuthentication = .privateKeyJWT }
    #expect(
      try refusal {
        try plain.asserting(to: parties.issuer, dialect: dialect, at: parties.now, using: &parties.random)
      } == .invalidClient)
  }

  @Test("a key that is public, shared or missing makes no client")
  func keys() throws {
    let parties = try AssertionParties()
    #expect(try refusal { try Client(id: "id", key: parties.key) } == nil)
    #expect(try refusal { try Client(id: "id", key: parties.key.publicKey) } == .invalidClient)
    #expect(try refusal { try Client(id: "id", key: JSONWebKey(sharedSecret: Secret("s"))) } == .invalidClient)
    #expect(try refusal { try Client(id: "id", authentication: .privateKeyJWT) } == .invalidClient)
    #expect(try refusal { try Client(id: "id", authentication: .secretJWT) } == .invalidClient)
  }
}

@Suite("RFC 8705 §2: a client authenticates by its certificate")
struct MutualTLSClientTests {
  @Test(
    "8705-1: the client id is always sent, and nothing else of the client",
    arguments: [ClientAuthenticationMethod.tls, .selfSignedTLS])
  func clientID(method: ClientAuthenticationMethod) throws {
    let client = try Client(id: "id", secret: Secret("unused"), authentication: method)
    let request = try client.request(posting: ["a": "b"], to: Endpoint("https://mtls.as.example/token"))
    #expect(request.body == Array("a=b&client_id=id".utf8) && request.head.headerFields[.authorization] == nil)
    let credentials = try ClientCredentials(reading: request)
    #expect(credentials.id == "id" && credentials.method == .publicClient)
    #expect(method.needsCertificate && !method.needsAssertion)
  }
}
