package import WayleaveWire

/// The body of a request, from options as curl has them.
package struct RequestBody {
  package let bytes: [UInt8]
  package let contentType: String

  /// What the options ask for; each text may be `@FILE`.
  package struct Pieces {
    /// `-d`: of a file, line breaks and zero bytes are left out, as curl does.
    package let data: [String]
    /// `--data-binary`: a file is sent as it is.
    package let binary: [String]
    /// `-F`: parts of a multipart body.
    package let parts: [String]
    /// `-f`: members of a JSON object.
    package let fields: [String]
    /// `--json-body`: a file with JSON, or `-`.
    package let json: String?

    package init(
      data: [String] = [], binary: [String] = [], parts: [String] = [], fields: [String] = [], json: String? = nil
    ) {
      self.data = data
      self.binary = binary
      self.parts = parts
      self.fields = fields
      self.json = json
    }

    /// Whether they are for more than one body.
    package var isContradictory: Bool {
      [!data.isEmpty || !binary.isEmpty, !parts.isEmpty, !fields.isEmpty, json != nil].count(where: \.self) > 1
    }
  }

  /// A form, JSON, a multipart body with this boundary, or nil when no option asks for a body.
  package init?(
    _ pieces: Pieces, boundary: String, reading read: (String) throws(OAuthError) -> [UInt8]
  ) throws(OAuthError) {
    if let bytes = try Self.json(pieces, reading: read) {
      self.bytes = bytes
      contentType = ContentType.json
      return
    }
    guard pieces.data.isEmpty, pieces.binary.isEmpty else {
      let texts = try pieces.data.map { (text) throws(OAuthError) in
        try Self.content(of: text, reading: read) { $0.filter { !Self.leftOut.contains($0) } }
      }
      let binary = try pieces.binary.map { (text) throws(OAuthError) in
        try Self.content(of: text, reading: read) { $0 }
      }
      bytes = Array((texts + binary).joined(separator: [UInt8(ascii: "&")]))
      contentType = ContentType.form
      return
    }
    guard !pieces.parts.isEmpty else { return nil }
    bytes = try Self.multipart(pieces.parts, boundary: boundary, reading: read)
    contentType = "multipart/form-data; boundary=\(boundary)"
  }

  /// Whether the bytes are JSON, whatever their type says.
  package var looksLikeJSON: Bool { JSON(readingDocument: bytes) != nil }

  /// The JSON of `-f` and `--json-body`; of a file, the bytes as they are.
  private static func json(
    _ pieces: Pieces, reading read: (String) throws(OAuthError) -> [UInt8]
  ) throws(OAuthError) -> [UInt8]? {
    if !pieces.fields.isEmpty { return try FieldObject(pieces.fields).json.encoded() }
    guard let file = pieces.json else { return nil }
    let bytes = try read(file)
    do throws(OAuthError) { _ = try JSON(decoding: bytes, maximumDepth: JSON.shownDepth) } catch {
      throw .noJSON(in: file, error)
    }
    return bytes
  }

  /// "Carriage returns, newlines and null bytes are stripped out": the manual of curl on `--data`.
  private static let leftOut: [UInt8] = [0, UInt8(ascii: "\r"), UInt8(ascii: "\n")]

  /// A text as it was typed, or the file that it names.
  private static func content(
    of text: String, reading read: (String) throws(OAuthError) -> [UInt8], cleaning clean: ([UInt8]) -> [UInt8]
  ) throws(OAuthError) -> [UInt8] {
    text.hasPrefix("@") ? clean(try read(String(text.dropFirst()))) : Array(text.utf8)
  }

  private static func multipart(
    _ parts: [String], boundary: String, reading read: (String) throws(OAuthError) -> [UInt8]
  ) throws(OAuthError) -> [UInt8] {
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
        + (try path.map { (path) throws(OAuthError) in try read(path) } ?? Array(value.utf8))
      body += Array("\r\n".utf8)
    }
    return body + Array("--\(boundary)--\r\n".utf8)
  }

  /// A name that cannot end its quotes or its line: RFC 7578 §4.2 leaves that to percent-encoding.
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
  fileprivate static func noJSON(in file: String, _ error: OAuthError) -> OAuthError {
    let place = file == "-" ? "standard input" : "“\(DisplayText.clean(file))”"
    return OAuthError(
      .invalidValue, message: "The body in \(place) cannot be sent as JSON. \(error.message)", rule: .rfc(8259, "2"),
      expected: error.expected, received: error.received,
      remedy: "Correct it, or send it as it is: --data-binary @FILE -H 'Content-Type: …'.")
  }

  fileprivate static func malformedPart(_ part: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "“\(DisplayText.clean(part))” is neither name=value nor name=@FILE.",
      rule: .rfc(7578, "4.2"), remedy: "Give each part of -F a name.")
  }
}
