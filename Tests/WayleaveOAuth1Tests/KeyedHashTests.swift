import Crypto
import Testing
import WayleaveTestSupport

@testable import WayleaveOAuth1

@Suite("RFC 2104: HMAC with its key worked in")
struct KeyedHashTests {
  @Test("every key and text gives the code that swift-crypto's HMAC gives, as often as it is asked")
  func differential() {
    var random = SeededGenerator(seed: 2104)
    for length in [0, 1, 19, 20, 63, 64, 65, 127, 128, 129, 200] {
      let (key, text) = (random.bytes(length), random.bytes(length * 3 % 257))
      agree(Insecure.SHA1.self, key, text)
      agree(SHA256.self, key, text)
      agree(SHA512.self, key, text)
    }
  }

  @Test("the published example of RFC 2202 §3, case 2")
  func published() {
    let keyed = KeyedHash<Insecure.SHA1>(key: Array("Jefe".utf8))
    let code: [UInt8] = [
      0xEF, 0xFC, 0xDF, 0x6A, 0xE5, 0xEB, 0x2F, 0xA2, 0xD2, 0x74, 0x16, 0xD5, 0xF1, 0x84, 0xDF, 0x9C, 0x25, 0x9A, 0x7C,
      0x79,
    ]
    #expect(keyed.code(of: Array("what do ya want for nothing?".utf8)) == code)
  }

  private func agree<Function: HashFunction & Sendable>(
    _: Function.Type, _ key: [UInt8], _ text: [UInt8]
  ) where Function.Digest: DigestInPlace {
    let expected = Array(HMAC<Function>.authenticationCode(for: text, using: SymmetricKey(data: key)))
    let keyed = KeyedHash<Function>(key: key)
    #expect(keyed.code(of: text) == expected)
    #expect(keyed.code(of: text) == expected)
  }
}
