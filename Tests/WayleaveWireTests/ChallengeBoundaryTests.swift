import Testing
import WayleaveWire

@Suite("RFC 9110 §5.6.4, §11.2 and §11.3: each character of a challenge")
struct ChallengeBoundaryTests {
  private let token = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~".utf8)

  private func only(_ header: String) -> Challenge? {
    let list = Challenge.list(in: header)
    return list?.count == 1 ? list?[0] : nil
  }

  @Test("a scheme, a name and a value without quotes are tokens")
  func tokens() {
    for byte in UInt8(0x21)...0x7E where !"=,\"".utf8.contains(byte) {
      let character = String(decoding: [byte], as: UTF8.self)
      let isToken = token.contains(byte)
      #expect(only("x\(character)y")?.scheme == (isToken ? "x\(character)y" : nil), "\(byte)")
      #expect((only("Bearer x\(character)y=z, b=c")?["b"] == "c") == isToken, "\(byte)")
      #expect(only("Bearer x=y\(character)z")?["x"] == (isToken ? "y\(character)z" : nil), "\(byte)")
    }
  }

  @Test("quoted text holds every character but controls; a backslash takes one of them as it is")
  func quotedText() {
    for byte in UInt8.min..<0x80 {
      let character = String(decoding: [byte], as: UTF8.self)
      let isText = byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
      let isPlain = isText && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      #expect(
        only("Bearer x=\"a\(character)\(isPlain ? "" : "b")\"")?["x"]
          == (isPlain ? "a\(character)" : byte == UInt8(ascii: "\\") ? "ab" : nil), "\(byte)")
      #expect(only("Bearer x=\"a\\\(character)\"")?["x"] == (isText ? "a\(character)" : nil), "\(byte)")
    }
  }

  @Test("§11.2: a token68 is of its own characters, with “=” at its end alone")
  func token68() {
    let characters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/".utf8)
    for byte in UInt8(0x21)...0x7E where !"=,\"".utf8.contains(byte) {
      let text = "a/\(String(decoding: [byte], as: UTF8.self))b"
      #expect(only("Negotiate \(text)=")?.token68 == (characters.contains(byte) ? "\(text)=" : nil), "\(byte)")
    }
    #expect(only("Negotiate =") == nil && only("Negotiate a=b=") == nil && only("Negotiate a b") == nil)
  }

  @Test(
    "a name is found by all of its bytes, in lower case",
    arguments: [("realm", "1"), ("REALM", nil), ("real", nil), ("realms", nil), ("", nil), ("scope", "2")]
      as [(String, String?)])
  func names(name: String, value: String?) {
    #expect(only("Bearer ReAlM=1, SCOPE=2")?[name] == value)
  }
}
