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

  /// The same of bytes where they lie, and with members that are read once of many texts.
  package init(
    decoding bytes: UnsafeRawBufferPointer, maximumDepth: Int = JSON.maximumDepth, sharing shared: [SharedMember] = []
  ) throws(OAuthError) {
    var reader = JSONReader(
      bytes: bytes.assumingMemoryBound(to: UInt8.self), maximumDepth: maximumDepth, shared: shared)
    self = try reader.document()
  }

  /// U+FEFF in UTF-8, which may stand before the text of an answer.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Reads the JSON text of an answer, such as tokens, metadata, keys or a profile.
  ///
  /// As ``init(decoding:maximumDepth:)``, with two faults of real servers that must not cost an answer: a byte order
  /// mark before the text is passed over (RFC 8259 §8.1: "implementations that parse JSON texts MAY ignore the presence
  /// of a byte order mark"), and a lone surrogate, such as half of an emoji in a name that was cut, is read as U+FFFD
  /// (§8.2 leaves it open). Never for a header or claims under a signature.
  package init(decodingAnswer bytes: [UInt8], maximumDepth: Int = JSON.maximumDepth) throws(OAuthError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(OAuthError) in
      let start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
      var reader = JSONReader(
        bytes: buffer, maximumDepth: maximumDepth, position: start, replacesLoneSurrogates: true)
      return try reader.document()
    }
  }
}
