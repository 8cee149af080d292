extension JSON {
  /// An object that is proved whole when it is made, and whose members are read when they are asked for: of a token's
  /// many claims most are never looked at.
  ///
  /// What is accepted and refused is what ``JSON/init(decoding:maximumDepth:)`` accepts and refuses, objects only.
  package struct LazyObject: Sendable {
    private let text: [UInt8]
    private let entries: [Entry]
    /// The members as values, when a name is written with escapes or beyond ASCII, or when there are many of them.
    private let tree: JSON.Object?

    /// Reads one JSON object; throws `wire.malformed_json`.
    package init(decoding text: [UInt8]) throws(OAuthError) {
      let entries = try text.withUnsafeBufferPointer { (bytes) throws(OAuthError) in
        var reader = JSONReader(bytes: bytes, maximumDepth: JSON.maximumDepth)
        return try reader.entries()
      }
      let object = entries == nil ? try JSON(decoding: text).object : nil
      guard entries != nil || object != nil else { throw .malformedJSON(expected: "an object", at: 0) }
      self.init(text: entries == nil ? [] : text, entries: entries ?? [], tree: object)
    }

    /// An object that is there already.
    package init(_ object: JSON.Object) {
      self.init(text: [], entries: [], tree: object)
    }

    private init(text: [UInt8], entries: [Entry], tree: JSON.Object?) {
      self.text = text
      self.entries = entries
      self.tree = tree
    }

    /// The value of a name, compared by bytes.
    package subscript(name: String) -> JSON? {
      if let tree { return tree[name] }
      return read(name) { reader in try? reader.value() }
    }

    /// What a member is when a text or a whole number is expected of it.
    package enum Scalar: Sendable {
      /// A text.
      case text(String)
      /// A whole number that fits.
      case integer(Int64)
      /// Anything else.
      case other
    }

    /// The value of a name as a text or a whole number, without the way through a `JSON`; nil when it is absent.
    package func scalar(_ name: String) -> Scalar? {
      if let tree { return tree[name].map(Scalar.init) }
      return read(name) { reader in
        if reader.peek() == UInt8(ascii: "\"") { return (try? reader.string()).map(Scalar.text) }
        return reader.shortInteger().map(Scalar.integer) ?? (try? reader.value()).map(Scalar.init)
      }
    }

    /// Every member, in order.
    package var object: JSON.Object { tree ?? (try? JSON(decoding: text))?.object ?? JSON.Object() }

    /// Reads the value of a name.
    @inline(__always)
    private func read<Value>(_ name: String, _ body: (inout JSONReader) -> Value?) -> Value? {
      text.withUnsafeBufferPointer { bytes in
        let contiguous = name.utf8.withContiguousStorageIfAvailable { name in
          entries.first { $0.isNamed(name, in: bytes) }
        }
        // Only a text of another language's runtime does not lie in one piece.
        let other = contiguous == nil ? Array(name.utf8) : []
        guard
          let entry = contiguous
            ?? other.withUnsafeBufferPointer({ name in
              entries.first { $0.isNamed(name, in: bytes) }
            })
        else { return nil }
        var reader = JSONReader(bytes: bytes, maximumDepth: JSON.maximumDepth, position: entry.value)
        return body(&reader)
      }
    }

    /// Where a member stands.
    struct Entry: Sendable {
      let name: Range<Int>
      let value: Int

      @inline(__always)
      func isNamed(_ other: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        name.count == other.count && UnsafeBufferPointer(rebasing: bytes[name]).hasSameBytes(as: other)
      }
    }
  }
}

extension JSON.LazyObject.Scalar {
  fileprivate init(_ value: JSON) {
    self = value.string.map(Self.text) ?? value.integer.map(Self.integer) ?? .other
  }
}

extension JSON.LazyObject: Equatable {
  package static func == (left: JSON.LazyObject, right: JSON.LazyObject) -> Bool { left.object == right.object }
}

extension JSONReader {
  /// Passes over one whole object; nil when its names have to be read before they can be compared.
  fileprivate mutating func entries() throws(OAuthError) -> [JSON.LazyObject.Entry]? {
    // A member takes five bytes of text at least, and most take many more.
    var list = EntryList(capacity: min(16, bytes.count / 8))
    skipSpace()
    guard peek() == UInt8(ascii: "{") else { return nil }
    try enter()
    skipSpace()
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        guard let name = skipPlainText() else { return nil }
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw malformed("a colon") }
        skipSpace()
        guard list.append(JSON.LazyObject.Entry(name: name, value: position), in: bytes) else { return nil }
        try skipValue()
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw malformed("a comma or the end of an object") }
    }
    skipSpace()
    guard position == bytes.count else { throw malformed("the end of the text") }
    return list.entries
  }
}

/// Members whose names stand plain in the text, up to the first of a name that was there.
private struct EntryList {
  private(set) var entries: [JSON.LazyObject.Entry] = []
  private var marks = NameMarks()

  init(capacity: Int) { entries.reserveCapacity(capacity) }

  /// Adds a member; false when there are too many, or when one of that name is there: the reader of values says which.
  mutating func append(_ entry: JSON.LazyObject.Entry, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let name = UnsafeBufferPointer(rebasing: bytes[entry.name])
    guard entries.count < NameMarks.few, marks.insert(name) || !entries.contains(where: { $0.isNamed(name, in: bytes) })
    else { return false }
    entries.append(entry)
    return true
  }
}
