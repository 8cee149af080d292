import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveOpenID

@Suite("OpenID Connect Core §3.1.3.7, rule 11, §3.1.3.8 and §3.3.2.11: what the token is bound to")
struct IDTokenBindingTests {
  @Test(
    "OIDC-6, 142 and 143: the nonce of this sign-in, and no other",
    arguments: [
      ("nonce-of-this-sign-in", nil), ("nonce-of-another", .idTokenNonce), ("", .idTokenNonce), (nil, .idTokenNonce),
      (7, .idTokenNonce), ("Nonce-of-this-sign-in", .idTokenNonce),
    ] as [(JSON?, OAuthError.Code?)])
  func nonce(written: JSON?, code: OAuthError.Code?) throws {
    #expect(try IDTokenSample().refusal { $0["nonce"] = written } == code)
  }

  @Test("a nonce comes back as its SHA-256 where the caller says so, and only there")
  func hashedNonce() throws {
    var sample = try IDTokenSample()
    sample.requirements.nonce = .hashed(Secret("abc"))
    // FIPS 180-4, the example “abc”.
    let hexadecimal = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try sample.refusal { $0["nonce"] = .string(hexadecimal) } == nil)
    #expect(try sample.refusal { $0["nonce"] = "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0" } == nil)
    #expect(try sample.refusal { $0["nonce"] = "abc" } == .idTokenNonce)
    sample.requirements.nonce = .exact(Secret("abc"))
    #expect(try sample.refusal { $0["nonce"] = .string(hexadecimal) } == .idTokenNonce)
    sample.requirements.nonce = nil
    #expect(try sample.refusal { $0["nonce"] = nil } == nil)
  }

  @Test("147: the half hash has the size of the algorithm's, SHA-512 for Ed25519")
  func halfHashes() throws {
    let cases = try #require(VectorFile.read("oidc_core")["half_hashes"]?.array)
    #expect(cases.count == 5)
    for example in cases {
      let name = try #require(example["alg"]?.string?.split(separator: " ").first.map(String.init))
      let algorithm = try #require(SignatureAlgorithm(rawValue: name))
      let value = Array(try #require(example["value"]?.string).utf8)
      #expect(String(decoding: HalfHash.text(of: value, algorithm), as: UTF8.self) == example["hash"]?.string)
    }
  }

  @Test(
    "25, 147 and OIDC-8: a hash that is there is right; through the browser it must be there",
    arguments: [
      ("at_hash", OAuthError.Code.idTokenAccessTokenHash), ("c_hash", .idTokenCodeHash), ("s_hash", .idTokenStateHash),
    ])
  func hashes(claim: String, code: OAuthError.Code) throws {
    for algorithm in [SignatureAlgorithm.es256, .edDSA] {
      var sample = try IDTokenSample(algorithm: algorithm)
      let value = Secret("what came beside it")
      switch claim {
      case "at_hash": sample.requirements.accessToken = value
      case "c_hash": sample.requirements.code = value
      default: sample.requirements.state = value
      }
      let right = HalfHash.json(of: value, algorithm)
      let wrongSize = HalfHash.json(of: value, algorithm == .es256 ? .es512 : .es256)
      for isFromBrowser in [false, true] {
        sample.requirements.isFromBrowser = isFromBrowser
        #expect(try sample.refusal { $0[claim] = right } == nil)
        #expect(try sample.refusal { $0[claim] = nil } == (isFromBrowser ? code : nil))
        #expect(try sample.refusal { $0[claim] = wrongSize } == code)
        #expect(try sample.refusal { $0[claim] = HalfHash.json(of: Secret("other"), algorithm) } == code)
        #expect(try sample.refusal { $0[claim] = 7 } == code)
      }
    }
  }

  @Test("what a provider makes for a client is what the client believes, hashes included")
  func bothDirections() throws {
    var sample = try IDTokenSample()
    sample.requirements.accessToken = Secret("T")
    sample.requirements.code = Secret("C")
    sample.requirements.isFromBrowser = true
    var additional = JSON.Object()
    additional["name"] = "Ada"
    let text = try IDToken.sign(
      subject: "7", from: IDTokenSample.issuer, to: IDTokenSample.clientID, nonce: IDTokenSample.nonce,
      accessToken: Secret("T"), code: Secret("C"), at: IDTokenSample.now, additional: additional, with: sample.key,
      by: .es256)
    #expect(try sample.verify(text).claims["name"] == "Ada")
  }
}

@Suite("OpenID Connect Core §12.2: a refreshed ID token")
struct RefreshedIDTokenTests {
  private static func claims(_ change: (inout JSON.Object) -> Void = { _ in }) -> (inout JSON.Object) -> Void {
    var changed = JSON.Object()
    change(&changed)
    return { claims in
      claims["azp"] = .string(IDTokenSample.clientID.text)
      claims["auth_time"] = seconds(-10)
      claims["nonce"] = nil
      for member in changed.members { claims[member.name] = member.value == .null ? nil : member.value }
    }
  }

