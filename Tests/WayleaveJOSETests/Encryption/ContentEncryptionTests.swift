import Crypto
import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveJOSE

@Suite("RFC 7518 §5: content encryption")
struct ContentEncryptionTests {
  @Test("§5.2 and Appendix B: the examples of AES-CBC with HMAC", arguments: 0..<3)
  func appendixB(index: Int) throws {
    let vectors = try VectorFile.read("jwe_parts")
    let example = try vectors.value(at: "cbc.\(index)").present()
    let content = try ContentEncryption(rawValue: example.text("enc")).present()
    let key = SymmetricKey(data: try example.bytes("key"))
    let (plaintext, authenticated) = (try vectors.text("cbc_plaintext").utf8, try vectors.text("cbc_aad").utf8)
    let sealed = try content.seal(
      Array(plaintext), key: key, initializationVector: vectors.bytes("cbc_iv"), authenticating: Array(authenticated)
    ).present()
    #expect(try sealed.tag == example.bytes("tag"))
    #expect(content.open(sealed, key: key, authenticating: Array(authenticated)) == Array(plaintext))
  }

  @Test("what was encrypted is decrypted, an empty text included", arguments: ContentEncryption.allCases)
  func roundTrip(content: ContentEncryption) throws {
    for plaintext in [[], [7], Array(repeating: 7, count: 16), Array(repeating: 7, count: 1000)] as [[UInt8]] {
      let sample = try Sample(content, plaintext: plaintext)
      #expect(sample.opened() == plaintext)
    }
  }

  @Test("one changed bit anywhere, and nothing comes out", arguments: ContentEncryption.allCases)
  func tampered(content: ContentEncryption) throws {
    let sample = try Sample(content, plaintext: Array("Live long and prosper.".utf8))
    #expect(sample.opened() != nil)
    for bit in 0..<8 {
      #expect(sample.changed(vector: { $0[0] ^= 1 << bit }).opened() == nil)
      #expect(sample.changed(ciphertext: { $0[0] ^= 1 << bit }).opened() == nil)
      #expect(sample.changed(tag: { $0[0] ^= 1 << bit }).opened() == nil)
    }
    #expect(sample.opened(authenticating: []) == nil)
    #expect(sample.opened(authenticating: Array("headeR".utf8)) == nil)
    #expect(sample.opened(key: SymmetricKey(size: .init(bitCount: content.keySize * 8))) == nil)
  }

  @Test("§5.2.2.1 and §5.3: a vector or tag of another length is refused", arguments: ContentEncryption.allCases)
  func lengths(content: ContentEncryption) throws {
    let sample = try Sample(content, plaintext: Array("Live long and prosper.".utf8))
    #expect(sample.changed(vector: { $0.append(0) }).opened() == nil)
    #expect(sample.changed(vector: { $0.removeLast() }).opened() == nil)
    #expect(sample.changed(vector: { $0 = [] }).opened() == nil)
    #expect(sample.changed(tag: { $0.append(0) }).opened() == nil)
    #expect(sample.changed(tag: { $0 = Array($0.prefix(12)) }).opened() == nil)
    #expect(sample.changed(tag: { $0 = [] }).opened() == nil)
    #expect(sample.changed(ciphertext: { $0.removeLast() }).opened() == nil)
    #expect(sample.changed(ciphertext: { $0 = [] }).opened() == nil)
  }

  @Test("a vector that does not fit encrypts nothing", arguments: ContentEncryption.allCases)
  func unusableVector(content: ContentEncryption) {
    let key = SymmetricKey(size: .init(bitCount: content.keySize * 8))
    #expect(content.seal([1], key: key, initializationVector: [1, 2, 3], authenticating: []) == nil)
  }

  private struct Sample {
    let content: ContentEncryption
    let key: SymmetricKey
    var sealed: SealedContent

    init(_ content: ContentEncryption, plaintext: [UInt8]) throws {
      self.content = content
      key = SymmetricKey(size: .init(bitCount: content.keySize * 8))
      sealed = try #require(
        content.seal(
          plaintext, key: key, initializationVector: Array(repeating: 5, count: content.initializationVectorSize),
          authenticating: Array("header".utf8)))
    }

    func opened(key other: SymmetricKey? = nil, authenticating: [UInt8] = Array("header".utf8)) -> [UInt8]? {
      content.open(sealed, key: other ?? key, authenticating: authenticating)
    }

    func changed(
      vector: (inout [UInt8]) -> Void = { _ in }, ciphertext: (inout [UInt8]) -> Void = { _ in },
      tag: (inout [UInt8]) -> Void = { _ in }
    ) -> Sample {
      var parts = (sealed.initializationVector, sealed.ciphertext, sealed.tag)
      vector(&parts.0)
      ciphertext(&parts.1)
      tag(&parts.2)
      var changed = self
      changed.sealed = SealedContent(initializationVector: parts.0, ciphertext: parts.1, tag: parts.2)
      return changed
    }
  }
}
