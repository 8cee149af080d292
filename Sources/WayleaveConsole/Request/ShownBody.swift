import WayleaveWire

/// A body as a terminal shows it: JSON over several lines, other text as it is, and nothing that moves the cursor.
package enum ShownBody {
  /// The text without a line break at its end.
  package static func text(of body: [UInt8]) -> String {
    JSON(readingDocument: body)?.indented(upTo: 4 * body.count + 65_536) ?? lines(of: body).joined(separator: "\n")
  }

  /// The lines of a body as they are.
  static func lines(of body: [UInt8]) -> [String] {
    var body = body[...]
    if body.last == UInt8(ascii: "\n") { body.removeLast() }
    if body.last == UInt8(ascii: "\r") { body.removeLast() }
    return body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { DisplayText.clean($0, limit: 100_000) }
  }
}
