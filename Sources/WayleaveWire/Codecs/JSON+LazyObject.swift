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
      return text.withUnsafeBufferPointer { bytes in
        let entry = name.utf8.withContiguousStorageIfAvailable { name in
          entries.first { $0.isNamed(name, in: bytes) }
        }
        return (entry ?? entries.first { $0.isNamed(name.utf8, in: bytes) })?.value(in: bytes)
      }
    }

    /// Every member, in order.
    package var object: JSON.Object { tree ?? (try? JSON(decoding: text))?.object ?? JSON.Object() }

    /// Where a member stands.
    struct Entry: Sendable {
      let name: Range<Int>
      let value: Int

      @inline(__always)
      func isNamed(_ other: some Collection<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        name.count == other.count && bytes[name].elementsEqual(other)
      }

      func value(in bytes: UnsafeBufferPointer<UInt8>) -> JSON? {
        var reader = JSONReader(bytes: bytes, maximumDepth: JSON.maximumDepth, position: value)
        return try? reader.value()
      }
    }
  }
}

extension JSON.LazyObject: Equatable {
  package static func == (left: JSON.LazyObject, right: JSON.LazyObject) -> Bool { left.object == right.object }
}

extension JSONReader {
  /// Passes over one whole object; nil when its names have to be read before they can be compared.
  fileprivate mutating func entries() throws(OAuthError) -> [JSON.LazyObject.Entry]? {
    var list = EntryList()
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

  init() { entries.reserveCapacity(16) }

  /// Adds a member; false when there are too many, or when one of that name is there: the reader of values says which.
  mutating func append(_ entry: JSON.LazyObject.Entry, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let name = UnsafeBufferPointer(rebasing: bytes[entry.name])
    guard entries.count < NameMarks.few, marks.insert(name) || !entries.contains(where: { $0.isNamed(name, in: bytes) })
    else { return false }
    entries.append(entry)
    return true
  }
}
