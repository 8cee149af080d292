import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveResourceServer
import WayleaveWire

@Suite("RFC 8725 §3: what is made to look like a token of the issuer opens no API, and is fetched nothing for")
struct ForgedTokenTests {
  private let issuer: ExampleIssuer

  init() throws { issuer = try ExampleIssuer() }

  /// How a token is forged, by someone who has read the issuer's public key.
  enum Forgery: String, CaseIterable {
    case unsigned, unsignedInCapitals, emptySignature, publicKeyAsSecret
    case keyInHeader, addressInHeader, certificateInHeader, otherKeyOfTheName, otherCurve
    case repeatedClaim, noObject, notUTF8, deep, long, encrypted, critical

    func token(of issuer: ExampleIssuer) throws -> Secret {
      let good = try issuer.token()
      let parts = good.exposedText.split(separator: ".").map(String.init)
      let claims = try #require(Base64.url.decode(parts[1]))
      let stranger = try JSONWebKey.generate(for: .es256, keyID: "1")
      switch self {
      case .unsigned: return Self.joined(#"{"alg":"none","typ":"at+jwt"}"#, claims, "")
      case .unsignedInCapitals: return Self.joined(#"{"alg":"NONE","typ":"at+jwt"}"#, claims, "")
      case .emptySignature: return Secret("\(parts[0]).\(parts[1]).")
      case .publicKeyAsSecret:
        let published = Base64.url.encodedText(try #require(issuer.key.publicKey).json.encoded())
        let secret: JSON = ["kty": "oct", "k": .string(published), "kid": "1"]
        return try issuer.token(key: JSONWebKey(decoding: secret.encoded()), by: .hs256)
      case .keyInHeader: return try Self.signed(claims, ["jwk": #require(stranger.publicKey).json], by: stranger)
      case .addressInHeader:
        let addresses: JSON = ["jku": "https://evil.example/keys", "x5u": "https://evil.example/chain"]
        return try Self.signed(claims, addresses, by: stranger)
      case .certificateInHeader: return try Self.signed(claims, ["x5c": ["MIIB"]], by: stranger)
      case .otherKeyOfTheName: return try issuer.token(key: .generate(for: .rs256, keyID: "1"), by: .rs256)
      case .otherCurve: return try issuer.token(key: .generate(for: .es384, keyID: "1"), by: .es384)
      case .repeatedClaim:
        let twice = String(decoding: claims.dropLast(), as: UTF8.self) + #","aud":"https://other.example"}"#
        return try Self.signed(Array(twice.utf8), by: issuer.key)
      case .noObject: return try Self.signed(Array("[\"ravi\"]".utf8), by: issuer.key)
      case .notUTF8: return try Self.signed(claims.dropLast() + [0xFF, 0x7D], by: issuer.key)
      case .deep:
        let open = [UInt8](repeating: UInt8(ascii: "["), count: 20_000)
        return try Self.signed(open, by: issuer.key)
      case .long: return try issuer.token(["padding": .string(String(repeating: "a", count: 70_000))])
      case .encrypted: return Secret("\(parts[0]).\(parts[1]).\(parts[1]).\(parts[1]).\(parts[2])")
      case .critical: return Self.joined(#"{"alg":"ES256","typ":"at+jwt","kid":"1","crit":["exp"]}"#, claims, parts[2])
      }
    }

    var code: OAuthError.Code {
      switch self {
      case .unsigned, .unsignedInCapitals, .publicKeyAsSecret: .unsupportedAlgorithm
      case .emptySignature, .keyInHeader, .addressInHeader, .certificateInHeader: .tokenSignatureMismatch
      case .otherKeyOfTheName, .otherCurve: .unknownKey
      case .repeatedClaim, .noObject, .notUTF8, .deep: .malformedJOSE
      case .long: .oversizedJOSE
      case .encrypted: .malformedAccessToken
      case .critical: .criticalHeader
      }
    }

    private static func joined(_ header: String, _ claims: [UInt8], _ signature: String) -> Secret {
      Secret("\(Base64.url.encodedText(Array(header.utf8))).\(Base64.url.encodedText(claims)).\(signature)")
    }

    private static func signed(_ claims: [UInt8], _ header: JSON = [:], by key: JSONWebKey) throws -> Secret {
      try JSONWebSignature.sign(
        claims, type: "at+jwt", additional: #require(header.object), with: key, algorithm: .es256)
    }
  }

  @Test("291: no forgery is believed, and the log says what it was", arguments: Forgery.allCases)
  func refused(_ forgery: Forgery) async throws {
    let api = try issuer.resource()
    let token = try forgery.token(of: issuer)
    let refused = try #require(await api.refusal(of: request(token)))
    #expect(refused.summary == "401 invalid_token \(forgery.code.rawValue)")
    #expect(Set(issuer.asked).isSubset(of: ["/.well-known/openid-configuration", "/keys"]))
    let said = "\(refused.response.headerFields)\(refused.reason.map { "\($0)" } ?? "")"
    #expect(!said.contains(token.exposedText) && said.utf8.count < 2000)
    // The next honest caller is not held up.
    #expect(try await api.refusal(of: request(issuer.token())) == nil)
  }
}
