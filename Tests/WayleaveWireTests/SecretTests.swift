import Foundation
import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("A secret is never seen by accident")
struct SecretTests {
  private struct Holder {
    let name = "holder"
    let secret: Secret?
    let several: [Secret]
    let named: [String: Secret]
  }

  private static let text = "s3cret-value"
  private let secret = Secret(SecretTests.text)

  private func dumped(_ value: Any) -> String {
    var output = ""
    dump(value, to: &output)
    return output
  }

  private func printed(_ value: Any) -> String {
    var output = ""
    print(value, to: &output)
    debugPrint(value, to: &output)
    return output
  }

  @Test("194: no way of turning a value into text shows it, by itself or inside others")
  func neverInText() throws {
    let holder = Holder(secret: secret, several: [secret], named: ["a": secret])
    for value in [secret, holder, [secret], Optional(secret) as Any, (1, secret), ["a": secret]] as [Any] {
      let texts = [
        String(describing: value), String(reflecting: value), "\(value)", dumped(value), printed(value),
        String(describing: Mirror(reflecting: value)),
      ]
      for text in texts {
        #expect(!text.contains(Self.text))
        // The bytes as a list of numbers would tell as much.
        #expect(!text.contains("115") && !text.contains("storage"))
      }
    }
    #expect("\(secret)" == "<secret>" && String(reflecting: secret) == "<secret>")
  }

  @Test("a mirror has no children, and neither Codable nor an existential cast gets in")
  func noWayIn() {
    #expect(Mirror(reflecting: secret).children.isEmpty)
    #expect(!((secret as Any) is any Encodable))
    #expect(!((secret as Any) is any Decodable))
    #expect(!((secret as Any) is any LosslessStringConvertible))
  }

  @Test("an error shows a secret by its fingerprint, an empty and an absent one in words")
  func inErrors() {
    #expect(OAuthError.Received.redacted(secret).description == "a value with fingerprint \(secret.fingerprint)")
    #expect(OAuthError.Received.redacted(Secret("")).description == "an empty value")
    #expect(OAuthError.Received.redacted(nil) == .nothing)
  }

  @Test("the value is there for those who ask by name")
  func exposed() {
    #expect(secret.exposedText == Self.text)
    #expect(secret.exposedBytes == Array(Self.text.utf8))
    #expect(secret.withExposedBytes { Array($0) } == Array(Self.text.utf8))
    #expect(secret.count == 12 && !secret.isEmpty && Secret("").isEmpty)
    #expect(Secret([0xFF, 0x00]).exposedBytes == [0xFF, 0x00])
    #expect(Secret([0xFF]).exposedText == "\u{FFFD}")
  }

  @Test(
    "FIPS 180-4: the fingerprint is the beginning of the SHA-256", arguments: [("abc", "ba7816bf"), ("", "e3b0c442")])
  func fingerprint(text: String, digits: String) {
    #expect(Secret(text).fingerprint == digits)
  }

  @Test("secrets are equal when their bytes are")
  func equality() {
    #expect(secret == Secret(Array(Self.text.utf8)))
    #expect(secret != Secret(Self.text + "x"))
    #expect(secret != Secret("S3cret-value"))
    #expect(Secret("\u{E9}") != Secret("e\u{301}"))
    #expect(Secret("") == Secret([]))
  }

  #if os(Linux)
    @Test("193: the bytes are overwritten when the last copy is released", arguments: [64, 512, 4096])
    func overwritten(count: Int) throws {
      // Not a pointer: what is released is read by the system's view of this process.
      let memory = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/mem"))
      var after = [UInt8](repeating: 0, count: count)
      func read(_ address: UInt) -> Int { pread(memory.fileDescriptor, &after, count, Int(address)) }
      var first: Secret? = Secret([UInt8](repeating: 0xA7, count: count))
      var second = first
      let address = try #require(first).withExposedBytes { UInt(bitPattern: $0.baseAddress) }
      first = nil
      #expect(second?.count == count)
      #expect(read(address) == count && after.allSatisfy { $0 == 0xA7 })
      second = nil
      #expect(read(address) == count)
      #expect(!after.contains(0xA7))
    }
  #endif

  @Test("a copy outlives the first holder")
  func copies() {
    var first: Secret? = Secret(Self.text)
    let bytes = first?.exposedBytes
    let second = first
    first = nil
    #expect(second?.exposedText == Self.text)
    #expect(bytes == Array(Self.text.utf8))
  }
}

@Suite("Comparison")
struct ConstantTimeTests {
  @Test("bytes are equal only when all of them are")
  func equal() {
    var random = SeededGenerator(seed: 6)
    for length in 0..<70 {
      let bytes = random.bytes(length)
      #expect(ConstantTime.equal(bytes, Array(bytes)))
      #expect(!ConstantTime.equal(bytes, bytes + [0]))
      for index in bytes.indices {
        var other = bytes
        other[index] ^= 1 << (random.next() % 8)
        #expect(!ConstantTime.equal(bytes, other))
      }
    }
  }

  @Test("collections of different kinds are compared")
  func kinds() {
    #expect(ConstantTime.equal("abc".utf8, Data("abc".utf8)))
    #expect(ConstantTime.equal(Array("xabc".utf8).dropFirst(), "abc".utf8))
    #expect(!ConstantTime.equal("abc".utf8, "abd".utf8))
  }

  @Test("RFC 8414 §4: texts that are canonically equivalent do not have the same bytes")
  func sameBytes() {
    #expect("\u{E9}" == "e\u{301}")
    #expect(!"\u{E9}".hasSameBytes(as: "e\u{301}"))
    #expect(!"K".hasSameBytes(as: "\u{212A}"))
    #expect("https://a.example".hasSameBytes(as: "https://a.example"))
    #expect(!"https://a.example".hasSameBytes(as: "https://a.example/"))
  }
}
