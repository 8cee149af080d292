import Testing
import WayleaveJOSE
import WayleaveOAuth2
@testable import WayleaveOpenID
import WayleaveWire
import WayleaveTestSupport

@Suite("OpenID Connect Core §3.1.3.7, rules 2 to 5 and §2: the issuer, the audience, the subject")
struct IDTokenPartyTests {
  private var sample: IDTokenSample

  init() throws { sample = try IDTokenSample() }

  @Test("a token that meets every rule is believed, and says who the user is")
  func accepted() throws {
    let token = try sample.verify(
      sample.token {
        $0["email"] = "ada@example.com"
        $0["email_verified"] = "true"
        $0["sid"] = "S"
        $0["auth_time"] = seconds(-5)
      })
    #expect(token.issuer == IDTokenSample.issuer && token.subject == "248289761001")
    #expect(token.issuedAt == IDTokenSample.now && token.expiresAt == IDTokenSample.now + 600)
    #expect(token.authenticatedAt == IDTokenSample.now + -5 && token.sessionID == "S")
    #expect(token.isEmailVerified == true && token.claims["email"] == "ada@example.com")
  }

  @Test(
    "OIDC-1 and 141: the issuer is compared by bytes",
    arguments: [
      "https://op.example/", "http://op.example", "https://OP.example", "https://evil.example", "op.example", "", nil,
    ] as [String?])
  func issuer(named: String?) throws {
    #expect(try sample.refusal { $0["iss"] = named.map(JSON.string) } == .idTokenIssuer)
  }

  @Test(
    "OIDC-2 and 141: the client is the audience, and any other must be trusted",
    arguments: [
      ("other", .idTokenAudience), (nil, .idTokenAudience), ([], .idTokenAudience), ("Reader", .idTokenAudience),
      ("reader2", .idTokenAudience), ("reade", .idTokenAudience), (["reader2"], .idTokenAudience),
      (["reade"], .idTokenAudience), ("reader\u{0}", .idTokenAudience), ("2reader", .idTokenAudience),
      (["reader"], nil), (["reader", "evil"], .idTokenAudience), (["evil", "reader"], .idTokenAudience),
      (7, .malformedJOSE), (["reader", 7], .malformedJOSE),
    ] as [(JSON?, OAuthError.Code?)])
  func audience(written: JSON?, code: OAuthError.Code?) throws {
    #expect(try sample.refusal { $0["aud"] = written } == code)
  }

  @Test(
    "OIDC-3 and 141: with another trusted audience, azp is needed no more, and one that stands is us",
    arguments: [
      ("reader", nil), ("api", .idTokenAuthorizedParty), (nil, nil), (JSON.null, nil), ("", .idTokenAuthorizedParty),
      (7, .idTokenAuthorizedParty),
    ] as [(JSON?, OAuthError.Code?)])
  func trustedAudience(party: JSON?, code: OAuthError.Code?) throws {
    var sample = sample
    sample.requirements.trustedAudiences = ["api"]
    let refused = try sample.refusal {
      $0["aud"] = ["api", "reader"]
      $0["azp"] = party
    }
    #expect(refused == code)
    // Our own id twice is one audience, and one that is not trusted is none of ours, whatever azp says.
    #expect(try sample.refusal { ($0["aud"], $0["azp"]) = (["reader", "reader"], party) } == code)
    #expect(try sample.refusal { ($0["aud"], $0["azp"]) = (["reader", "evil"], party) } == .idTokenAudience)
  }

  @Test(
    "§3.1.3.7: missing, empty and different are three sentences, and only different speaks of someone else",
    arguments: ["iss", "aud", "azp", "nonce", "at_hash", "c_hash", "s_hash"])
  func sentences(claim: String) throws {
    var sample = sample
    sample.requirements.accessToken = Secret("T")
    sample.requirements.code = Secret("C")
    sample.requirements.state = Secret("S")
    sample.requirements.isFromBrowser = true
    func sentence(_ value: JSON?) throws -> String? {
      let text = try sample.token {
        $0["at_hash"] = HalfHash.json(of: Secret("T"), .es256)
        $0["c_hash"] = HalfHash.json(of: Secret("C"), .es256)
        $0["s_hash"] = HalfHash.json(of: Secret("S"), .es256)
        $0[claim] = value
      }
      let verification = IDTokenVerification(
        text, verifiedBy: sample.keys, meeting: sample.requirements, at: IDTokenSample.now)
      return verification.firstFailure?.error.message
    }
    let sentences = [try sentence(nil), try sentence(""), try sentence("https://other.example")]
    // Nothing asks for azp.
    #expect((sentences[0] == nil) == (claim == "azp"))
    #expect(try sentence(.null) == sentences[0])
    #expect(Set(sentences).count == 3)
    for sentence in sentences.prefix(2).compactMap(\.self) {
      #expect(sentence.contains("“\(claim)”") && !sentence.contains("other"), "\(sentence)")
    }
  }

