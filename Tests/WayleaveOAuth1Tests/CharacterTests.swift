import HTTPTypes
import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveOAuth1

@Suite("What the fast paths decide is what the floor below decides")
struct CharacterTests {
  @Test("the words of bits hold the unreserved and the legal characters")
  func characters() throws {
    for byte in UInt8.min...UInt8.max {
      #expect(byte.isUnreservedCharacter == byte.isUnreserved)
      let legal = byte.isUnreserved || ":/?[]@!$&'()*+,;=".utf8.contains(byte)
      #expect(byte.isLegalInTarget == legal)
      let digits = "0123456789abcdef".utf8.map { $0 }
      #expect(byte.hexadecimalDigitValue.map(Int.init) == digits.firstIndex(of: byte.lowercased))
    }
  }

  @Test("a host is taken at a glance only when AbsoluteURL takes it as it stands")
  func hosts() throws {
    var random = SeededGenerator(seed: 3412)
    var taken = 0
    for length in 0..<4000 {
      let host = String(decoding: random.bytes(length % 9, from: Array("ab1.-0x_:A".utf8)), as: UTF8.self)
      let head = HTTPRequest(method: .get, scheme: "https", authority: host, path: "/")
      let expected = try? AbsoluteURL("https://\(host)")
      let target = try? RequestTarget(of: RequestMessage(head))
      #expect(target?.authority == expected?.authority, "\(host)")
      taken += target == nil ? 0 : 1
    }
    #expect(taken > 400)
  }

  @Test("a base string of any form is the one that Form and a plain sort make")
  func baseStrings() throws {
    var random = SeededGenerator(seed: 34132)
    for length in 0..<1000 {
      let text = random.bytes(length % 50, from: Array("ab=&%4+ \u{E9}.~1*".utf8))
      var request = RequestMessage(.post, to: try AbsoluteURL("https://api.example.com/"))
      request.head.headerFields[.contentType] = ContentType.form
      request.body = text
      let expected = (try? Form(decoding: text)).map(normalized)
      let baseString = try? SignatureBaseString(of: request, protocolParameters: Form())
      #expect(baseString?.normalizedParameters == expected)
      #expect(
        baseString?.bytes
          == expected.map { Array("POST&https%3A%2F%2Fapi.example.com%2F&".utf8) + PercentEncoding.encode($0) })
    }
  }

  /// RFC 5849 §3.4.1.3.2 word for word.
  private func normalized(_ form: Form) -> [UInt8] {
    let pairs = form.fields.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
    let sorted = pairs.sorted {
      $0.0 == $1.0 ? $0.1.lexicographicallyPrecedes($1.1) : $0.0.lexicographicallyPrecedes($1.0)
    }
    return Array(sorted.map { $0.0 + Array("=".utf8) + $0.1 }.joined(separator: Array("&".utf8)))
  }

  @Test("an arena grows without losing what it holds")
  func growth() {
    var arena = ByteArena(capacity: 1)
    var expected: [UInt8] = []
    for byte in (0..<1000).map({ UInt8(truncatingIfNeeded: $0) }) {
      withUnsafePointer(to: byte) { arena.append(encoding: UnsafeBufferPointer(start: $0, count: 1)) }
      expected += PercentEncoding.encode([byte])
    }
    #expect(Array(arena.bytes) == expected)
  }
}
