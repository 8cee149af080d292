import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Core §2: the characters and the length of “sub”")
struct SubjectIdentifierTests {
  @Test(
    "1 to 255 visible ASCII characters, spaces too",
    arguments: [
      ("a", true), (" ", true), ("~", true), ("", false), ("\u{1F}", false), ("\u{7F}", false), ("\u{80}", false),
      ("a\n", false), ("\u{E9}", false), (String(repeating: "a", count: 255), true),
      (String(repeating: "a", count: 256), false), (String(repeating: "\u{E9}", count: 127), false),
    ])
  func valid(text: String, isValid: Bool) { #expect(SubjectIdentifier.isValid(text) == isValid) }
}

@Suite("Microsoft: the tenant of a token stands in its issuer")
struct TenantTests {
  private static let template = "https://login.example/{tenantid}/v2.0"

  @Test(
    "a tenant is 1 to 64 letters, digits and hyphens, so that it adds no path, host or query",
    arguments: [
      ("a", true), ("0-Z", true), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
      ("", false), ("a/b", false), ("a.b", false), ("a?b", false), ("a#b", false), ("a b", false), ("\u{E9}", false),
      ("..", false), ("a_b", false), ("{tenantid}", false),
    ])
  func tenant(text: String, isGood: Bool) throws {
    var sample = try IDTokenSample()
    sample.requirements.dialect = IDTokenDialect(issuerForm: .tenantTemplate(Self.template))
    let refused = try sample.refusal {
      $0["tid"] = .string(text)
      $0["iss"] = .string(Self.template.replacing("{tenantid}", with: text))
    }
    #expect(refused == (isGood ? nil : .idTokenIssuer))
  }

  @Test("the tenant of another token, or none, is no issuer", arguments: ["b", nil] as [String?])
  func other(tenant: String?) throws {
    var sample = try IDTokenSample()
    sample.requirements.dialect = IDTokenDialect(issuerForm: .tenantTemplate(Self.template))
    let refused = try sample.refusal {
      $0["tid"] = tenant.map(JSON.string)
      $0["iss"] = "https://login.example/a/v2.0"
    }
    #expect(refused == .idTokenIssuer)
  }
}

@Suite("OpenID Connect Core §3.1.2.1: the numbers and words of a request that a provider reads")
struct AuthenticationParameterTests {
  private func read(_ pairs: [(String, String)]) throws -> AuthenticationRequest {
    var form = Form()
    let own = [
      ("response_type", "code"), ("client_id", "app"), ("redirect_uri", "https://app.example/cb"), ("scope", "openid"),
      ("state", "state-of-this-sign-in"), ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
      ("code_challenge_method", "S256"),
    ]
    for (name, value) in own.filter({ pair in !pairs.contains { $0.0 == pair.0 } }) + pairs { form.append(name, value) }
    return try AuthenticationRequest(reading: form)
  }

