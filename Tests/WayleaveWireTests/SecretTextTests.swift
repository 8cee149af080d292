import Testing
import WayleaveTestSupport

@testable import WayleaveWire

@Suite("RFC 6750 §2.1 and RFC 7617 §2: secrets as header fields carry them")
struct SecretTextTests {
  @Test("a secret stands behind the word that says what it is, at every length", arguments: 0...17)
  func behindAWord(length: Int) {
    let bytes = Array(UInt8(ascii: "a")...UInt8(ascii: "z")).prefix(length)
    let secret = Secret(Array(bytes))
    #expect(secret.exposedText(after: "Bearer ") == "Bearer " + secret.exposedText)
    #expect(secret.exposedText(after: "") == secret.exposedText)
    #expect(Base64.standard.encodedText(Array(bytes), after: "Basic ") == "Basic " + Base64.standard.encodedText(bytes))
    #expect(Base64.url.encodedText(Array(bytes), after: "") == Base64.url.encodedText(bytes))
    #expect(Base64.url.encodedCount(length) == Base64.url.encode(bytes).count)
    #expect(Base64.standard.encodedCount(length) == (length + 2) / 3 * 4)
  }

  private struct BasicVectors: Decodable {
    struct Case: Decodable {
      let client_id: String
      let client_secret: String
      let header: String
    }
    let cases: [Case]
  }

  @Test("RFC 6749 §2.3.1: every published pair of id and secret is encoded as a form before it is joined")
  func pairs() throws {
    let vectors = try VectorFile.read("client_basic_auth", as: BasicVectors.self).cases
    #expect(vectors.count == 6)
    for vector in vectors {
      let pair = Form.encoded(vector.client_id, Secret(vector.client_secret), separatedBy: UInt8(ascii: ":"))
      #expect(Base64.standard.encodedText(pair, after: "Basic ") == vector.header, "\(vector.client_id)")
      // The colon of the pair is the only one.
      #expect(pair.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).count == 2)
    }
    #expect(Form.encoded("", Secret(""), separatedBy: UInt8(ascii: "=")) == Array("=".utf8))
    #expect(Form.encoded("a b", Secret([0xFF, 0x20]), separatedBy: UInt8(ascii: "=")) == Array("a+b=%FF+".utf8))
  }

  @Test("memory is compared with a text by all of its bytes")
  func memory() {
    func isText(_ bytes: [UInt8], _ text: String) -> Bool {
      bytes.withUnsafeBytes { ConstantTime.equal($0, text) }
    }
    #expect(isText([], "") && isText(Array("caf\u{E9}".utf8), "caf\u{E9}"))
    #expect(!isText(Array("cafe\u{301}".utf8), "caf\u{E9}") && !isText([], "a") && !isText([0x61], ""))
    for index in 0..<20 {
      var bytes = Array("0123456789abcdefghij".utf8)
      bytes[index] ^= 0x80
      #expect(!isText(bytes, "0123456789abcdefghij"), "\(index)")
    }
  }

  @Test("a value of a form that stays secret is written as any other")
  func inForms() throws {
    for name in SecretNames.all {
      var form = Form()
      form.append(name, Secret("s &\u{E9}"))
      #expect(form == Form([(name, "s &\u{E9}")]))
      #expect(try form.secret(of: name) == Secret("s &\u{E9}"))
    }
  }
}
