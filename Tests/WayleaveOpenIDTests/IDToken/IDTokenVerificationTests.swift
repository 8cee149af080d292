import Testing
import WayleaveJOSE
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Core §3.1.3.7, rules 1 and 6 to 8: who signed")
struct IDTokenVerificationTests {
  @Test("Appendix A: the examples of the specification are believed")
  func examples() throws {
    let file = try VectorFile.read("oidc_core")
    let keys = try JSONWebKeySet([try JSONWebKey(try #require(file["key"]?.object))])
    let now = Instant(secondsSinceEpoch: 1_311_281_000)
    let cases = try #require(file["id_tokens"]?.array)
    #expect(cases.count == 4)
    for example in cases {
      var requirements = IDTokenRequirements(issuer: "https://server.example.com", clientID: "s6BhdRkqt3")
      requirements.nonce = .exact(Secret("n-0S6_WzA2Mj"))
      requirements.accessToken = Secret("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
      requirements.code = Secret("Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk")
      let text = Secret(try #require(example["id_token"]?.string))
      let token = try IDToken(text, verifiedBy: keys, meeting: requirements, at: now)
      #expect(JSON.object(token.claims.members) == example["claims"])
      #expect(token.text == text)
    }
  }

  @Test(
    "OIDC-4 and 129: the algorithms that are believed are ours to say",
    arguments: [SignatureAlgorithm.es256, .rs256, .ps256, .edDSA, .ed25519])
  func algorithms(algorithm: SignatureAlgorithm) throws {
    var sample = try IDTokenSample(algorithm: algorithm)
    #expect(try sample.refusal() == nil)
    // RS256 is what holds when nothing was agreed.
    sample.requirements.algorithms = IDTokenRequirements(issuer: "a", clientID: "b").algorithms
    #expect(try sample.refusal() == (algorithm == .rs256 ? nil : .unsupportedAlgorithm))
  }

  @Test("OIDC-4: an HMAC is believed with the client secret as its key, and only where that is said")
  func clientSecret() throws {
    let secret = Secret("a client secret of thirty-two bytes or more")
    let key = JSONWebKey(sharedSecret: secret)
    let text = try IDToken.sign(
      subject: "a", from: IDTokenSample.issuer, to: IDTokenSample.clientID, at: IDTokenSample.now, with: key,
      by: .hs256)
    var requirements = IDTokenRequirements(issuer: IDTokenSample.issuer, clientID: IDTokenSample.clientID)
    let keys = try JSONWebKeySet([key])
    #expect(
      try refusal { try IDToken(text, verifiedBy: keys, meeting: requirements, at: IDTokenSample.now) }
        == .unsupportedAlgorithm)
    requirements.algorithms = [.hs256]
    #expect(try IDToken(text, verifiedBy: keys, meeting: requirements, at: IDTokenSample.now).subject == "a")
    // 126: public keys prove no HMAC, whatever is allowed.
    let published = try IDTokenSample().keys
    #expect(
      try refusal { try IDToken(text, verifiedBy: published, meeting: requirements, at: IDTokenSample.now) }
        == .unknownKey)
  }

  @Test("141: a token signed by a key of the same name, of another issuer, is refused")
  func otherKey() throws {
    let sample = try IDTokenSample()
    let text = try IDTokenSample().token()
    #expect(try refusal { try sample.verify(text) } == .tokenSignatureMismatch)
  }

  @Test("an unknown key has an error of its own, as a reason to fetch the keys")
  func unknownKey() throws {
    let sample = try IDTokenSample()
    let other = try JSONWebKey.generate(for: .es256, keyID: "2")
    let text = try IDToken.sign(
      subject: "a", from: IDTokenSample.issuer, to: IDTokenSample.clientID, nonce: IDTokenSample.nonce,
      at: IDTokenSample.now, with: other, by: .es256)
    #expect(try refusal { try sample.verify(text) } == .unknownKey)
  }

  @Test(
    "what is no token is refused, and the first check says so",
    arguments: ["", "a", "a.b.c", "eyJhbGciOiJub25lIn0.e30."])
  func noToken(text: String) throws {
    let sample = try IDTokenSample()
    let verification = IDTokenVerification(
      Secret(text), verifiedBy: sample.keys, meeting: sample.requirements, at: IDTokenSample.now)
    #expect(verification.token == nil)
    if text.hasPrefix("eyJ") {
      // 125: “none” is a token that can be read, without a signer.
      #expect(verification.firstFailure?.check == .issuer)
      #expect(
        verification.reports.contains {
          if case .failed(let error) = $0.verdict { error.code == .unsupportedAlgorithm } else { false }
        })
    } else {
      #expect(verification.reports.map(\.check) == [.form])
      #expect(verification.firstFailure?.error.code == .malformedJOSE)
    }
  }

  @Test("rule 1: a token that was to be encrypted, and is not, is refused; the other way round as well")
  func encryption() throws {
    let sample = try IDTokenSample()
    let decryption = TokenDecryption(keys: [sample.key], algorithms: [.ecdhES], encryptions: [.a256GCM])
    let refused = try refusal {
      try IDToken(
        sample.token(), verifiedBy: sample.keys, meeting: sample.requirements, decryption: decryption,
        at: IDTokenSample.now)
    }
    #expect(refused == .unsupportedAlgorithm)
    #expect(try refusal { try sample.verify(Secret("a.b.c.d.e")) } == .unsupportedAlgorithm)
  }

  @Test("every check reports, in the order of the specification, and names its rule")
  func reports() throws {
    let sample = try IDTokenSample()
    let good = IDTokenVerification(
      try sample.token(), verifiedBy: sample.keys, meeting: sample.requirements, at: IDTokenSample.now)
    #expect(good.reports.map(\.check) == IDTokenCheck.allCases)
    #expect(good.firstFailure == nil && good.token != nil)
    #expect(good.reports.first { $0.check == .codeHash }?.verdict == .notAsked)
    let late = IDTokenVerification(
      try sample.token { $0["nonce"] = "other" }, verifiedBy: sample.keys, meeting: sample.requirements,
      at: IDTokenSample.now + 1000)
    #expect(late.firstFailure?.check == .expiry)
    let failures = late.reports.filter { if case .failed = $0.verdict { true } else { false } }
    #expect(failures.map(\.check) == [.expiry, .issuedAt, .nonce])
    for report in failures {
      guard case .failed(let error) = report.verdict else { continue }
      #expect(error.rule == report.check.rule)
    }
    #expect(Set(IDTokenCheck.allCases.map { "\($0.rule)" }).count > 5)
  }
}
