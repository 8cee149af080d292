import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7636: proof key for code exchange")
struct CodeChallengeTests {
  struct Vectors: Decodable {
    struct Pair: Decodable {
      let octets: [UInt8]?
      let verifier: String
      let method: String
      let challenge: String
    }
    struct Invalid: Decodable {
      let verifier: String
      let why: String
    }
    let pairs: [Pair]
    let invalid_verifiers: [Invalid]
    let server_reject: [Pair]
  }

  private let vectors: Vectors

  init() throws {
    vectors = try VectorFile.read("pkce", as: Vectors.self)
  }

  @Test("7636-2, 7636-5, §4.2: every published verifier gives its challenge, and meets it")
  func pairs() throws {
    let pairs = vectors.pairs.filter { $0.method == "S256" }
    #expect(pairs.count == 5)
    for pair in pairs {
      let verifier = try CodeVerifier(Secret(pair.verifier))
      #expect(CodeChallenge(of: verifier).text == pair.challenge)
      #expect(try CodeChallenge(pair.challenge, method: "S256").isMet(by: verifier))
      if let octets = pair.octets { #expect(Base64.url.encodedText(octets) == pair.verifier) }
    }
  }

  @Test("§7.2: \"plain\" is refused, said or unsaid")
  func plain() throws {
    let pairs = vectors.pairs.filter { $0.method == "plain" }
    #expect(pairs.count == 1)
    for pair in pairs {
      #expect(try refusal { try CodeChallenge(pair.challenge, method: "plain") } == .invalidValue)
      #expect(try refusal { try CodeChallenge(pair.challenge, method: nil) } == .invalidValue)
      #expect(try refusal { try CodeChallenge(pair.challenge, method: "s256") } == .invalidValue)
    }
  }

  /// RFC 7636 Appendix B; the digits are those of `printf VERIFIER | sha256sum`.
  @Test(
    "§4.2: an entry names another form, which has its own name on the wire and is met by its own verifier alone",
    arguments: [
      (.s256, "S256", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
      (.plain, "plain", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
      (.hexadecimal, "S256", "13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3"),
    ] as [(CodeChallengeForm, String, String)])
  func forms(form: CodeChallengeForm, method: String, text: String) throws {
    let verifier = try CodeVerifier(Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    let challenge = CodeChallenge(of: verifier, form: form)
    #expect(challenge.text == text && challenge.form.method == method)
    #expect(try CodeChallenge(text, method: method, form: form).isMet(by: verifier))
    let other = try CodeVerifier(Secret("eBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    #expect(!challenge.isMet(by: other))
    // RFC 7636 §7.2: no server falls back to another form.
    for wanted in CodeChallengeForm.allCases where wanted != form {
      #expect(try refusal { try CodeChallenge(text, method: method, form: wanted) } == .invalidValue)
    }
  }

  @Test("§4.1: every published verifier that is none is refused")
  func invalid() throws {
    #expect(vectors.invalid_verifiers.count == 7)
    for vector in vectors.invalid_verifiers {
      #expect(try refusal { try CodeVerifier(Secret(vector.verifier)) } == .invalidValue, "\(vector.why)")
    }
  }

  @Test("§4.1: a verifier of 43 and of 128 characters is accepted", arguments: [43, 128])
  func lengths(count: Int) throws {
    let text = String(repeating: "~", count: count)
    #expect(try CodeVerifier(Secret(text)).secret == Secret(text))
  }

  @Test("7636-8, §4.6: a verifier that does not give the challenge does not meet it")
  func rejected() throws {
    #expect(vectors.server_reject.count == 2)
    for vector in vectors.server_reject {
      let challenge = try CodeChallenge(vector.challenge, method: vector.method)
      #expect(try !challenge.isMet(by: CodeVerifier(Secret(vector.verifier))))
    }
  }

  @Test(
    "a challenge that is no SHA-256 is refused",
    arguments: [
      "", "AAAA", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM=", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cN",
    ])
  func malformedChallenge(text: String) throws {
    #expect(try refusal { try CodeChallenge(text, method: "S256") } == .invalidValue)
  }

  @Test("§7.1: a drawn verifier has 256 bits, and no two are alike")
  func drawn() {
    var random = SystemRandomNumberGenerator()
    let verifiers = (0..<100).map { _ in CodeVerifier(using: &random).secret.exposedText }
    #expect(Set(verifiers).count == 100)
    for verifier in verifiers { #expect(verifier.utf8.count == 43 && verifier.utf8.allSatisfy { $0.isUnreserved }) }
  }
}
