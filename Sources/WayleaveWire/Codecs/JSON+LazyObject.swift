extension JSON {
  /// An object that is proved whole when it is made, and whose members are read when they are asked for: of a token's
  /// many claims most are never looked at.
  ///
  /// What is accepted and refused is what ``JSON/init(decoding:maximumDepth:)`` accepts and refuses, objects only.
  package struct LazyObject: Sendable {
    private let text: [UInt8]
    private let entries: [Entry]
    /// By which most names that are absent are known to be.
    private let marks: NameMarks
    /// The members as values, when a name is written with escapes or beyond ASCII, or when there are many of them.
    private let tree: JSON.Object?

    /// Reads one JSON object; throws `wire.malformed_json`.
    package init(decoding text: [UInt8]) throws(OAuthError) {
      let found = text.withUnsafeBufferPointer { bytes in
        // Nobody knows beforehand how many there are: they are written to memory that is lent for so many as may be.
        withUnsafeTemporaryAllocation(of: Entry.self, capacity: NameMarks.few) { places in
          var reader = JSONReader(bytes: bytes, maximumDepth: JSON.maximumDepth)
          var list = EntryList(places: places)
          return (try? reader.findEntries(&list)) == true ? (entries: list.entries, marks: list.marks) : nil
        }
      }
      guard let found else {
        // Whatever is wrong with it, the reader of values says.
        guard let object = try JSON(decoding: text).object else { throw .malformedJSON(expected: "an object", at: 0) }
        self.init(object)
        return
      }
      self.init(text: text, entries: found.entries, marks: found.marks, tree: nil)
    }

    /// An object that is there already.
    package init(_ object: JSON.Object) {
      self.init(text: [], entries: [], marks: NameMarks(), tree: object)
    }

    private init(text: [UInt8], entries: [Entry], marks: NameMarks, tree: JSON.Object?) {
      self.text = text
      self.entries = entries
      self.marks = marks
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

    /// Whether the value of a name is this text, byte for byte; nil when the name is absent.
    package func hasText(_ text: String, as name: String) -> Bool? {
      if let tree { return tree[name].map { $0.string?.hasSameBytes(as: text) ?? false } }
      return read(name) { reader in reader.isText(text) }
    }

    /// Whether the value of a name is this secret, compared in constant time; nil when the name is absent.
    package func hasSecret(_ secret: Secret, as name: StaticString) -> Bool? {
      var isSame = false
      let isText = withText(name) { text in
        isSame = secret.withExposedBytes { ConstantTime.equal($0, UnsafeRawBufferPointer(text)) }
      }
      return isText ? isSame : self.isText(name)
    }

    /// Whether the value of a name is a text at all; nil when the name is absent.
    package func isText(_ name: StaticString) -> Bool? {
      if let tree { return tree["\(name)"].map { $0.string != nil } }
      guard let entry = entry(name) else { return nil }
      return entry.isPlainText || text[Int(entry.value)] == UInt8(ascii: "\"")
    }

    /// Gives the bytes of a text to a function; false when there is no member of that name, or it is no text.
    package func withText(_ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
      if tree == nil {
        guard let entry = entry(name) else { return false }
        if entry.isPlainText {
          text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[entry.plainText])) }
          return true
        }
      }
      guard var text = self["\(name)"]?.string else { return false }
      text.withUTF8(body)
      return true
    }

    /// Whether there is nothing of that name, or `null`.
    package func isAbsent(_ name: StaticString) -> Bool {
      if tree == nil {
        if entry(name) == nil { return true }
      }
      return (self["\(name)"] ?? .null) == .null
    }

    /// Every member, in order.
    package var object: JSON.Object { tree ?? (try? JSON(decoding: text))?.object ?? JSON.Object() }

    /// Every member but those of some names, in order.
    package func object(without names: [StaticString]) -> JSON.Object {
      if tree == nil {
        let hasOthers = text.withUnsafeBufferPointer { bytes in
          entries.contains { entry in
            !names.contains { name in name.withUTF8Buffer { entry.isNamed($0, in: bytes) } }
          }
        }
        guard hasOthers else { return JSON.Object() }
      }
      var rest = object
      for name in names { rest["\(name)"] = nil }
      return rest
    }

    private func entry(_ name: StaticString) -> Entry? {
      // `withUTF8Buffer` would be a call, and names of ours are ASCII: they always have a pointer.
      guard name.hasPointerRepresentation else { return nil }
      let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      return text.withUnsafeBufferPointer { entry(name, in: $0) }
    }

    @inline(__always)
    private func entry(_ name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Entry? {
      guard marks.mayHold(name) else { return nil }
      return entries.first { $0.isNamed(name, in: bytes) }
    }

    /// Reads the value of a name.
    @inline(__always)
    private func read<Value>(_ name: String, _ body: (inout JSONReader) -> Value?) -> Value? {
      text.withUnsafeBufferPointer { bytes in
        let contiguous = name.utf8.withContiguousStorageIfAvailable { name in entry(name, in: bytes) }
        // Only a text of another language's runtime does not lie in one piece.
        let other = contiguous == nil ? Array(name.utf8) : []
        guard
          let entry = contiguous
            ?? other.withUnsafeBufferPointer({ name in entry(name, in: bytes) })
        else { return nil }
        var reader = JSONReader(bytes: bytes, maximumDepth: JSON.maximumDepth, position: Int(entry.value))
        return body(&reader)
      }
    }

    /// Where a member stands, in a text that is not too long for 16 bits.
    struct Entry: Sendable {
      private let nameStart: UInt16
      private let nameEnd: UInt16
      let value: UInt16
      private let end: UInt16
      /// Whether the value is a text of ASCII without escapes, between its quotes.
      let isPlainText: Bool

      /// The longest text in which a member may stand.
      static let maximumLength = Int(UInt16.max)

      /// Takes places that are all within ``maximumLength``.
      @inline(__always)
      init(name: Range<Int>, value: Range<Int>, isPlainText: Bool) {
        nameStart = UInt16(truncatingIfNeeded: name.lowerBound)
        nameEnd = UInt16(truncatingIfNeeded: name.upperBound)
        self.value = UInt16(truncatingIfNeeded: value.lowerBound)
        end = UInt16(truncatingIfNeeded: value.upperBound)
        self.isPlainText = isPlainText
      }

      /// Where the name stands, without its quotes.
      var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }

      /// Where the characters of a plain text stand, without the quotes.
      var plainText: Range<Int> { Int(value) + 1..<Int(end) - 1 }

      @inline(__always)
      func isNamed(_ other: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // The first bytes already tell most names apart.
        name.count == other.count && (name.isEmpty || bytes[name.lowerBound] == other[0])
          && UnsafeBufferPointer(rebasing: bytes[name]).hasSameBytes(as: other)
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
  /// Passes over one whole object; false when its names have to be read before they can be compared.
  fileprivate mutating func findEntries(_ list: inout EntryList) throws(OAuthError) -> Bool {
    guard bytes.count <= JSON.LazyObject.Entry.maximumLength else { return false }
    skipSpace()
    guard peek() == UInt8(ascii: "{") else { return false }
    try enter()
    skipSpace()
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        guard let name = skipPlainText() else { return false }
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw malformed("a colon") }
        skipSpace()
        let value = position
        let isPlainText = try skipValue()
        let entry = JSON.LazyObject.Entry(name: name, value: value..<position, isPlainText: isPlainText)
        guard list.append(entry, in: bytes) else { return false }
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw malformed("a comma or the end of an object") }
    }
    skipSpace()
    guard position == bytes.count else { throw malformed("the end of the text") }
    return true
  }

  /// Whether the value here is this text.
  fileprivate mutating func isText(_ text: String) -> Bool {
    guard let plain = skipPlainText() else { return (try? string())?.hasSameBytes(as: text) ?? false }
    let plainText = UnsafeBufferPointer(rebasing: bytes[plain])
    return text.utf8.withContiguousStorageIfAvailable { plainText.hasSameBytes(as: $0) }
      ?? plainText.elementsEqual(text.utf8)
  }
}

/// Members whose names stand plain in the text, up to the first of a name that was there.
private struct EntryList {
  private let places: UnsafeMutableBufferPointer<JSON.LazyObject.Entry>
  private var count = 0
  private(set) var marks = NameMarks()

  init(places: UnsafeMutableBufferPointer<JSON.LazyObject.Entry>) { self.places = places }

  /// Adds a member; false when there are too many, or when one of that name is there: the reader of values says which.
  @inline(__always)
  mutating func append(_ entry: JSON.LazyObject.Entry, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let name = UnsafeBufferPointer(rebasing: bytes[entry.name])
    guard count < places.count, marks.insert(name) || !written.contains(where: { $0.isNamed(name, in: bytes) })
    else { return false }
    places.initializeElement(at: count, to: entry)
    count += 1
    return true
  }

  var entries: [JSON.LazyObject.Entry] { Array(written) }

  private var written: UnsafeBufferPointer<JSON.LazyObject.Entry> { UnsafeBufferPointer(rebasing: places[..<count]) }
}