  @Test(
    "OIDC-2: several audiences can be trusted, each by its whole name",
    arguments: [
      (["reader", "project", "api"], nil), (["api", "reader"], nil), (["reader"], nil),
      (["reader", "project", "other"], .idTokenAudience), (["project", "api"], .idTokenAudience),
      (["reader", "project2"], .idTokenAudience), (["reader", "ap"], .idTokenAudience),
    ] as [(JSON, OAuthError.Code?)])
  func trustedAudiences(written: JSON, code: OAuthError.Code?) throws {
    var sample = sample
    sample.requirements.trustedAudiences = ["project", "api"]
    let refused = try sample.refusal {
      $0["aud"] = written
      $0["azp"] = "reader"
    }
    #expect(refused == code)
  }

  @Test(
    "OIDC-3: a token that was issued to a trusted client of ours is for us only when we are an audience",
    arguments: [
      ("reader", "app", nil), ("reader", "reader", nil), (["reader"], "tablet", nil), ("reader", nil, nil),
      ("reader", "app2", .idTokenAuthorizedParty), ("reader", "ap", .idTokenAuthorizedParty),
      ("reader", 7, .idTokenAuthorizedParty), ("reader", ["app"], .idTokenAuthorizedParty),
      ("app", "app", .idTokenAudience), (["reader", "app"], "app", .idTokenAudience),
    ] as [(JSON, JSON?, OAuthError.Code?)])
  func trustedParties(audience: JSON, party: JSON?, code: OAuthError.Code?) throws {
    func change(_ claims: inout JSON.Object) { (claims["aud"], claims["azp"]) = (audience, party) }
    var trusting = sample
    trusting.requirements.trustedAuthorizedParties = ["app", "tablet"]
    #expect(try trusting.refusal(change) == code)
    // With the audience trusted as well, the party may be one of several.
    trusting.requirements.trustedAudiences = ["app"]
    let isForUs = code == .idTokenAudience && audience.array != nil
    #expect(try trusting.refusal(change) == (isForUs ? nil : code))
    // Without being named it is another client.
    let isOurs = party == nil || party == "reader"
    #expect(try sample.refusal(change) == (code ?? (isOurs ? nil : .idTokenAuthorizedParty)))
  }

  @Test(
    "OIDC-3: azp, where it stands, is us",
    arguments: [
      ("reader", nil), ("other", .idTokenAuthorizedParty), ("reader2", .idTokenAuthorizedParty),
      ("reade", .idTokenAuthorizedParty),
    ] as [(JSON, OAuthError.Code?)])
  func authorizedParty(party: JSON, code: OAuthError.Code?) throws {
    #expect(try sample.refusal { $0["azp"] = party } == code)
  }

  @Test(
    "146: a subject has 1 to 255 ASCII characters",
    arguments: [
      ("a", nil), (.string(String(repeating: "a", count: 255)), nil), ("", .idTokenSubject), (nil, .idTokenSubject),
      (.string(String(repeating: "a", count: 256)), .idTokenSubject), ("\u{E9}", .idTokenSubject),
      ("a\u{0}", .idTokenSubject), (7, .malformedJOSE),
    ] as [(JSON?, OAuthError.Code?)])
  func subject(written: JSON?, code: OAuthError.Code?) throws {
    #expect(try sample.refusal { $0["sub"] = written } == code)
  }

  @Test(
    "154: a token that says it is of another type is no ID token",
    arguments: [
      (nil, nil), ("JWT", nil), ("jwt", nil), ("application/jwt", nil), ("id_token+jwt", nil),
      ("logout+jwt", .idTokenType), ("at+jwt", .idTokenType), ("application/at+jwt", .idTokenType),
      ("oauth-authz-req+jwt", .idTokenType), ("", .idTokenType),
    ] as [(String?, OAuthError.Code?)])
  func type(name: String?, code: OAuthError.Code?) throws {
    #expect(try sample.refusal(type: name) == code)
  }

