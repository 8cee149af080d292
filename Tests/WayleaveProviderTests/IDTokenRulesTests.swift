import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

@testable import Wayleave
@testable import WayleaveProvider
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("L7, L8, L16, N12, T18: what an entry says of ID tokens and refusals")
struct IDTokenRulesTests {
  private let scene = Scene()

  private static let common: JSON = [
    "format": 1, "name": "example", "protocol": "oauth2", "token_endpoint": "https://as.example/token",
  ]

  private func entry(_ key: String, _ value: JSON, of base: JSON = common) -> JSON {
    var object = base.object ?? JSON.Object()
    object[key] = value
    return .object(object)
  }

  private func issuer(_ rules: IDTokenRules) throws -> Provider {
    var provider = try Provider(issuer: "https://as.example")
    provider.idTokenRules = rules
    return provider
  }

  private func outcome(of provider: Provider) async -> OAuthError.Code? {
    await code {
      _ = try await scene.accounts(callbackSource: scene.allowing).signIn(to: provider, as: try Example.client())
    }
  }

  @Test("every rule comes back from the entry as it was, for both protocols, and from a record")
  func roundTrip() throws {
    let forms: [IDTokenDialect.IssuerForm] = [
      .exact, .alias(["as.example"]), .tenantTemplate("https://as.example/{tenantid}/v2"),
    ]
    for form in forms {
      let rules = IDTokenRules(
        trustedAudiences: ["project"], trustedAuthorizedParties: ["app"],
        dialect: IDTokenDialect(issuerForm: form, hasTextDates: true, hashesNonce: true))
      let service = try Example.provider { $0.idTokenRules = rules }
      for provider in [try issuer(rules), service] {
        #expect(try Provider(json: provider.json) == provider && provider.idTokenRules == rules)
        #expect(try Provider(record: provider.json) == provider)
      }
    }
    #expect(try issuer(IDTokenRules()).json["id_token_dialect"] == nil)
    #expect(try issuer(IDTokenRules(dialect: IDTokenDialect())).json["id_token_dialect"] == [:])
  }

  @Test(
    "what is no rule is refused by its name",
    arguments: [
      ("trusted_audiences", "project"), ("trusted_authorized_parties", [7]), ("id_token_dialect", "x"),
      ("id_token_dialect", ["issuer_tmplate": "x"]), ("id_token_dialect", ["text_dates": "yes"]),
      ("id_token_dialect", ["issuer_template": "https://as.example/v2"]),
      ("id_token_dialect", ["issuer_template": "https://{tenantid}.example/v2"]),
      ("id_token_dialect", ["issuer_template": "http://as.example/{tenantid}"]),
      ("id_token_dialect", ["issuer_template": "https://as.example/{tenantid}", "issuer_aliases": ["a"]]),
      ("dialect", ["refusals": [["word": "a"]]]), ("dialect", ["refusals": [["means": "final"]]]),
      ("dialect", ["refusals": [["word": "a", "means": "magic"]]]), ("dialect", ["refusals": ["a": "final"]]),
      ("dialect", ["refusals": [["word": "a", "means": "final", "sub": "1"]]]), ("dialect", ["expires_at_zero": 0]),
    ] as [(String, JSON)])
  func refused(key: String, value: JSON) throws {
    #expect(refusal { try Provider(json: entry(key, value)) } == .malformedProvider)
    _ = try Provider(json: Self.common)
  }

  @Test("the words of a provider and its lifetime of zero are read, for both protocols")
  func refusals() throws {
    let rows = [
      RefusalTable.Row("190", subcode: "463", describedBy: ["expired"], in: .object, means: .tokenInvalid),
      RefusalTable.Row("gone", means: .grantGone),
    ]
    let two = try Example.provider(
      dialect: OAuth2Dialect {
        $0.refusals = rows
        $0.answer.expiresAtZero = true
      })
    #expect(try Provider(json: two.json) == two)
    var one = try Example.oauth1()
    guard case .oauth1(var service) = one.service else { return }
    service.dialect.refusals = rows
    one.service = .oauth1(service)
    #expect(try Provider(json: one.json) == one && Provider(record: one.json) == one)
    let read = try Provider(json: entry("dialect", ["refusals": [["word": "gone", "means": "grant_gone"]]]))
    guard case .oauth2(let described) = read.service else { return }
    #expect(described.dialect.refusals == [rows[1]])
  }

  @Test("L7: a further audience is accepted where the entry trusts it, at an issuer and at known endpoints")
  func audiences() async throws {
    scene.server.state.withLock {
      $0.claims["aud"] = ["reader", "project"]
      $0.claims["azp"] = "reader"
    }
    #expect(await outcome(of: try issuer(IDTokenRules())) == .idTokenAudience)
    #expect(await outcome(of: try issuer(IDTokenRules(trustedAudiences: ["project"]))) == nil)
    #expect(await outcome(of: try issuer(IDTokenRules(trustedAudiences: ["other"]))) == .idTokenAudience)
    let keys = try await scene.accounts().issuerKeys(of: try issuer(IDTokenRules(trustedAudiences: ["project"])))
    #expect(keys.rules.requirements(issuer: keys.issuer, clientID: "reader").trustedAudiences == ["project"])
  }

  @Test("L16: a token that another client of ours has asked for is accepted where the entry trusts that client")
  func parties() async throws {
    scene.server.state.withLock { $0.claims["azp"] = "app" }
    #expect(await outcome(of: try issuer(IDTokenRules())) == .idTokenAuthorizedParty)
    #expect(await outcome(of: try issuer(IDTokenRules(trustedAuthorizedParties: ["app"]))) == nil)
  }

  @Test("N12: dates in quotes and a template of issuers are read where the entry says so, and refused elsewhere")
  func dialect() async throws {
    scene.server.state.withLock { $0.claims["exp"] = "1700007200" }
    #expect(await outcome(of: try issuer(IDTokenRules())) != nil)
    #expect(await outcome(of: try issuer(IDTokenRules(dialect: IDTokenDialect(hasTextDates: true)))) == nil)
    let template = IDTokenDialect(issuerForm: .tenantTemplate("https://as.example/{tenantid}/v2"))
    scene.server.state.withLock {
      $0.claims = JSON.Object()
      $0.claims["iss"] = "https://as.example/t1/v2"
      $0.claims["tid"] = "t1"
    }
    var document = OpenIDExample.metadata.object ?? JSON.Object()
    document["issuer"] = "https://as.example/{tenantid}/v2"
    scene.server.answer("/.well-known/openid-configuration", with: ResponseMessage(.ok, json: .object(document)))
    #expect(await outcome(of: try issuer(IDTokenRules())) == .metadataIssuerMismatch)
    #expect(await outcome(of: try issuer(IDTokenRules(dialect: template))) == nil)
    scene.server.state.withLock { $0.claims["tid"] = "t2" }
    #expect(await outcome(of: try issuer(IDTokenRules(dialect: template))) == .idTokenIssuer)
  }
}
