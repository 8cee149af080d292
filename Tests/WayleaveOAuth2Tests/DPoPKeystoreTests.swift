import Crypto
import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 9449 §11.4: a key that cannot be taken out of its keystore")
struct DPoPKeystoreTests {
  /// A keystore with one key on P-256, which signs in some way.
  private struct Keystore: ExternalSigningKey {
    let publicKey: JSONWebKey
    let sign: @Sendable ([UInt8]) throws -> [UInt8]

    func signature(of bytes: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
      #expect(algorithm == .es256)
      return try sign(bytes)
    }
  }

  private struct Locked: Error {}

  private let key = P256.Signing.PrivateKey()

  private var publicKey: JSONWebKey {
    get throws {
      let point = key.publicKey.rawRepresentation
      var members = JSON.Object()
      members["kty"] = "EC"
      members["crv"] = "P-256"
      members["x"] = .string(Base64.url.encodedText(Array(point.prefix(32))))
      members["y"] = .string(Base64.url.encodedText(Array(point.suffix(32))))
      return try JSONWebKey(members)
    }
  }

  private func keystore(_ sign: @escaping @Sendable ([UInt8]) throws -> [UInt8]) throws -> DPoPKey {
    try DPoPKey(Keystore(publicKey: publicKey, sign: sign))
  }

  private func verified(by key: DPoPKey) throws -> RequestMessage {
    var request = try RequestMessage(.get, to: AbsoluteURL("https://api.example/items"))
    var random = SeededGenerator()
    try request.prove(
      key, token: Secret("not-a-real-token"), at: Instant(secondsSinceEpoch: 1_700_000_000), using: &random)
    return request
  }

  @Test("it makes proofs as any other, and there is nothing of it to write down")
  func proof() throws {
    let kept = try keystore { [key] in try Array(key.signature(for: $0).rawRepresentation) }
    #expect(kept.key == nil)
    let request = try verified(by: kept)
    let proof = try DPoPProof(reading: request)
    try proof.verify(for: request, token: Secret("not-a-real-token"), at: Instant(secondsSinceEpoch: 1_700_000_000))
    #expect(proof.keyThumbprint == kept.thumbprint)
    #expect(try kept.thumbprint == publicKey.thumbprint)
    let same = try keystore { _ in throw Locked() }
    #expect(try kept == same && kept != DPoPKey.generate())
  }

  @Test("a keystore that signs with another key, in another form, or not at all is found before anything is sent")
  func unfit() throws {
    let stranger = P256.Signing.PrivateKey()
    let unfit: [@Sendable ([UInt8]) throws -> [UInt8]] = [
      { try Array(stranger.signature(for: $0).rawRepresentation) },
      { [key] in try Array(key.signature(for: $0).derRepresentation) },
      { _ in [] },
      { _ in throw Locked() },
    ]
    for sign in unfit {
      let error = #expect(throws: OAuthError.self) { try verified(by: keystore(sign)) }
      #expect(error?.code == .unsupportedKey)
    }
  }

  @Test("§4.2: a shared key, or a private one shown as the public half, is none")
  func unsuitable() throws {
    for key in [JSONWebKey(sharedSecret: Secret(String(repeating: "k", count: 32))), try .generate(for: .es256)] {
      #expect(throws: OAuthError.self) { try DPoPKey(Keystore(publicKey: key) { $0 }) }
    }
  }
}
