import Testing
import WayleaveTestSupport
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

  @Test("whether there is a text is known without building it", arguments: objects)
  func isText(json: String) throws {
    let object = try JSON.LazyObject(decoding: Array(json.utf8))
    for (name, isText) in [("a", true), ("b", true), ("c", false), ("d", false), ("e", false)] as [(StaticString, _)] {
      #expect(object.isText(name) == isText, "\(name)")
    }
    #expect(object.isText("f") == true && object.isText("g") == true && object.isText("h") == true)
    #expect(object.isText("zz") == nil && object.isText("") == nil)
  }

  @Test("a secret is compared where it stands; another, or what is no text, is not the same", arguments: objects)
  func secrets(json: String) throws {
    let object = try JSON.LazyObject(decoding: Array(json.utf8))
    #expect(object.hasSecret(Secret("plain"), as: "a") == true && object.hasSecret(Secret("escaped"), as: "f") == true)
    #expect(object.hasSecret(Secret("é"), as: "g") == true && object.hasSecret(Secret(""), as: "b") == true)
    for other in ["", "plai", "plain ", "Plain", "plaim"] { #expect(object.hasSecret(Secret(other), as: "a") == false) }
    #expect(object.hasSecret(Secret("7"), as: "d") == false && object.hasSecret(Secret(""), as: "c") == false)
    #expect(object.hasSecret(Secret(""), as: "zz") == nil)
  }

  @Test("a text ends where it ends, at whatever place in its eight bytes, and whatever stands before its end")
  func ends() throws {
    for length in 0..<40 {
      for end in [#"""#, #"\""#, #""""#, #"é""#, "\u{1}\"", "\u{7F}\"", ""] {
        let json = #"{"a":""# + String(repeating: "x", count: length) + end + ",\"b\":\"yyyyyyyyyyyyyyyyyy\"}"
        let whole = (try? JSON(decoding: Array(json.utf8)))?.object
        let object = try? JSON.LazyObject(decoding: Array(json.utf8))
        #expect(
          object?["a"] == whole?["a"] && object?["b"] == whole?["b"] && (object == nil) == (whole == nil), "\(json)")
      }
    }
  }

  @Test("a text that 16 bits do not measure is read too", arguments: [65534, 65535, 65536, 65537, 200_000])
  func long(length: Int) throws {
    let start = #"{"a":"first","b":""#
    let end = #"","z":"last","n":7}"#
    let filling = String(repeating: "x", count: length - start.utf8.count - end.utf8.count)
    let object = try JSON.LazyObject(decoding: Array((start + filling + end).utf8))
    #expect(object["a"] == "first" && object["b"] == .string(filling) && object["z"] == "last" && object["n"] == 7)
    #expect(object.hasText("last", as: "z") == true && object.isText("b") == true && object.isText("n") == false)
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