  @Test(
    "max_age is a whole number without a sign",
    arguments: [
      ("0", 0), ("007", 7), ("3600", 3600), ("9223372036854775807", .max), ("", nil),
    ] as [(String, Int64?)])
  func age(text: String, age: Int64?) throws { #expect(try read([("max_age", text)]).maximumAge == age) }

  @Test(
    "all else is refused",
    arguments: ["+5", "-1", "-0", " 5", "5 ", "5.0", "1e3", "9223372036854775808", "x", "\u{662}"])
  func malformedAge(text: String) throws {
    #expect(try refusal { try read([("max_age", text)]) } == .invalidValue)
  }

  @Test("each prompt by its word; “none” alone; no other word", arguments: Prompt.allCases)
  func prompts(prompt: Prompt) throws {
    #expect(try read([("prompt", prompt.rawValue)]).prompts == [prompt])
    #expect(try refusal { try read([("prompt", prompt.rawValue.uppercased())]) } == .invalidValue)
    let code = try refusal { try read([("prompt", "\(prompt.rawValue) login")]) }
    #expect(code == (prompt == .none ? .invalidValue : nil))
    #expect(try refusal { try read([("prompt", "\(prompt.rawValue) other")]) } == .invalidValue)
  }

  @Test(
    "the scope “openid” is a word of its own",
    arguments: [("openid", true), ("a openid", true), ("openid2", false), ("OpenID", false), ("email", false)])
  func scope(text: String, isGood: Bool) throws {
    #expect(try refusal { try read([("scope", text)]) } == (isGood ? nil : .invalidValue))
  }

  @Test(
    "an unknown look of the page is none, and no fault",
    arguments: [("popup", .popup), ("page", .page), ("tv", nil), ("", nil)]
      as [(String, AuthenticationRequest.Display?)])
  func display(text: String, display: AuthenticationRequest.Display?) throws {
    #expect(try read([("display", text)]).display == display)
  }

  @Test(
    "a single parameter does not come twice",
    arguments: ["nonce", "max_age", "prompt", "login_hint", "claims", "display"])
  func twice(name: String) throws {
    let value = name == "max_age" ? "5" : name == "prompt" ? "login" : name == "claims" ? "{}" : "x"
    #expect(try refusal { try read([(name, value)]) } == nil)
    #expect(try refusal { try read([(name, value), (name, value)]) } == .duplicateParameter)
  }
}

@Suite("OpenID Connect Discovery §2.1: texts between an account and an address")
struct TypedAddressTests {
  @Test(
    "an account has one “@” and nothing of an address; “acct:” in any case",
    arguments: [
      ("ACCT:joe@example.com", "acct:joe@example.com"), ("joe@example.com#x", "acct:joe@example.com"),
      ("joe+tag@example.com", "acct:joe+tag@example.com"), ("example.com?a=b", "https://example.com?a=b"),
      ("HTTPS://example.com/joe@home", "HTTPS://example.com/joe@home"),
    ])
  func resource(typed: String, resource: String) throws {
    #expect(try IssuerLookup(of: typed).resource == resource)
  }

  @Test(
    "a name in front of a port, a path or a query is no account, and no address either",
    arguments: [
      "joe@example.com:80", "joe@example.com/x", "joe@example.com?x", "acct:", "ACCT:", "acct:8080", "acct:joe",
      "acct:@example.com",
    ])
  func refused(typed: String) throws { #expect(try refusal { try IssuerLookup(of: typed) } != nil) }
}

@Suite("OpenID Connect Back-Channel Logout §2.6: what makes a logout token one that was received before")
struct LogoutUseTests {
  private let key: JSONWebKey
  private let keys: JSONWebKeySet
  private static let now = Instant(secondsSinceEpoch: 1_700_000_000)

  init() throws {
    key = try JSONWebKey.generate(for: .es256, keyID: "1")
    keys = try JSONWebKeySet([try #require(key.publicKey)])
  }

  private func token(_ id: String, from issuer: Issuer, to client: ClientID = "app") throws -> LogoutToken {
    let text = try LogoutToken.sign(
      id: id, subject: "s", sessionID: nil, from: issuer, to: client, at: Self.now, with: key, by: .es256)
    return try LogoutToken(text, verifiedBy: keys, allowing: [.es256], from: issuer, to: client, at: Self.now)
  }

  @Test("issuer and id together: the end of one is not the beginning of the other")
  func together() throws {
    var history = LogoutTokenHistory()
    try history.admit(token("bc", from: "https://op.example/a"), at: Self.now)
    #expect(try refusal { try history.admit(token("c", from: "https://op.example/ab"), at: Self.now) } == nil)
    #expect(try refusal { try history.admit(token("BC", from: "https://op.example/a"), at: Self.now) } == nil)
    #expect(try refusal { try history.admit(token("bc", from: "https://op.example/b"), at: Self.now) } == nil)
    #expect(
      try refusal { try history.admit(token("bc", from: "https://op.example/a"), at: Self.now) } == .replayedLogout)
  }

  @Test("a history of n tokens takes the nth and not the one after it", arguments: [1, 3])
  func capacity(count: Int) throws {
    var history = LogoutTokenHistory(capacity: count)
    for id in 1...count { try history.admit(token("\(id)", from: "https://op.example"), at: Self.now) }
    // No answer about the token: a full memory does not know whether it came before.
    #expect(
      try refusal { try history.admit(token("last", from: "https://op.example"), at: Self.now) } == .serverUnavailable)
  }
}
