import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveResourceServer
import WayleaveWire

@Suite("RFC 9068 §4: an API accepts the signed tokens of the issuers that it trusts")
struct TokenCheckTests {
  private let issuer: ExampleIssuer

  init() throws { issuer = try ExampleIssuer() }

  @Test("a good token says who calls, with what, and until when")
  func accepted() async throws {
    let api = try issuer.resource()
    let caller = try await api.check(request(issuer.token()), scopes: ["notes.read"])
    #expect(caller.subject == "ravi" && caller.clientID == "app" && caller.issuer == Issuer(issuer.url))
    #expect(caller.scopes == ["notes.read", "profile"] && caller.allows("profile") && !caller.allows("notes.write"))
    #expect(caller.expiresAt == ExampleIssuer.start + 300_000 && caller.claims["jti"] == "1")
    #expect(caller.verification == .signature && caller.confirmation == nil && caller.answerFields.isEmpty)
    #expect(issuer.asked == ["/.well-known/openid-configuration", "/keys"])
    _ = try await api.check(
      request(issuer.token(["aud": ["https://other.example", .string(ExampleIssuer.api)]])), scopes: [])
    #expect(issuer.asked.count == 2)
  }

  /// What is wrong with a token, and what is said of it.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let changes: [String: JSON?]
    var type: String? = "at+jwt"
    let code: OAuthError.Code

