import JWTKit
import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

/// The claims that go back and forth.
struct PeerClaims: JWTPayload, Equatable {
  var sub: String

  func verify(using algorithm: some JWTAlgorithm) async throws {}
}

@Suite("RFC 7515: signed tokens that jwt-kit makes and reads")
struct JWTKitPeerTests {
  /// Those that both have.
  static let algorithms: [SignatureAlgorithm] = [
    .hs256, .hs384, .hs512, .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .edDSA,
  ]

  private func collection(_ key: JSONWebKey, _ algorithm: SignatureAlgorithm) async throws -> JWTKeyCollection {
    let keys = JWTKeyCollection()
    switch algorithm {
    case .hs256: await keys.add(hmac: try secret(key), digestAlgorithm: .sha256)
    case .hs384: await keys.add(hmac: try secret(key), digestAlgorithm: .sha384)
    case .hs512: await keys.add(hmac: try secret(key), digestAlgorithm: .sha512)
    default: try await keys.add(jwk: JWK(json: key.exposedJSON.exposedText))
    }
    return keys
  }

  private func secret(_ key: JSONWebKey) throws -> HMACKey {
    let text = try JSON(decoding: key.exposedJSON.exposedBytes)["k"]?.string ?? ""
    return HMACKey(from: Base64.url.decode(text) ?? [])
  }

  @Test("what we sign it verifies", arguments: algorithms)
  func proved(algorithm: SignatureAlgorithm) async throws {
    let key = try JSONWebKey.generate(for: algorithm)
    let text = try JSONWebSignature.sign(Array(#"{"sub":"24400320"}"#.utf8), with: key, algorithm: algorithm)
    let claims = try await collection(key.publicKey ?? key, algorithm).verify(text.exposedText, as: PeerClaims.self)
    #expect(claims == PeerClaims(sub: "24400320"))
  }

  @Test("what it signs we verify", arguments: algorithms)
  func signed(algorithm: SignatureAlgorithm) async throws {
    let key = try JSONWebKey.generate(for: algorithm)
    let hasName = key.publicKey != nil
    let text = try await collection(key, algorithm)
      .sign(PeerClaims(sub: "24400320"), kid: hasName ? key.keyID.map { JWKIdentifier(string: $0) } : nil)
    let token = try JSONWebSignature(compact: Array(text.utf8))
    let payload = try token.payload(provenBy: key.publicKey ?? key, allowing: [algorithm])
    #expect(try JSONWebTokenClaims(decoding: payload).subject == "24400320")
  }

  @Test("125: a token without a signature, which it can make, is refused here")
  func unsigned() async throws {
    let keys = await JWTKeyCollection().addUnsecuredNone()
    let text = try await keys.sign(PeerClaims(sub: "24400320"))
    let token = try JSONWebSignature(compact: Array(text.utf8))
    let key = try JSONWebKey.generate(for: .es256)
    #expect(try refusal { try token.payload(provenBy: key, allowing: [.es256]) } == .unsupportedAlgorithm)
  }
}
