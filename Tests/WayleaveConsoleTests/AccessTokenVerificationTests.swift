import Testing
import WayleaveConsole
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveTestSupport
import WayleaveWire

@testable import Wayleave

@Suite("RFC 9068 §4: wayleave verify access-token names the first rule that a token breaks")
struct AccessTokenVerificationTests {
  private static let now = Instant(secondsSinceEpoch: 1_700_000_000)
  private let key: JSONWebKey
  private let issuer: IssuerKeys

  init() throws {
    key = try JSONWebKey.generate(for: .es256, keyID: "1")
    issuer = IssuerKeys(
      issuer: "https://as.example", endpoint: try Endpoint("https://as.example/keys"),
      keys: try JSONWebKeySet([try #require(key.publicKey)]), idTokenAlgorithms: [.es256], rules: .init())
  }

  /// What the command says of a token; the library, which an API uses, decides the same.
  private func verify(
    type: String = "at+jwt", by other: JSONWebKey? = nil, _ change: (inout JSON.Object) -> Void = { _ in }
  ) throws -> Verification {
    var claims = JSON.Object()
    for (name, value) in [
      ("iss", "https://as.example"), ("aud", "api"), ("sub", "ada"), ("client_id", "app"), ("jti", "1"),
    ] {
      claims[name] = .string(value)
    }
    claims["iat"] = JSON(Self.now.secondsSinceEpoch)
    claims["exp"] = JSON(Self.now.secondsSinceEpoch + 60)
    claims["scope"] = "a b"
    change(&claims)
    let text = try JSONWebSignature.sign(
      JSON.object(claims).encoded(), type: type, with: other ?? key, algorithm: .es256)
    let verification = Verification(ofAccessToken: text, verifiedBy: issuer, to: "api", at: Self.now)
    let code = try refusal {
      try JWTAccessToken(
        verifying: text, verifiedBy: issuer.keys, allowing: .asymmetric, from: issuer.issuer, to: "api", at: Self.now)
    }
    #expect(verification.firstFailure?.error.code == code)
    return verification
  }

  private func verdicts(_ verification: Verification) -> [String] {
    (verification.json["checks"]?.array ?? []).map { "\($0["check"]?.string ?? "") \($0["verdict"]?.string ?? "")" }
  }

  private static let names = ["form", "type", "signature", "claims", "issuer", "audience", "time"]

  @Test("a good token passes every check, and says whose it is")
  func accepted() throws {
    let verification = try verify()
    #expect(verdicts(verification) == Self.names.map { $0 + " passed" })
    let facts = verification.json["facts"]
    #expect(facts?["subject"] == "ada" && facts?["client_id"] == "app" && facts?["scopes"] == "a b")
  }

  @Test("what fails late has passed what comes before, and nothing is said after it")
  func late() throws {
    let late: [(Verification, String, OAuthError.Code)] = [
      (try verify { $0["iss"] = "https://evil.example" }, "issuer", .accessTokenIssuerMismatch),
      (try verify { $0["aud"] = "other" }, "audience", .accessTokenAudienceMismatch),
      (try verify { $0["exp"] = JSON(Self.now.secondsSinceEpoch - 60) }, "time", .expiredAccessToken),
    ]
    for (verification, name, code) in late {
      #expect(verification.firstFailure?.name == name && verification.firstFailure?.error.code == code)
      let place = Self.names.firstIndex(of: name) ?? 0
      let expected = Self.names.enumerated().map { index, name in
        "\(name) \(index < place ? "passed" : index == place ? "failed" : "not_reached")"
      }
      #expect(verdicts(verification) == expected && verification.json["facts"] == [:])
    }
  }

  @Test("another type, another key, a claim that is missing or malformed")
  func early() throws {
    let strange = try JSONWebKey.generate(for: .es256, keyID: "1")
    #expect(try verify(type: "JWT").firstFailure?.name == "type")
    #expect(try verify(by: strange).firstFailure?.name == "signature")
    #expect(try verify { $0["scope"] = 5 }.firstFailure?.name == "claims")
    for name in ["iss", "exp", "aud", "sub", "client_id", "iat", "jti"] {
      let verification = try verify { $0[name] = nil }
      #expect(verification.firstFailure?.name == "presence", "\(name)")
      #expect(verdicts(verification).suffix(3) == ["issuer not_reached", "audience not_reached", "time not_reached"])
    }
  }

  /// A token as an issuer writes it: its type, and what is other than in one of RFC 9068.
  struct Written: Sendable {
    let profile: AccessTokenProfile
    let type: String?
    let claims: [String: JSON]
    let absent: String
  }

  @Test(
    "a token as its issuer writes it passes by the issuer's profile, and not by RFC 9068",
    arguments: [
      Written(profile: .keycloak, type: "JWT", claims: ["typ": "Bearer", "azp": "app"], absent: "client_id"),
      Written(profile: .entra, type: "JWT", claims: ["azp": "app", "scp": "a b"], absent: "scope"),
      Written(profile: .auth0, type: "JWT", claims: ["azp": "app"], absent: "client_id"),
      Written(profile: .okta, type: nil, claims: ["cid": "app", "scp": ["a", "b"]], absent: "scope"),
      Written(profile: .cognito, type: nil, claims: ["token_use": "access"], absent: "aud"),
    ])
  func profiles(written: Written) throws {
    var claims = JSON.Object()
    for (name, value) in [
      ("iss", "https://as.example"), ("aud", "api"), ("sub", "ada"), ("client_id", "app"), ("jti", "1"),
      ("scope", "a b"),
    ] {
      claims[name] = .string(value)
    }
    claims["iat"] = JSON(Self.now.secondsSinceEpoch)
    claims["exp"] = JSON(Self.now.secondsSinceEpoch + 60)
    for (name, value) in written.claims { claims[name] = value }
    claims[written.absent] = nil
    let text = try JSONWebSignature.sign(
      JSON.object(claims).encoded(), type: written.type, with: key, algorithm: .es256)
    func verify(as profile: AccessTokenProfile, to audience: String = "api") -> Verification {
      Verification(ofAccessToken: text, verifiedBy: issuer, to: audience, as: profile, at: Self.now)
    }
    let own = verify(as: written.profile)
    #expect(own.firstFailure == nil)
    let isNamed = written.absent != "aud"
    #expect(verdicts(own).contains(isNamed ? "audience passed" : "audience not_asked"))
    #expect(verify(as: written.profile, to: "other").firstFailure?.name == (isNamed ? "audience" : nil))
    let facts = own.json["facts"]
    #expect(facts?["client_id"] == "app" && facts?["scopes"] == "a b")
    #expect(verify(as: .rfc9068).firstFailure?.name == "type")
  }

  @Test(
    "a text that is no JWT has only its form to fail: an opaque token is called that",
    arguments: [
      ("a.b", true), ("2YotnFZFEjr1zCsicMWpAA", true), ("a.b.c", false), ("a..c", false), ("a.b.c.d.e", false),
    ])
  func form(text: String, isOpaque: Bool) {
    let verification = Verification(ofAccessToken: Secret(text), verifiedBy: issuer, to: "api", at: Self.now)
    let message = verification.firstFailure?.error.message ?? ""
    #expect(message.hasPrefix("The token is opaque") == isOpaque, "\(message)")
    #expect(verdicts(verification) == ["form failed"] + Self.names.dropFirst().map { $0 + " not_reached" })
  }
}
