package import HTTPTypes

/// A form in parts, some of which are files.
///
/// RFC 7578 §4; RFC 2046 §5.1.1 for the boundaries between them.
package struct MultipartForm: Sendable {
  /// One part.
  package struct Part: Sendable {
    /// The name of the field.
    package let name: String
    /// Whether the part names a file.
    package let isFile: Bool
    package let content: ArraySlice<UInt8>
  }

  package let parts: [Part]

  /// Reads the body of a request; nil for one of another type, or that cannot be read.
  package init?(reading request: RequestMessage) {
    guard let type = request.head.headerFields[.contentType],
      ContentType.essence(of: type) == "multipart/form-data", let boundary = Self.parameter("boundary", in: type)
    else { return nil }
    let mark = Array("\r\n--\(boundary)".utf8)
    // The first boundary has no line before it.
    guard request.body.starts(with: mark.dropFirst(2)) else { return nil }
    var rest = request.body[...].dropFirst(mark.count - 2)
    var parts: [Part] = []
    while !rest.starts(with: "--".utf8) {
      guard rest.starts(with: "\r\n".utf8), let end = rest.firstRange(of: mark),
        let part = Part(rest[rest.startIndex..<end.lowerBound].dropFirst(2))
      else { return nil }
      parts.append(part)
      rest = rest[end.upperBound...]
    }
    self.parts = parts
  }

  /// The value of a parameter of a header field, with or without quotes.
  fileprivate static func parameter(_ name: String, in field: String) -> String? {
    pieces(of: field).dropFirst().lazy.compactMap { piece -> String? in
      let pair = piece.drop { $0 == " " || $0 == "\t" }.split(separator: "=", maxSplits: 1)
      return pair.count == 2 && pair[0].lowercased() == name ? unquoted(pair[1]) : nil
    }.first
  }

  /// A field, taken apart at its semicolons; one within quotes is text.
  private static func pieces(of field: String) -> [Substring] {
    var (isQuoted, isEscaped) = (false, false)
    return field.split { character in
      defer { isEscaped = isQuoted && !isEscaped && character == "\\" }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      return character == ";" && !isQuoted
    }
  }

  /// RFC 9110 §5.6.4: what stands between quotes, where a backslash stands before a quote or a backslash. Nil where the
  /// closing quote is missing, or more text follows it.
  private static func unquoted(_ text: Substring) -> String? {
    guard text.first == "\"" else { return String(text) }
    var (value, rest) = ("", text.dropFirst())
    while let character = rest.popFirst() {
      if character == "\"" { return rest.allSatisfy { $0 == " " } ? value : nil }
      let isEscape = character == "\\" && (rest.first == "\"" || rest.first == "\\")
      value.append(isEscape ? rest.removeFirst() : character)
    }
    return nil
  }
}

extension MultipartForm.Part {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    guard let gap = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<gap.lowerBound], as: UTF8.self)
    let lines = head.split(whereSeparator: \.isNewline).map(String.init)
    guard let line = lines.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
      let name = MultipartForm.parameter("name", in: line)
    else { return nil }
    self.name = name
    isFile = MultipartForm.parameter("filename", in: line) != nil
    content = bytes[gap.upperBound...]
  }
}

extension Message where Head == HTTPRequest {
  /// A request in parts as a form of those that are no files; any other request as it is.
  ///
  /// Flickr signs an upload so: "the photo parameter should not be included in the signature".
  package var withTextPartsAsForm: RequestMessage {
    guard let parts = MultipartForm(reading: self)?.parts else { return self }
    var form = Form()
    for part in parts where !part.isFile {
      form.append(Form.Field(name: Array(part.name.utf8), value: Array(part.content)))
    }
    var request = self
    request.head.headerFields[.contentType] = ContentType.form
    request.body = form.encoded()
    return request
  }
}
