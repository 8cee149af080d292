extension JSON {
  /// How deep lists and objects may stand in one another unless a caller says otherwise.
  public static let maximumDepth = 32

  /// Reads one JSON text, and nothing but one.
  ///
  /// Refused with `wire.malformed_json`: anything that is not UTF-8 (a byte order mark included), two members of one
  /// name, a lone surrogate, a control character inside a text, more nesting than `maximumDepth`, trailing bytes.
  /// RFC 8259 leaves duplicate names to the reader; RFC 7515 §4 and every signature over JSON need them refused.
  public init(decoding bytes: [UInt8], maximumDepth: Int = JSON.maximumDepth) throws(OAuthError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(OAuthError) in
      var reader = JSONReader(bytes: buffer, maximumDepth: maximumDepth)
      return try reader.document()
    }
  }
}
