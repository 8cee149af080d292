import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 9068, and how issuers depart from it: a profile for each")
struct AccessTokenProfileTests {
  /// Tokens as a provider documents them, without issuer, audience and times.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let profile: AccessTokenProfile
    let type: String?
    let claims: [String: JSON]
    var client: ClientID = "app"
    var scopes = ["read", "write"]
    /// The claims of an ID token of the same provider, with the same header.
    let idToken: [String: JSON]
  }

  static let examples = [
    Example(
      testDescription: "Keycloak", profile: .keycloak, type: "JWT",
      claims: ["typ": "Bearer", "azp": "app", "scope": "read write", "jti": "1", "sub": "u"],
      idToken: ["typ": "ID", "azp": "app", "jti": "1", "sub": "u", "at_hash": "x"]),
    Example(
      testDescription: "Keycloak, bound", profile: .keycloak, type: "at+jwt",
      claims: ["typ": "DPoP", "azp": "app", "scope": "read write", "jti": "1"], idToken: ["typ": "Refresh", "jti": "1"]),
    Example(
      testDescription: "Entra, version 2", profile: .entra, type: "JWT",
      claims: ["azp": "app", "scp": "read write", "sub": "u", "ver": "2.0"], idToken: ["sub": "u", "roles": ["admin"]]),
    Example(
      testDescription: "Entra, a program", profile: .entra, type: "JWT",
      claims: ["appid": "app", "roles": ["Notes.Read"], "sub": "p", "ver": "1.0"], scopes: [],
      idToken: ["azp": "app", "sub": "u"]),
    Example(
      testDescription: "Auth0", profile: .auth0, type: "JWT",
      claims: ["azp": "app", "scope": "read write", "sub": "u"], idToken: ["sub": "u", "nonce": "n"]),
    Example(
      testDescription: "Okta", profile: .okta, type: nil,
      claims: ["cid": "app", "scp": ["read", "write"], "uid": "u", "sub": "u@example.com", "jti": "AT.1"],
      idToken: ["sub": "u", "jti": "ID.1", "at_hash": "x"]),
    Example(
      testDescription: "Cognito", profile: .cognito, type: nil,
      claims: ["token_use": "access", "client_id": "app", "scope": "read write", "sub": "u", "jti": "1"],
      idToken: ["token_use": "id", "client_id": "app", "sub": "u", "jti": "1"]),
  ]

  private let parties: AssertionParties

  init() throws { parties = try AssertionParties() }

  private func verify(
    _ claims: [String: JSON], type: String?, as profile: AccessTokenProfile
  ) throws -> AccessTokenClaims {
    var changes: [String: JSON?] = ["sub": nil, "jti": nil, "iss": .string(parties.issuer.text), "aud": "api"]
    for (name, value) in claims { changes[name] = value }
    return try JWTAccessToken(
      verifying: parties.assertion(changes, type: type), verifiedBy: parties.keys, allowing: [.es256],
      from: parties.issuer, to: "api", as: profile, at: parties.now
    ).claims
  }

  @Test("C10: the tokens of a provider are read by its profile, and are none by the standard", arguments: examples)
  func accepted(_ example: Example) throws {
    let claims = try verify(example.claims, type: example.type, as: example.profile)
    #expect(claims.clientID == example.client && claims.scopes == example.scopes)
    #expect(
      try refusal { try verify(example.claims, type: example.type, as: .rfc9068) } == .malformedAccessToken)
    #expect(example.profile.source.hasPrefix("https://"))
  }

  @Test("9068-4: an ID token of the same provider is no access token", arguments: examples)
  func idToken(_ example: Example) throws {
    #expect(
      try refusal { try verify(example.idToken, type: example.type, as: example.profile) } == .malformedAccessToken)
  }

  @Test("issuer, audience, time and signature are verified by every profile", arguments: examples)
  func always(_ example: Example) throws {
    func code(_ changes: [String: JSON]) throws -> OAuthError.Code? {
      try refusal {
        try verify(example.claims.merging(changes) { $1 }, type: example.type, as: example.profile)
      }
    }
    #expect(try code(["iss": "https://other.example"]) == .accessTokenIssuerMismatch)
    #expect(try code(["aud": "other"]) == .accessTokenAudienceMismatch)
    #expect(try code(["exp": JSON(parties.now.secondsSinceEpoch - 60)]) == .expiredAccessToken)
    #expect(try code(["exp": .null]) == .malformedAccessToken)
    #expect(try code(["scp": [1], "scope": [1]]) == .malformedJOSE)
  }
}
