import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("Properties of signed tokens and keys")
struct PropertyTests {
  @Test(
    "any payload is verified as it was signed, and no other text of it is",
    arguments: [SignatureAlgorithm.hs256, .ed25519])
  func anyPayload(algorithm: SignatureAlgorithm) throws {
    var random = SeededGenerator(seed: 7515)
    let key = try JSONWebKey.generate(for: algorithm)
    let open = key.publicKey ?? key
    for length in 0..<100 {
      let payload = random.bytes(length)
      let text = try JSONWebSignature.sign(payload, with: key, algorithm: algorithm).exposedBytes
      #expect(try JSONWebSignature(compact: text).payload(verifiedBy: open, allowing: [algorithm]) == payload)
      var changed = text
      let position = Int.random(in: text.indices, using: &random)
      changed[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      #expect(
        try refusal { try JSONWebSignature(compact: changed).payload(verifiedBy: open, allowing: .all) } != nil,
        "\(length), \(position)")
    }
  }

  @Test("a token cut anywhere is refused")
  func cut() throws {
    let key = try JSONWebKey.generate(for: .es256)
    let text = try JSONWebSignature.sign(Array(#"{"sub":"24400320"}"#.utf8), with: key, algorithm: .es256).exposedBytes
    for length in text.indices {
      let code = try refusal {
        try JSONWebSignature(compact: Array(text.prefix(length))).payload(verifiedBy: key, allowing: .all)
      }
      #expect(code != nil, "\(length)")
    }
  }

  @Test("no bytes make reading crash, and what is read has a header that says the same")
  func anyBytes() throws {
    var random = SeededGenerator(seed: 8725)
    let alphabet = Array(#"eyJhbGciOiJIUzI1NiJ9.{}[]":,ktyRSAnEC_-=\u0x "#.utf8)
    for length in 0..<2000 {
      let bytes = random.bytes(length % 97, from: alphabet)
      for reading in [
        { _ = try JSONWebSignature(compact: bytes) }, { _ = try JSONWebSignature.signatures(json: bytes) },
        { _ = try JSONWebKey(decoding: bytes) }, { _ = try JSONWebKeySet(decoding: bytes) },
        { _ = try JSONWebTokenClaims(decoding: bytes) }, { _ = try JSONWebKey(pem: Secret(bytes)) },
      ] as [() throws -> Void] {
        _ = try refusal(reading)
      }
    }
  }
}
