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
    for piece in field.split(separator: ";").dropFirst() {
      let pair = piece.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].lowercased() == name else { continue }
      return pair[1].filter { $0 != "\"" }
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
