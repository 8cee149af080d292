/// Text as HTML carries it: between tags and in the value of an attribute in quotes, no character of it is markup.
package enum HTMLText {
  /// Writes what could be markup as a character reference.
  ///
  /// It goes by Unicode scalars. A `Character` of Swift can hold `<` together with the scalar before or after it, and
  /// then equals no `<`, while a browser reads the `<` as the start of a tag.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // A parser of HTML turns a carriage return into a line feed, and trims white space in some attributes.
      case "\r", "\n", "\t": escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Writes bytes in the same way; those that are not UTF-8 are replaced.
  package static func escaped(_ bytes: some Collection<UInt8>) -> String {
    escaped(String(decoding: bytes, as: UTF8.self))
  }
}
