/// A whole answer of a server, as far as a sign-in reads it.
struct Answer {
  let status: Int
  private let text: String

  /// Reads an answer that says its length; nil while it is not whole.
  init?(_ bytes: [UInt8]) {
    guard let head = Self.end(of: Array("\r\n\r\n".utf8), in: bytes) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let length = Self.value(after: ["\r\ncontent-length: ", "\r\nContent-Length: "], in: text, before: "\r")
    guard bytes.count >= head + (length.flatMap { Int($0) } ?? 0) else { return nil }
    self.text = text
    status = Int(text.dropFirst(9).prefix(3)) ?? 0
  }

  /// Where the browser is sent.
  var location: String? { Self.value(after: ["\r\nlocation: ", "\r\nLocation: "], in: text, before: "\r") }

  /// The code in the place where the browser is sent.
  var code: String? { location.flatMap { Self.value(after: ["?code=", "&code="], in: $0, before: "&") } }

  /// The access token in JSON or in a form.
  var accessToken: String? {
    Self.value(after: ["\"access_token\":\"", "\"access_token\": \""], in: text, before: "\"")
      ?? Self.value(after: ["access_token="], in: text, before: "&")
  }

  func contains(_ part: String) -> Bool { Self.end(of: Array(part.utf8), in: Array(text.utf8)) != nil }

  /// What stands between one of these texts and the next end, or the end of all.
  private static func value(after beginnings: [String], in text: String, before end: Character) -> String? {
    let bytes = Array(text.utf8)
    for beginning in beginnings {
      guard let start = Self.end(of: Array(beginning.utf8), in: bytes) else { continue }
      return String(decoding: bytes[start...].prefix { $0 != end.asciiValue }, as: UTF8.self)
    }
    return nil
  }

  /// The index after the first place of a part.
  private static func end(of part: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      part.withUnsafeBufferPointer { part in
        guard let first = part.first, bytes.count >= part.count else { return nil }
        var index = 0
        while index <= bytes.count - part.count {
          if bytes[index] == first, (1..<part.count).allSatisfy({ bytes[index + $0] == part[$0] }) {
            return index + part.count
          }
          index += 1
        }
        return nil
      }
    }
  }
}
