import Testing
import WayleaveWire

@Suite("RFC 8259: texts of an object that is read when it is asked for")
struct LazyTextTests {
  private static let objects = [
    #"{"a":"plain","b":"","c":null,"d":7,"e":{"a":"inner"},"f":"esc\u0061ped","g":"é","h":"\"\\"}"#,
    // A name with an escape has all of it read into values.
    #"{"a":"plain","b":"","c":null,"d":7,"e":{"a":"inner"},"f":"esc\u0061ped","g":"é","h":"\"\\","\u0078":1}"#,
  ]

  @Test("a text is given by its bytes, however it is written; what is no text is none", arguments: objects)
  func texts(json: String) throws {
    let object = try JSON.LazyObject(decoding: Array(json.utf8))
    func text(_ name: StaticString) -> String? {
      var text: String?
      let isText = object.withText(name) { text = String(decoding: $0, as: UTF8.self) }
      return isText ? text : nil
    }
    #expect(
      text("a") == "plain" && text("b") == "" && text("f") == "escaped" && text("g") == "é" && text("h") == "\"\\")
    #expect(text("c") == nil && text("d") == nil && text("e") == nil && text("zz") == nil && text("") == nil)
  }

  @Test("null and nothing are absent, everything else is there", arguments: objects)
  func absent(json: String) throws {
    let object = try JSON.LazyObject(decoding: Array(json.utf8))
    #expect(object.isAbsent("c") && object.isAbsent("zz") && object.isAbsent("A"))
    #expect(!object.isAbsent("a") && !object.isAbsent("b") && !object.isAbsent("d") && !object.isAbsent("e"))
  }

  @Test("all members but some, in order", arguments: objects)
  func without(json: String) throws {
    let object = try JSON.LazyObject(decoding: Array(json.utf8))
    let rest = object.object(without: ["a", "c", "e", "f", "zz"])
    #expect(rest.members.map(\.name).prefix(4) == ["b", "d", "g", "h"])
    #expect(object.object(without: []) == object.object)
    #expect(object.object(without: ["a", "b", "c", "d", "e", "f", "g", "h", "x"]).members.isEmpty)
  }
}

@Suite("RFC 4086 §5.2: secrets are drawn at once")
struct DrawnSecretTests {
  @Test("a secret is the base64url of as many bytes, from the kernel and from a generator that is handed in")
  func drawn() throws {
    var (system, seeded, again) = (SystemRandomNumberGenerator(), SeededGenerator(seed: 1), SeededGenerator(seed: 1))
    for count in [0, 1, 7, 8, 9, 16, 32, 100, 256, 257, 1000] {
      #expect(Base64.url.decode(RandomText.secret(bytes: count, using: &system).exposedText)?.count == count)
      #expect(RandomText.bytes(count, using: &system).count == count)
      let secret = RandomText.secret(bytes: count, using: &seeded)
      #expect(secret.exposedText == RandomText.base64URL(bytes: count, using: &again))
    }
    #expect(RandomText.bytes(-1, using: &system).isEmpty)
  }

  @Test("two secrets that are drawn together are the two halves of what is drawn")
  func together() throws {
    var (seeded, again) = (SeededGenerator(seed: 2), SeededGenerator(seed: 2))
    let (first, second) = RandomText.twoSecrets(bytes: 32, using: &seeded)
    let all = RandomText.bytes(64, using: &again)
    #expect(Base64.url.decode(first.exposedText) == Array(all[..<32]))
    #expect(Base64.url.decode(second.exposedText) == Array(all[32...]))
  }

  @Test("what the kernel gives does not repeat, and has every bit")
  func spread() {
    var system = SystemRandomNumberGenerator()
    var seen: Set<[UInt8]> = []
    var (ones, zeros): (UInt8, UInt8) = (0, 0)
    for _ in 0..<1000 {
      let bytes = RandomText.bytes(24, using: &system)
      #expect(seen.insert(bytes).inserted)
      for byte in bytes { (ones, zeros) = (ones | byte, zeros | ~byte) }
    }
    #expect(ones == 0xFF && zeros == 0xFF)
  }
}
