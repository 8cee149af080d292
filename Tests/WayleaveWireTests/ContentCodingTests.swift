import HTTPTypes
import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 9110 §8.4: content codings that come although no one asked for them")
struct ContentCodingTests {
  private func answer(_ body: [UInt8], coding: String?) -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: body)
    response.head.headerFields[.contentEncoding] = coding
    response.head.headerFields[.contentLength] = "\(body.count)"
    return response
  }

  private func bytes(_ vector: JSON, _ name: String) throws -> [UInt8] {
    try #require(Base64.standard.decode(vector[name]?.string ?? "?"))
  }

  @Test("gzip and deflate are undone, also in the forms that servers make of them; a mistaken name is none")
  func vectors() throws {
    let vectors = try VectorFile.cases("content_coding")
    #expect(vectors.count > 20)
    for vector in vectors {
      let name = vector["name"]?.string ?? ""
      let plain = try bytes(vector, "plain")
      var response = answer(try bytes(vector, "coded"), coding: vector["coding"]?.string)
      #expect(response.undoContentCoding(maximumSize: plain.count) == nil, "\(name)")
      #expect(response.body == plain, "\(name)")
      #expect(try refusal { try response.requireDirectAnswer() } == nil, "\(name)")
    }
  }

  @Test("what is undone has no field for the coding, and none for the length that came")
  func fields() throws {
    var response = answer(Self.tenZeros, coding: "gzip")
    #expect(response.undoContentCoding(maximumSize: 100) == nil && response.body == [UInt8](repeating: 0, count: 10))
    #expect(response.head.headerFields[.contentEncoding] == nil && response.head.headerFields[.contentLength] == nil)
    var plain = answer([1], coding: nil)
    #expect(plain.undoContentCoding(maximumSize: 100) == nil && plain.head.headerFields[.contentLength] == "1")
  }

  @Test(
    "79: a coding that is not known stays, with what is under it, and no endpoint's answer may have it",
    arguments: ["br", "zstd", "compress", "gzip, br", "gzip, gzip, gzip"])
  func unknown(coding: String) throws {
    var response = answer(Self.tenZeros, coding: coding)
    #expect(response.undoContentCoding(maximumSize: 100) == nil && response.body == Self.tenZeros)
    #expect(try refusal { try response.requireDirectAnswer() } == .contentCoding)
  }

  @Test("79: of a bomb no more is made than may come, and that is kept", arguments: [0, 1, 1000, 199_999, 200_000])
  func bomb(maximum: Int) {
    // 200,000 zero bytes, by gzip(1).
    let bomb: [UInt8] =
      [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 6, 127, 160]
      + [UInt8](repeating: 0, count: 193) + [128, 215, 0, 123, 88, 224, 92, 64, 13, 3, 0]
    var response = answer(bomb, coding: "gzip")
    #expect(response.undoContentCoding(maximumSize: maximum) == (maximum < 200_000 ? .tooLarge : nil))
    #expect(response.body.count == maximum)
  }

  @Test(
    "79: blocks that have codes and no bytes are work for nothing, and there is a bound for them",
    arguments: [(0, 64, true), (0, 65, false), (6400, 164, true), (6400, 165, false), (6400, 100_000, false)])
  func work(maximum: Int, count: Int, isWhole: Bool) {
    // A block with a code for its end alone, and an empty stored one, which fills the last byte. zlib reads it as well.
    let block: [UInt8] = [0x04, 0xC0, 0x81, 0x08, 0, 0, 0, 0, 0x20, 0x7F, 0xEB, 0x03, 0, 0, 0xFF, 0xFF]
    let body = Array(repeatElement(block, count: count).joined()) + [0x03, 0x00]
    var response = answer(body, coding: "deflate")
    #expect(response.undoContentCoding(maximumSize: maximum) == (isWhole ? nil : .tooLarge))
    #expect(response.body.isEmpty)
  }

  @Test("of a body that is cut at any byte the beginning is there")
  func cut() throws {
    for vector in try VectorFile.cases("content_coding") where vector["coding"]?.string == "deflate" {
      let (coded, plain) = (try bytes(vector, "coded"), try bytes(vector, "plain"))
      for count in Set((1..<coded.count).prefix(60)).union([coded.count / 2, coded.count - 6]) {
        var response = answer(Array(coded.prefix(count)), coding: "deflate")
        let fault = response.undoContentCoding(maximumSize: 1 << 20)
        // Without its checksum a body is whole.
        #expect(fault == .cut || response.body == plain, "\(vector["name"]?.string ?? "") \(count)")
        #expect(plain.starts(with: response.body))
      }
    }
  }

  @Test(
    "what is no compressed body at all is said to be none",
    arguments: [
      // A block of the third kind, a stored one whose length differs from its complement, a distance before the start.
      [0x07, 0x00, 0x00], [0x01, 0x05, 0x00, 0x00, 0x00], [0x63, 0x00, 0x42, 0x00],
      // A dictionary; a code with more words than there is room for.
      [0x78, 0xBB, 0x00, 0x00], [0x05, 0x00, 0x92, 0x24, 0x49, 0x92, 0x24, 0x49, 0x92, 0x24],
    ] as [[UInt8]])
  func malformed(body: [UInt8]) {
    var response = answer(body, coding: "deflate")
    #expect(response.undoContentCoding(maximumSize: 1000) == .malformed)
  }

  @Test("gzip with another method, or with flags that no one knows, is malformed", arguments: [2, 3])
  func head(place: Int) {
    var body = Self.tenZeros
    body[place] = 0xFF
    var response = answer(body, coding: "gzip")
    #expect(response.undoContentCoding(maximumSize: 1000) == .malformed && response.body.isEmpty)
  }

  /// Ten zero bytes, by gzip(1).
  private static let tenZeros: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 99, 96, 128, 1, 0, 118, 104, 138, 227, 10, 0, 0, 0,
  ]
}