  private func sample() throws -> IDTokenSample {
    var sample = try IDTokenSample()
    let first = try sample.token {
      Self.claims()(&$0)
      $0["nonce"] = .string(IDTokenSample.nonce.exposedText)
    }
    let token = try sample.verify(first)
    sample.requirements.earlier = EarlierIDToken(token)
    #expect(try EarlierIDToken(kept: token.text) == EarlierIDToken(token))
    sample.requirements.nonce = nil
    return sample
  }

  @Test("OIDC-10: the same user, client and sign-in; no new nonce is demanded, but one that comes is the first")
  func accepted() throws {
    let sample = try sample()
    #expect(try sample.refusal(Self.claims()) == nil)
    #expect(try sample.refusal(Self.claims { $0["nonce"] = .string(IDTokenSample.nonce.exposedText) }) == nil)
    #expect(try sample.refusal(Self.claims { $0["auth_time"] = .null }) == nil)
  }

  @Test(
    "OIDC-10: another user, party, sign-in or nonce is refused",
    arguments: [
      ("sub", "other"), ("auth_time", seconds(-9)), ("azp", .null), ("nonce", "other"), ("nonce", ""),
    ] as [(String, JSON)])
  func refused(claim: String, value: JSON) throws {
    let sample = try sample()
    #expect(try sample.refusal(Self.claims { $0[claim] = value }) == .idTokenRenewal)
    let token = try sample.token(Self.claims { $0[claim] = value })
    let error = #expect(throws: OAuthError.self) { try sample.verify(token, at: IDTokenSample.now) }
    let named = claim == "sub" ? "the user" : "“\(claim)”"
    #expect(error?.message.contains(named) == true)
    #expect(error?.remedy.description.contains("another sign-in") == (claim != "auth_time"))
  }

  @Test(
    "OIDC-10: a claim that is null at a refresh is absent",
    arguments: ["nonce", "auth_time", "at_hash", "c_hash", "s_hash", "nbf", "acr"])
  func null(claim: String) throws {
    var sample = try sample()
    sample.requirements.accessToken = Secret("T")
    let refused = try sample.refusal {
      Self.claims()(&$0)
      $0[claim] = .null
    }
    #expect(refused == nil)
  }

  @Test(
    "OIDC-8 and OIDC-10: a refreshed token that is good in all else vouches for the access token next to it",
    arguments: [("T", nil), ("another", OAuthError.Code.idTokenAccessTokenHash), (nil, nil)]
      as [(String?, OAuthError.Code?)])
  func accessTokenHash(vouched: String?, code: OAuthError.Code?) throws {
    var sample = try sample()
    sample.requirements.accessToken = Secret("T")
    // A minute after the sign-in, so that nothing but the hash can be refused.
    let refused = try sample.refusal(at: IDTokenSample.now + 60) {
      Self.claims()(&$0)
      $0["iat"] = seconds(60)
      $0["exp"] = seconds(660)
      $0["at_hash"] = vouched.map { HalfHash.json(of: Secret($0), .es256) }
    }
    #expect(refused == code)
  }

  @Test("OIDC-10: an audience of the first that is missing is refused, and so is an azp that was not there before")
  func audience() throws {
    var sample = try IDTokenSample()
    sample.requirements.trustedAudiences = ["api"]
    let first = try sample.verify(
      sample.token {
        $0["aud"] = ["reader", "api"]
        $0["azp"] = "reader"
      })
    sample.requirements.earlier = EarlierIDToken(first)
    #expect(try sample.refusal { $0["azp"] = "reader" } == .idTokenRenewal)
    sample.requirements.earlier = EarlierIDToken(try sample.verify(sample.token(), earlier: nil))
    #expect(try sample.refusal { $0["azp"] = "reader" } == .idTokenRenewal)
    #expect(try sample.refusal() == nil)
  }

  @Test("another tenant of the same provider is another issuer")
  func tenant() throws {
    var sample = try IDTokenSample()
    let common: Issuer = "https://login.microsoftonline.com/common/v2.0"
    sample.requirements.issuer = common
    sample.requirements.dialect = IDTokenDialect(of: common)
    func tenant(_ name: String) -> (inout JSON.Object) -> Void {
      {
        $0["iss"] = .string("https://login.microsoftonline.com/\(name)/v2.0")
        $0["tid"] = .string(name)
      }
    }
    sample.requirements.earlier = EarlierIDToken(try sample.verify(sample.token(tenant("a"))))
    #expect(try sample.refusal(tenant("a")) == nil)
    #expect(try sample.refusal(tenant("b")) == .idTokenRenewal)
  }
}

extension IDTokenSample {
  func verify(_ text: Secret, earlier: EarlierIDToken?) throws -> IDToken {
    var requirements = requirements
    requirements.earlier = earlier
    return try IDToken(text, verifiedBy: keys, meeting: requirements, at: Self.now)
  }
}
