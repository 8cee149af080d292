import WayleaveWire

/// The body of a request, from options as curl has them.
struct RequestBody {
  let bytes: [UInt8]
  let contentType: String

  /// A form of `-d`, a multipart body of `-F`, or nil when there is neither.
  init?(data: [String], parts: [String]) throws(OAuthError) {
    if !data.isEmpty {
      let pieces = try data.map { (text) throws(OAuthError) in
        text.hasPrefix("@") ? try TextFile.bytes(String(text.dropFirst())) : Array(text.utf8)
      }
      bytes = Array(pieces.joined(separator: [UInt8(ascii: "&")]))
      contentType = ContentType.form
      return
    }
    guard !parts.isEmpty else { return nil }
    var random = SystemRandomNumberGenerator()
    let boundary = RandomText.alphanumeric(32, using: &random)
    bytes = try Self.multipart(parts, boundary: boundary)
    contentType = "multipart/form-data; boundary=\(boundary)"
  }

  private static func multipart(_ parts: [String], boundary: String) throws(OAuthError) -> [UInt8] {
    var body: [UInt8] = []
    for part in parts {
      guard let separator = part.firstIndex(of: "=") else { throw .malformedPart(part) }
      let name = String(part[..<separator])
      let value = String(part[part.index(after: separator)...])
      let path = value.hasPrefix("@") ? String(value.dropFirst()) : nil
      let fileName = path.map { "; filename=\"\(quoted(String($0.split(separator: "/").last ?? "file")))\"" } ?? ""
      body += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(name))\"\(fileName)\r\n".utf8)
      if path != nil { body += Array("Content-Type: application/octet-stream\r\n".utf8) }
      body +=
        Array("\r\n".utf8)
        + (try path.map { (path) throws(OAuthError) in try TextFile.bytes(path) } ?? Array(value.utf8))
      body += Array("\r\n".utf8)
    }
    return body + Array("--\(boundary)--\r\n".utf8)
  }

  /// A name that cannot end its quotes or its line: RFC 7578 §4.2 leaves it to percent-encoding.
  private static func quoted(_ name: String) -> String {
    var text: [UInt8] = []
    for byte in name.utf8 {
      if byte < 0x20 || byte == UInt8(ascii: "\"") {
        PercentEncoding.append(CollectionOfOne(byte), to: &text)
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension OAuthError {
  fileprivate static func malformedPart(_ part: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .rfc(7578, "4.2"), expected: "name=value or name=@FILE", received: .text(part),
      remedy: "Write each part of -F with its name.")
  }
}
