import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

/// Every case of `jwe_rfc.json`, as its `expect` says.
@Suite("RFC 7520 §5: the examples of encryption")
struct EncryptionVectorTests {
  @Test("every published JWE is decrypted or refused as it must be", arguments: 0..<13)
  func published(index: Int) throws {
    let vector = try #require(try VectorFile.cases("jwe_rfc")[index].object)
    let expected = try #require(vector["expect"]?.string)
    switch expected {
    case "decrypts", "decrypts when the caller allows RSA-OAEP with SHA-1":
      #expect(try String(decoding: Self.decrypt(vector), as: UTF8.self) == vector["plaintext"]?.string)
    case "refused: algorithm", "refused: compression":
      #expect(try refusal { try Self.decrypt(vector) } == .unsupportedAlgorithm)
    case "refused: only the compact serialisation is read":
      #expect(vector["compact"] == nil)
      for name in ["flattened", "general"] {
        guard let serialized = vector[name] else { continue }
        #expect(try refusal { try JSONWebEncryption(compact: serialized.encoded()) } == .malformedJOSE)
      }
    default: Issue.record("the expectation is new: \(expected)")
    }
  }

  @Test("every case is looked at")
  func complete() throws {
    #expect(try VectorFile.cases("jwe_rfc").count == 13)
  }

  @Test("RSA-OAEP with SHA-1 is refused where only SHA-256 is allowed")
  func oaepOnRequest() throws {
    let vector = try #require(try VectorFile.cases("jwe_rfc").compactMap(\.object).first { $0["alg"] == "RSA-OAEP" })
    #expect(try refusal { try Self.decrypt(vector) } == nil)
    #expect(
      try refusal { try Self.decrypt(vector, allowing: [.rsaOAEP256, .ecdhES, .a256KW]) } == .unsupportedAlgorithm)
  }

  private static func decrypt(
    _ vector: JSON.Object, allowing algorithms: Set<KeyManagementAlgorithm> = Set(KeyManagementAlgorithm.allCases)
  ) throws -> [UInt8] {
    // The password of PBES2 is no JWK: any key shows that it is not looked at.
    let key = vector["key"] ?? ["kty": "oct", "k": "XctOhJAkA-pD9Lh7ZgW_2A"]
    return try JSONWebEncryption(compact: try #require(vector["compact"]?.string))
      .plaintext(
        decryptedBy: JSONWebKey(try #require(key.object)), allowing: algorithms,
        content: Set(ContentEncryption.allCases))
  }
}
