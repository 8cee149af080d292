import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7515 §5.2: the published examples")
struct RFCSignatureTests {
  @Test("each compact example is verified by its key", arguments: try examples())
  func verified(vector: JSON) throws {
    let token = try JSONWebSignature(compact: Array(vector.text("compact").utf8))
    #expect(try token.payload(verifiedBy: vector.key(), allowing: .all) == Array(vector.text("payload_utf8").utf8))
  }

  @Test("one changed byte of the payload is refused", arguments: try examples())
  func changed(vector: JSON) throws {
    var text = Array(try vector.text("compact").utf8)
    let point = try text.firstIndex(of: UInt8(ascii: ".")).present()
    text[point + 1] = text[point + 1] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    let code = try refusal {
      try JSONWebSignature(compact: text).payload(verifiedBy: vector.key(), allowing: .all)
    }
    #expect(code == .tokenSignatureMismatch)
  }

  @Test("125: what is not signed is refused")
  func unsecured() throws {
    let vector = try VectorFile.cases("jws_rfc").first { try $0.text("id") == "rfc7515-A.5" }.present()
    let token = try JSONWebSignature(compact: Array(vector.text("compact").utf8))
    let key = try JSONWebKey.generate(for: .es256)
    #expect(try refusal { try token.payload(verifiedBy: key, allowing: .all) } == .unsupportedAlgorithm)
  }

  @Test("132: an unknown extension that must be understood is refused")
  func critical() throws {
    let vector = try VectorFile.cases("jws_rfc").first { try $0.text("id") == "rfc7515-E" }.present()
    #expect(
      try refusal { try JSONWebSignature(compact: Array(vector.text("compact").utf8)) } == .criticalHeader)
  }

  private static func examples() throws -> [JSON] {
    try VectorFile.cases("jws_rfc").filter { vector in
      vector["compact"] != nil && vector["detached"] != true && vector["key"] != nil
    }
  }
}

@Suite("RFC 7515 §5.1: signing")
struct SigningTests {
  @Test("what a fresh key signs, its public part verifies", arguments: SignatureAlgorithm.allCases)
  func roundTrip(algorithm: SignatureAlgorithm) throws {
    let key = try JSONWebKey.generate(for: algorithm)
    let text = try JSONWebSignature.sign(Array("{}".utf8), type: "JWT", with: key, algorithm: algorithm)
    let token = try JSONWebSignature(compact: text.exposedBytes)
    #expect(try token.payload(verifiedBy: key.publicKey ?? key, allowing: [algorithm]) == Array("{}".utf8))
    #expect(token.header.algorithm == algorithm.rawValue && token.header.keyID == key.keyID)
    #expect(token.header.isType("application/jwt") && !token.header.isType("dpop+jwt"))
  }

  @Test("a public key does not sign")
  func publicKey() throws {
    let key = try JSONWebKey.generate(for: .es256).publicKey.present()
    #expect(try refusal { try JSONWebSignature.sign([], with: key, algorithm: .es256) } == .unsupportedKey)
  }
}
