import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("JWT Secured Authorization Response Mode §2")
struct SecuredResponseTests {
  private static let issuer: Issuer = "https://accounts.example.com"
  private static let now = Instant(secondsSinceEpoch: 1_311_281_000)

  private let key: JSONWebKey
  private let keys: JSONWebKeySet
  private let callback = AuthorizationCallback(
    .code(Secret("PyyFaux2o7Q0YfXBU32jhw.5FXSQpvr8akv9CeRDSd0QA")), state: Secret("S8NJ7uqk5fY4EjNvP"), issuer: issuer)

  init() throws {
    key = try JSONWebKey.generate(for: .es256, keyID: "1")
    keys = try JSONWebKeySet([try #require(key.publicKey)])
  }

  private func verify(
    _ form: Form, from issuer: Issuer = issuer, to clientID: ClientID = "s6BhdRkqt3", at now: Instant = now,
    decryption: TokenDecryption? = nil
  ) throws -> AuthorizationCallback {
    let parameters = try SecuredResponse(reading: form, decryption: decryption)
      .parameters(from: issuer, to: clientID, verifiedBy: keys, allowing: [.es256], at: now)
    return try AuthorizationCallback(reading: parameters)
  }

  private func answer(_ change: (inout JSON.Object) -> Void = { _ in }) throws -> Form {
    var claims = JSON.Object()
    claims["iss"] = .string(Self.issuer.text)
    claims["aud"] = "s6BhdRkqt3"
    claims["exp"] = JSON((Self.now + 600).secondsSinceEpoch)
    claims["code"] = "A"
    claims["state"] = "S"
    change(&claims)
    let text = try JSONWebSignature.sign(JSON.object(claims).encoded(), with: key, algorithm: .es256)
    return ["response": text.exposedText]
  }

  @Test("what a server signs is what a client verifies, in a query, a fragment or a posted form")
  func bothDirections() throws {
    let form = try SecuredResponse.sign(
      callback, from: Self.issuer, to: "s6BhdRkqt3", at: Self.now, with: key, by: .es256)
    #expect(try verify(form) == callback)
    #expect(try SecuredResponse(reading: form).unverifiedState == callback.state)
    #expect(form.fields.map(\.name) == [Array("response".utf8)])
    let refused = AuthorizationCallback(
      .refused(ProviderRefusal(error: "access_denied", description: "No")), state: Secret("S"), issuer: Self.issuer)
    let second = try SecuredResponse.sign(
      refused, from: Self.issuer, to: "s6BhdRkqt3", at: Self.now, with: key, by: .es256)
    #expect(try verify(second) == refused)
  }

  @Test("§2.3.1: the example, as far as it goes without its key")
  func example() throws {
    let vectors = try VectorFile.read("request_objects", as: RequestObjectVectors.self)
    let vector = try #require(vectors.cases.first { $0.id == "jarm-2.3.1-code" })
    let form: Form = ["response": try #require(vector.jwt)]
    #expect(
      try SecuredResponse(reading: form).unverifiedState == Secret("S8NJ7uqk5fY4EjNvP_G_FtyJu6pUsvH9jsYni9dMAJw"))
    #expect(try refusal { try verify(form) } == .unknownKey)
  }

  @Test("JARM-1, §2.4: issuer, audience, expiry and signature are checked in this order, and nothing comes out before")
  func order() throws {
    let other = try JSONWebKey.generate(for: .es256, keyID: "1")
    /// Wrong in everything, then in one thing less each time.
    func code(_ repaired: [String]) throws -> OAuthError.Code? {
      var claims = JSON.Object()
      claims["iss"] = repaired.contains("iss") ? .string(Self.issuer.text) : "https://evil.example"
      claims["aud"] = repaired.contains("aud") ? "s6BhdRkqt3" : "another"
      claims["exp"] = JSON((Self.now + (repaired.contains("exp") ? 600 : -600)).secondsSinceEpoch)
      claims["code"] = "A"
      let signer = repaired.contains("signature") ? key : other
      let text = try JSONWebSignature.sign(JSON.object(claims).encoded(), with: signer, algorithm: .es256)
      return try refusal { try verify(["response": text.exposedText]) }
    }
    #expect(try code([]) == .issuerMismatch)
    #expect(try code(["iss"]) == .audienceMismatch)
    #expect(try code(["iss", "aud"]) == .expiredCallback)
    #expect(try code(["iss", "aud", "exp"]) == .tokenSignatureMismatch)
    #expect(try code(["iss", "aud", "exp", "signature"]) == nil)
  }

  @Test("an issuer or audience that is near, missing or one of several is refused")
  func foreign() throws {
    #expect(try refusal { try verify(answer()) } == nil)
    #expect(try refusal { try verify(answer { $0["aud"] = ["s6BhdRkqt3"] }) } == nil)
    #expect(try refusal { try verify(answer { $0["aud"] = ["s6BhdRkqt3", "b"] }) } == .audienceMismatch)
    #expect(try refusal { try verify(answer { $0["aud"] = nil }) } == .audienceMismatch)
    #expect(try refusal { try verify(answer { $0["iss"] = nil }) } == .issuerMismatch)
    #expect(try refusal { try verify(answer { $0["iss"] = "https://accounts.example.com/" }) } == .issuerMismatch)
    #expect(try refusal { try verify(answer { $0["exp"] = nil }) } == .malformedCallback)
    #expect(try refusal { try verify(answer { $0["exp"] = "soon" }) } == .malformedJOSE)
  }

  @Test("an answer is good to its last second, a minute of tolerance included")
  func expiry() throws {
    let form = try answer()
    #expect(try refusal { try verify(form, at: Self.now + 659) } == nil)
    #expect(try refusal { try verify(form, at: Self.now + 660) } == .expiredCallback)
  }

  @Test("no signature, no answer: “none” is refused, and so is a bare answer, or one next to the signed one")
  func unsigned() throws {
    let parts = try answer().text(of: "response").map { $0.split(separator: ".").map(String.init) } ?? []
    let none = [Base64.url.encodedText(Array(#"{"alg":"none"}"#.utf8)), parts[1], ""].joined(separator: ".")
    #expect(try refusal { try verify(["response": none]) } == .unsupportedAlgorithm)
    #expect(try refusal { try verify(["code": "A", "state": "S"]) } == .malformedCallback)
    for name in ["code", "error", "id_token", "access_token", "state"] {
      var form = try answer()
      form.append(name, "x")
      #expect(try refusal { try verify(form) } == .malformedCallback)
    }
    var twice = try answer()
    twice.append("response", "x")
    #expect(try refusal { try verify(twice) } == .duplicateParameter)
  }

  @Test("what is inside must be an answer: an access token is refused there too, what is no text is left out")
  func inside() throws {
    #expect(try refusal { try verify(answer { $0["access_token"] = "T" }) } == .malformedCallback)
    #expect(try refusal { try verify(answer { $0["error"] = "x" }) } == .malformedCallback)
    #expect(try refusal { try verify(answer { $0["session"] = ["a": 1] }) } == nil)
    #expect(try refusal { try verify(answer { $0["expires_in"] = 7 }) } == nil)
  }

  @Test("§2.2: signed, then encrypted; without encryption where it was registered, refused")
  func encrypted() throws {
    let shared = JSONWebKey(sharedSecret: Secret([UInt8](repeating: 7, count: 32)))
    let form = try SecuredResponse.sign(
      callback, from: Self.issuer, to: "s6BhdRkqt3", at: Self.now, with: key, by: .es256,
      encryption: TokenEncryption(key: shared, algorithm: .direct, encryption: .a128CBCHS256))
    let decryption = TokenDecryption(keys: [shared], algorithms: [.direct], encryptions: [.a128CBCHS256])
    #expect(try verify(form, decryption: decryption) == callback)
    #expect(try refusal { try verify(answer(), decryption: decryption) } == .unsupportedAlgorithm)
    #expect(try refusal { try verify(form) } == .unsupportedAlgorithm)
  }
}
