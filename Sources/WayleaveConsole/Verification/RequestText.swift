import HTTPTypes
import WayleaveWire

/// A request as text in a file: the request line, the header fields, an empty line, the body.
///
/// RFC 9112 §2.1. The request line may have the whole URL, as `wayleave request --dry-run` prints it. With a bare path
/// the server is that of the `Host` field, over https.
struct RequestText {
  let request: RequestMessage

  /// More header fields than this: the text is not a request.
  private static let maximumFields = 200

  /// Reads a text; throws `oauth1.malformed_request`.
  init(_ bytes: [UInt8]) throws(OAuthError) {
    var lines = Lines(bytes)
    let words = (lines.next() ?? "").split(separator: " ")
    guard words.count == 2 || (words.count == 3 && words[2].hasPrefix("HTTP/")),
      let method = HTTPRequest.Method(String(words[0]))
    else { throw .malformedRequestText("a request line such as “GET https://api.example.com/me HTTP/1.1”") }
    var fields = HTTPFields()
    var host: String?
    while let line = lines.next(), !line.isEmpty {
      guard fields.count < Self.maximumFields else {
        throw .malformedRequestText("at most \(Self.maximumFields) fields")
      }
      guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
        throw .malformedRequestText("header fields as “Name: value”, one in each line")
      }
      let value = String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
      if String(line[..<colon]).utf8.map(\.lowercased).elementsEqual("host".utf8) {
        host = value
      } else {
        fields.append(HTTPField(name: name, value: value))
      }
    }
    var request = RequestMessage(method, to: try Self.address(String(words[1]), host: host))
    request.head.headerFields = fields
    request.body = Self.body(lines.rest, of: fields)
    self.request = request
  }

  private static func address(_ target: String, host: String?) throws(OAuthError) -> AbsoluteURL {
    if target.contains("://"), !target.hasPrefix("/") { return try AbsoluteURL(target) }
    guard target.hasPrefix("/"), let host else {
      throw .malformedRequestText("a whole URL in the request line, or a path and a Host field")
    }
    return try AbsoluteURL("https://\(host)\(target)")
  }

  /// Editors end a file with a line break. Without a length it is not part of the body.
  private static func body(_ bytes: [UInt8], of fields: HTTPFields) -> [UInt8] {
    if let length = fields[.contentLength].flatMap({ Int($0) }), length >= 0 { return Array(bytes.prefix(length)) }
    var body = bytes
    if body.last == UInt8(ascii: "\n") { body.removeLast() }
    if body.last == UInt8(ascii: "\r") { body.removeLast() }
    return body
  }
}

/// Lines that end with LF or CRLF.
private struct Lines {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes after the lines that were read.
  var rest: [UInt8] { Array(bytes[position...]) }

  mutating func next() -> String? {
    guard position < bytes.count else { return nil }
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    var line = bytes[position..<end]
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    position = min(end + 1, bytes.endIndex)
    return String(decoding: line, as: UTF8.self)
  }
}

extension OAuthError {
  fileprivate static func malformedRequestText(_ expected: String) -> OAuthError {
    OAuthError(
      .malformedSignedRequest, message: "The request cannot be read: it needs \(expected).", rule: .rfc(9112, "2.1"),
      remedy: "Give the request as it was sent: the request line, the header fields, an empty line, the body.")
  }
}
