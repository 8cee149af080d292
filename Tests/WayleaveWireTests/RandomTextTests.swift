import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("Unguessable text")
struct RandomTextTests {
  @Test("as many bytes and characters are drawn as were asked for", arguments: [0, 1, 7, 8, 9, 10, 11, 31, 32, 33, 64])
  func lengths(count: Int) throws {
    var random = SystemRandomNumberGenerator()
    #expect(RandomText.bytes(count, using: &random).count == count)
    #expect(RandomText.alphanumeric(count, using: &random).utf8.count == count)
    #expect(try #require(Base64.url.decode(RandomText.base64URL(bytes: count, using: &random))).count == count)
  }

  @Test("only the characters of the alphabet are drawn, and all of them")
  func alphabets() {
    var random = SeededGenerator(seed: 1)
    let alphanumeric = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    #expect(Set(RandomText.alphanumeric(5000, using: &random)) == alphanumeric)
    #expect(Set(RandomText.base64URL(bytes: 5000, using: &random)) == alphanumeric.union("-_"))
    #expect(Set(RandomText.bytes(5000, using: &random)).count == 256)
  }

  @Test("the same generator draws the same text, another another")
  func reproducible() {
    func draw(_ seed: UInt64) -> [String] {
      var random = SeededGenerator(seed: seed)
      return [RandomText.base64URL(bytes: 32, using: &random), RandomText.alphanumeric(32, using: &random)]
    }
    #expect(draw(1) == draw(1))
    #expect(draw(1)[0] != draw(2)[0] && draw(1)[1] != draw(2)[1])
  }

  @Test("every bit of a drawn word is used once")
  func bytesOfWords() {
    struct Fixed: RandomNumberGenerator {
      func next() -> UInt64 { 0x0807_0605_0403_0201 }
    }
    var random = Fixed()
    #expect(RandomText.bytes(10, using: &random) == [1, 2, 3, 4, 5, 6, 7, 8, 1, 2])
  }

  @Test("a hundred thousand texts are all different")
  func distinct() {
    var random = SystemRandomNumberGenerator()
    var states: Set<String> = []
    var nonces: Set<String> = []
    for _ in 0..<100_000 {
      states.insert(RandomText.base64URL(bytes: 16, using: &random))
      nonces.insert(RandomText.alphanumeric(22, using: &random))
    }
    #expect(states.count == 100_000 && nonces.count == 100_000)
  }

  @Test("every letter and digit is equally likely")
  func noBias() {
    var random = SeededGenerator(seed: 62)
    let draws = 620_000
    var counts: [UInt8: Int] = [:]
    for character in RandomText.alphanumeric(draws, using: &random).utf8 { counts[character, default: 0] += 1 }
    let mean = Double(draws) / 62
    let chiSquare = counts.values.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
    // 61 degrees of freedom: beyond 110 once in ten thousand seeds; taking 62 and 63 modulo would give about 19 000.
    #expect(counts.count == 62)
    #expect(chiSquare < 110)
  }
}