  @Test("JOSE-11 and 154: a logout token, and an access token that says so in a claim, are no ID tokens")
  func claimedType() throws {
    #expect(
      try sample.refusal { $0["events"] = ["http://schemas.openid.net/event/backchannel-logout": [:]] } == .idTokenType)
    #expect(try sample.refusal { $0["typ"] = "Bearer" } == .idTokenType)
    #expect(try sample.refusal { $0["typ"] = "ID" } == nil)
  }

  @Test("a dialect is a value that any provider can have: a template of issuers, dates in quotes, a hashed nonce")
  func dialect() throws {
    var sample = sample
    let dialect = IDTokenDialect(
      issuerForm: .tenantTemplate("https://login.sovereign.example/{tenantid}/v2.0"), hasTextDates: true,
      hashesNonce: true)
    sample.requirements = IDTokenRequirements(
      issuer: "https://login.sovereign.example/common", clientID: IDTokenSample.clientID, dialect: dialect)
    sample.requirements.algorithms = [.es256]
    sample.requirements.nonce = .exact(Secret("abc"))
    // FIPS 180-4, the example “abc”.
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    func change(_ claims: inout JSON.Object) {
      claims["iss"] = "https://login.sovereign.example/acme/v2.0"
      claims["tid"] = "acme"
      claims["exp"] = .string(String(IDTokenSample.now.secondsSinceEpoch + 600))
      claims["nonce"] = .string(hash)
    }
    #expect(try sample.verify(sample.token(change)).issuer == "https://login.sovereign.example/acme/v2.0")
    func refused(_ spoil: (inout JSON.Object) -> Void) throws -> OAuthError.Code? {
      try sample.refusal {
        change(&$0)
        spoil(&$0)
      }
    }
    #expect(try refused { $0["tid"] = "other" } == .idTokenIssuer)
    #expect(try refused { $0["nonce"] = "abc" } == .idTokenNonce)
    #expect(try refused { $0["exp"] = "soon" } == .malformedJOSE)
    #expect(dialect.metadataIssuer(for: "a") == "https://login.sovereign.example/{tenantid}/v2.0")
    // The common way takes none of it.
    sample.requirements.dialect = IDTokenDialect()
    #expect(try sample.refusal { $0["exp"] = .string("1700000600") } == .malformedJOSE)
    #expect(try refused { $0["exp"] = seconds(600) } == .idTokenIssuer)
    sample.requirements.issuer = IDTokenSample.issuer
    #expect(try sample.refusal { $0["nonce"] = .string(hash) } == .idTokenNonce)
    #expect(try sample.refusal { $0["nonce"] = "abc" } == nil)
  }

  @Test("151: Google signs with or without the scheme, and both are one user")
  func google() throws {
    var sample = sample
    sample.requirements.issuer = "https://accounts.google.com"
    sample.requirements.dialect = IDTokenDialect(of: "https://accounts.google.com")
    for named in ["https://accounts.google.com", "accounts.google.com"] {
      #expect(
        try sample.verify(sample.token { $0["iss"] = .string(named) }).issuer == "https://accounts.google.com")
    }
    #expect(try sample.refusal { $0["iss"] = "http://accounts.google.com" } == .idTokenIssuer)
    // No other provider has that exception.
    sample.requirements.dialect = IDTokenDialect(of: "https://accounts.google.com/")
    #expect(try sample.refusal { $0["iss"] = "accounts.google.com" } == .idTokenIssuer)
  }

  @Test(
    "150: Microsoft signs as the tenant of the user, which tid names",
    arguments: [
      ("9188040d-6c67-4c5b-b112-36a304b66dad", "9188040d-6c67-4c5b-b112-36a304b66dad", nil),
      ("9188040d-6c67-4c5b-b112-36a304b66dad", "other", .idTokenIssuer),
      ("9188040d-6c67-4c5b-b112-36a304b66dad", nil, .idTokenIssuer), ("", "", .idTokenIssuer),
      ("a/../b", "a/../b", .idTokenIssuer), ("{tenantid}", "{tenantid}", .idTokenIssuer),
    ] as [(String, String?, OAuthError.Code?)])
  func microsoft(inIssuer: String, tenant: String?, code: OAuthError.Code?) throws {
    var sample = sample
    let common: Issuer = "https://login.microsoftonline.com/common/v2.0"
    sample.requirements.issuer = common
    sample.requirements.dialect = IDTokenDialect(of: common)
    let issuer = "https://login.microsoftonline.com/\(inIssuer)/v2.0"
    let refused = try sample.refusal {
      $0["iss"] = .string(issuer)
      $0["tid"] = tenant.map(JSON.string)
    }
    #expect(refused == code)
    #expect(
      sample.requirements.dialect.issuerForm
        == .tenantTemplate("https://login.microsoftonline.com/{tenantid}/v2.0"))
  }
}
