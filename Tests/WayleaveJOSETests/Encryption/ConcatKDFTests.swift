import Crypto
import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveJOSE

@Suite("RFC 7518 §4.6.2: the Concat KDF")
struct ConcatKDFTests {
  @Test("Appendix C: the example")
  func appendixC() throws {
    let example = try VectorFile.read("jwe_parts").value(at: "concat_kdf.0").present()
    let derivation = ConcatKDF(
      algorithm: try example.text("algorithm"), partyUInfo: Array(try example.text("party_u").utf8),
      partyVInfo: Array(try example.text("party_v").utf8))
    let key = derivation.key(byteCount: 16, from: try example.bytes("secret"))
    #expect(try key.withUnsafeBytes(Array.init) == example.bytes("key"))
  }

  @Test("a key longer than one hash goes on with the next round", arguments: [16, 24, 32, 48, 64])
  func longer(byteCount: Int) {
    let key = key(byteCount: byteCount)
    #expect(key.count == byteCount)
    #expect(Set(key).count > byteCount / 2)
  }

  @Test("the length of the key, the algorithm and both parties are part of it, and none runs into the next")
  func everyPartCounts() {
    let keys = [
      key(), key(byteCount: 32), key("A256GCM"), key(u: [1]), key(v: [1]), key(u: [1], v: [2]), key(u: [1, 2]),
    ].map { $0.prefix(16) }
    #expect(Set(keys).count == keys.count)
  }

  private func key(
    _ algorithm: String = "A128GCM", u: [UInt8] = [], v: [UInt8] = [], byteCount: Int = 16
  ) -> [UInt8] {
    ConcatKDF(algorithm: algorithm, partyUInfo: u, partyVInfo: v)
      .key(byteCount: byteCount, from: Array(0..<32)).withUnsafeBytes(Array.init)
  }
}