    init(_ description: String, _ changes: [String: JSON?], type: String? = "at+jwt", _ code: OAuthError.Code) {
      (testDescription, self.changes, self.type, self.code) = (description, changes, type, code)
    }
  }

  private static let start = ExampleIssuer.start.secondsSinceEpoch

  @Test(
    "9068-2: each thing that is wrong with a token is 401 with invalid_token, and the log says what it is",
    arguments: [
      Wrong("of an issuer that is not trusted", ["iss": "https://evil.example"], .accessTokenIssuerMismatch),
      Wrong("of the issuer with a slash", ["iss": "https://as.example/"], .accessTokenIssuerMismatch),
      Wrong("without an issuer", ["iss": nil], .malformedAccessToken),
      Wrong("for another API", ["aud": "https://other.example"], .accessTokenAudienceMismatch),
      Wrong("for the API with a slash", ["aud": "https://api.example/notes/"], .accessTokenAudienceMismatch),
      Wrong("for the whole origin", ["aud": "https://api.example"], .accessTokenAudienceMismatch),
      Wrong("for no one", ["aud": []], .accessTokenAudienceMismatch),
      Wrong("without an audience", ["aud": nil], .malformedAccessToken),
      Wrong("with null as its audience", ["aud": .null], .malformedAccessToken),
      Wrong("without a client", ["client_id": nil], .malformedAccessToken),
      Wrong("without an end", ["exp": nil], .malformedAccessToken),
      Wrong("expired", ["exp": JSON(start - 60)], .expiredAccessToken),
      Wrong("not good yet", ["nbf": JSON(start + 61)], .expiredAccessToken),
      Wrong("with a list of scopes", ["scope": ["notes.read"]], .malformedJOSE),
      Wrong("bound by means that are unknown", ["cnf": ["kid": "1"]], .bindingMismatch),
      Wrong("an ID token", [:], type: "JWT", .malformedAccessToken),
      Wrong("a logout token", [:], type: "logout+jwt", .malformedAccessToken),
      Wrong("without a type", [:], type: nil, .malformedAccessToken),
    ])
  func refused(_ wrong: Wrong) async throws {
    let token = try issuer.token(wrong.changes, type: wrong.type)
    let refused = try #require(await issuer.resource().refusal(of: request(token)))
    #expect(refused.summary == "401 invalid_token \(wrong.code.rawValue)")
    let header = try #require(refused.response.headerFields[.wwwAuthenticate])
    #expect(header.hasPrefix("Bearer ") && !header.contains(token.exposedText))
    #expect(refused.read?.resourceMetadata?.text == "https://api.example/.well-known/oauth-protected-resource/notes")
    #expect(refused.reason?.description.contains(token.exposedText) == false)
  }

  @Test("a key of another party, an algorithm of a shared secret, and what is no token are refused")
  func forged() async throws {
    let api = try issuer.resource()
    let stranger = try JSONWebKey.generate(for: .es256, keyID: "1")
    let shared = try JSONWebKey.generate(for: .hs256, keyID: "1")
    #expect(
      try await api.refusal(of: request(issuer.token(key: stranger)))?.summary
        == "401 invalid_token \(OAuthError.Code.tokenSignatureMismatch.rawValue)")
    #expect(
      try await api.refusal(of: request(issuer.token(key: shared, by: .hs256)))?.summary
        == "401 invalid_token \(OAuthError.Code.unsupportedAlgorithm.rawValue)")
    for text in ["opaque", "a.b.c", "..", "e30.e30.e30"] {
      #expect(await api.refusal(of: request(Secret(text)))?.read?.failure == .invalidToken, "\(text)")
    }
    let narrow = try issuer.resource(TrustedIssuer(issuer.url, algorithms: [.rs256, .hs256]))
    #expect(
      try await narrow.refusal(of: request(issuer.token()))?.reason?.code == .unsupportedAlgorithm)
  }

  @Test(
    "225: without a token there is no error, but what to ask for and where, at the API's own address; DPoP has a challenge of its own"
  )
  func withoutToken() async throws {
    let demand = AccessDemand(scopes: ["notes.read", "notes.write"])
    var foreign = request(nil)
    foreign.authority = "evil.example"
    let refused = try #require(await issuer.resource().refusal(of: foreign, demanding: demand))
    #expect(refused.response.status == .unauthorized && refused.reason == nil)
    let fields = refused.response.headerFields[values: .wwwAuthenticate]
    #expect(fields.count == 2 && fields.first?.hasPrefix("Bearer ") == true && fields.last?.hasPrefix("DPoP ") == true)
    let read = try #require(refused.read)
    #expect(read.type == .bearer && read.failure == nil && read.description == nil)
    #expect(read.scopes == ["notes.read", "notes.write"])
    #expect(read.resourceMetadata?.text == "https://api.example/.well-known/oauth-protected-resource/notes")
    #expect(fields.last?.contains("ES256") == true && fields.last?.contains("HS256") == false)
    #expect(refused.response.headerFields[.cacheControl] == "no-store")
    #expect(issuer.asked.isEmpty)
  }

  @Test("6750-2: a token in the query, in a form, or twice is 400, whatever else comes")
  func elsewhere() async throws {
    let api = try issuer.resource()
    let token = try issuer.token()
    let query = request(token, path: "/notes?access_token=x")
    var form = request(token)
    form.headerFields[.contentType] = "application/x-www-form-urlencoded"
    var twice = request(token)
    twice.headerFields.append(HTTPField(name: .authorization, value: "Bearer x"))
    #expect(await api.refusal(of: query)?.summary == "400 invalid_request access_token.malformed")
    #expect(
      await api.refusal(of: form, body: Array("access_token=x".utf8))?.summary
        == "400 invalid_request access_token.malformed")
    #expect(await api.refusal(of: twice)?.summary == "400 invalid_request access_token.malformed")
    #expect(await api.refusal(of: form, body: Array("title=x".utf8)) == nil)
    #expect(await api.refusal(of: request(token, scheme: "Basic"))?.summary == "401 - -")
  }

  @Test("a token that allows less is 403, with all scopes of the operation in one challenge")
  func scopes() async throws {
    let api = try issuer.resource()
    let demand = AccessDemand(scopes: ["notes.read", "notes.write"])
    let refused = try #require(try await api.refusal(of: request(issuer.token()), demanding: demand))
    #expect(refused.summary == "403 insufficient_scope \(OAuthError.Code.scopeNeeded.rawValue)")
    #expect(refused.read?.scopes == ["notes.read", "notes.write"])
  }

  @Test("a broader scope counts for those that it includes")
  func hierarchy() async throws {
    var settings = ProtectedResource.Settings()
    settings.hierarchy = ["notes.admin": ["notes.write"], "notes.write": ["notes.read"]]
    let api = try issuer.resource(settings: settings)
    let admin = try issuer.token(["scope": "notes.admin"])
    let caller = try await api.check(request(admin), scopes: ["notes.read", "notes.write"])
    #expect(caller.allows("notes.read") && caller.scopes == ["notes.admin"])
    let refused = try await api.refusal(of: request(issuer.token()), demanding: AccessDemand(scopes: ["notes.write"]))
    #expect(refused?.response.status == .forbidden)
  }

  @Test("RFC 9470 §3: a sign-in that is too old, or not good enough, is 401 with what is wanted")
  func stepUp() async throws {
    let api = try issuer.resource()
    let demand = AccessDemand(authenticationContextClasses: ["gold", "silver"], maximumAge: .seconds(300))
    let signedIn = { (acr: String, age: Int64) in
      try self.issuer.token(["acr": .string(acr), "auth_time": JSON(Self.start - age)])
    }
    #expect(try await api.refusal(of: request(signedIn("silver", 300)), demanding: demand) == nil)
    for token in try [signedIn("silver", 301), signedIn("bronze", 0), issuer.token()] {
      let refused = try #require(await api.refusal(of: request(token), demanding: demand))
      #expect(refused.response.status == .unauthorized)
      #expect(refused.read?.failure == .insufficientUserAuthentication)
      #expect(refused.read?.authenticationContextClasses == ["gold", "silver"] && refused.read?.maximumAge == 300)
    }
  }

  @Test("named clients alone may call, and another name of the API counts where it is said")
  func clientsAndNames() async throws {
    let strict = try issuer.resource(TrustedIssuer(issuer.url, audiences: ["api://notes"], clients: ["app"]))
    #expect(try await strict.refusal(of: request(issuer.token(["aud": "api://notes"]))) == nil)
    #expect(try await strict.refusal(of: request(issuer.token()))?.reason?.code == .accessTokenAudienceMismatch)
    let other = try issuer.token(["aud": "api://notes", "client_id": "other"])
    #expect(
      await strict.refusal(of: request(other))?.summary == "401 invalid_token access_token.audience")
  }

  @Test("C10: the profile of an issuer is its own; a token of Cognito without an audience passes from a named client")
  func profiles() async throws {
    let token = try issuer.token(["aud": nil, "token_use": "access"], type: nil)
    let cognito = try issuer.resource(TrustedIssuer(issuer.url, profile: .cognito, clients: ["app"]))
    #expect(try await cognito.check(request(token), scopes: ["notes.read"]).clientID == "app")
    let others = try issuer.resource(TrustedIssuer(issuer.url, profile: .cognito, clients: ["other"]))
    #expect(await others.refusal(of: request(token))?.reason?.code == .accessTokenAudienceMismatch)
    #expect(try await issuer.resource().refusal(of: request(token))?.reason?.code == .malformedAccessToken)
    let idToken = try issuer.token(["aud": "app", "token_use": "id"], type: nil)
    #expect(await cognito.refusal(of: request(idToken)) != nil)
  }

  @Test("of two issuers, each is believed about its own tokens alone")
  func twoIssuers() async throws {
    let other = try ExampleIssuer("https://other.example")
    let api = try issuer.resource(
      also: [TrustedIssuer(other.url, keys: .fixed(JSONWebKeySet([#require(other.key.publicKey)])))])
    #expect(try await api.refusal(of: request(other.token())) == nil)
    #expect(issuer.asked.isEmpty)
    let crossed = try issuer.token(key: other.key)
    #expect(await api.refusal(of: request(crossed))?.reason?.code == .tokenSignatureMismatch)
  }
}
