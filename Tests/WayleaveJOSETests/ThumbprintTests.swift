import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7638 §3: the thumbprint of a key")
struct ThumbprintTests {
  @Test("JOSE-9: the published thumbprints", arguments: try VectorFile.cases("jwk_thumbprints"))
  func published(vector: JSON) throws {
    let key = try vector.key()
    #expect(try key.thumbprint == vector.text("sha256_thumbprint"))
  }

  @Test("a private key and its public one have the same", arguments: SignatureAlgorithm.allCases)
  func sameForBoth(algorithm: SignatureAlgorithm) throws {
    let key = try JSONWebKey.generate(for: algorithm)
    guard let open = key.publicKey else {
      // That of a shared secret would let anyone try guesses at it.
      #expect(key.thumbprint.isEmpty)
      return
    }
    #expect(open.thumbprint == key.thumbprint && key.thumbprint.utf8.count == 43)
  }
}
