extension JSON {
  /// An object that is checked whole when it is made, and whose members are read when they are asked for: of a token's
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
      guard let entries = Self.entries(of: text) else {
        // Whatever is wrong with it, the reader of values says.
        guard let object = try JSON(decoding: text).object else { throw .malformedJSON(expected: "an object", at: 0) }
        self.init(object)
        return
      }
      self.init(text: text, entries: entries, tree: nil)
    }

    /// Reads the JSON object of an answer, by the rules of ``JSON/init(decodingAnswer:)``; throws `wire.malformed_json`.
    package init(decodingAnswer text: [UInt8]) throws(OAuthError) {
      guard let entries = Self.entries(of: text) else {
        // Only the reader of values reads what is tolerated: most answers need none of it.
        guard let object = try JSON(decodingAnswer: text).object else {
          throw .malformedJSON(expected: "an object", at: 0)
        }
        self.init(object)
        return
      }
      self.init(text: text, entries: entries, tree: nil)
    }

    /// Where the members stand; nil when only the reader of values can decide, or can say what is wrong.
    private static func entries(of text: [UInt8]) -> [Entry]? {
      guard text.count <= Entry.maximumLength else { return nil }
      return text.withUnsafeBufferPointer { bytes in
        // Their number is not known before they are read, so that they go to memory that has room for the most.
        withUnsafeTemporaryAllocation(of: Entry.self, capacity: NameMarks.few) { places in
          var reader = JSONReader(bytes: bytes, maximumDepth: JSON.maximumDepth)
          guard let count = try? reader.writeEntries(to: places) else { return nil }
          return Array(UnsafeBufferPointer(rebasing: places[..<count]))
        }
      }
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
      guard let value = value(name) else { return nil }
      return self[value]
    }

    /// A value as a `JSON`.
    package subscript(value: Value) -> JSON? {
      if let tree { return tree.members[value.place.lowerBound].value }
      return read(value) { reader in try? reader.value() }
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

    /// The value of a name as a text or a whole number; nil when it is absent.
    package func scalar(_ name: String) -> Scalar? {
      guard let value = value(name) else { return nil }
      return scalar(value)
    }

    /// A value as a text or a whole number, without the way through a `JSON`.
    package func scalar(_ value: Value) -> Scalar {
      if let tree { return Scalar(tree.members[value.place.lowerBound].value) }
      if value.isPlainText {
        return text.withUnsafeBufferPointer { .text(String(ascii: UnsafeBufferPointer(rebasing: $0[value.plainText]))) }
      }
      return read(value) { reader in
        if reader.peek() == UInt8(ascii: "\"") { return (try? reader.string()).map(Scalar.text) ?? .other }
        return reader.shortInteger().map(Scalar.integer) ?? (try? reader.value()).map(Scalar.init) ?? .other
      }
    }

    /// Whether the value of a name is this text, byte for byte; nil when the name is absent.
    package func hasText(_ text: String, as name: String) -> Bool? {
      guard let value = value(name) else { return nil }
      if let tree { return tree.members[value.place.lowerBound].value.string?.hasSameBytes(as: text) ?? false }
      return read(value) { reader in reader.isText(text) }
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
      guard let value = value(name) else { return nil }
      if let tree { return tree.members[value.place.lowerBound].value.string != nil }
      return value.isPlainText || text[value.place.lowerBound] == UInt8(ascii: "\"")
    }

    /// Gives the bytes of a text to a function; false when there is no member of that name, or it is no text.
    package func withText(_ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
      guard let value = value(name) else { return false }
      return withText(value, body)
    }

    /// Gives the bytes of a text to a function; false when the value is no text.
    package func withText(_ value: Value, _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
      if value.isPlainText {
        text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[value.plainText])) }
        return true
      }
      guard var text = self[value]?.string else { return false }
      text.withUTF8(body)
      return true
    }

    /// Whether there is nothing of that name, or `null`.
    package func isAbsent(_ name: StaticString) -> Bool {
      guard let value = value(name) else { return true }
      return isNull(value)
    }

    /// Whether a value is `null`.
    package func isNull(_ value: Value) -> Bool { !value.isPlainText && self[value] == .null }

    /// Gives the name of each member and its value to a function, in order.
    package func forEach(_ body: (_ name: UnsafeBufferPointer<UInt8>, _ value: Value) -> Void) {
      if let tree {
        for (index, member) in tree.members.enumerated() {
          var name = member.name
          name.withUTF8 { body($0, Value(inTree: index)) }
        }
      } else {
        text.withUnsafeBufferPointer { bytes in
          for index in entries.indices {
            body(UnsafeBufferPointer(rebasing: bytes[entries[index].name]), entries[index].value)
          }
        }
      }
    }

    /// Every member but those of some names, in order.
    package func object(without names: [String]) -> JSON.Object {
      var rest = object
      for name in names { rest[name] = nil }
      return rest
    }

    /// Every member, in order.
    package var object: JSON.Object { tree ?? (try? JSON(decoding: text))?.object ?? JSON.Object() }

    private func value(_ name: String) -> Value? {
      if let tree { return tree.members.firstIndex { $0.name.hasSameBytes(as: name) }.map(Value.init(inTree:)) }
      // Only a text of another language's runtime does not lie in one piece.
      return name.utf8.withContiguousStorageIfAvailable { value($0) }
        ?? Array(name.utf8).withUnsafeBufferPointer { value($0) }
    }

    private func value(_ name: StaticString) -> Value? {
      // `withUTF8Buffer` would be a call, and names of ours are ASCII: they always have a pointer.
      guard tree == nil, name.hasPointerRepresentation else { return value("\(name)") }
      return value(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    @inline(__always)
    private func value(_ name: UnsafeBufferPointer<UInt8>) -> Value? {
      let sketch = Entry.sketch(of: name)
      return text.withUnsafeBufferPointer { bytes in
        for index in entries.indices where entries[index].sketch == sketch {
          if UnsafeBufferPointer(rebasing: bytes[entries[index].name]).hasSameBytes(as: name) {
            return entries[index].value
          }
        }
        return nil
      }
    }

    /// Reads a value that stands in the text.
    @inline(__always)
    private func read<Result>(_ value: Value, _ body: (inout JSONReader) -> Result) -> Result {
      text.withUnsafeBufferPointer { bytes in
        var reader = JSONReader(bytes: bytes, maximumDepth: JSON.maximumDepth, position: value.place.lowerBound)
        return body(&reader)
      }
    }

    /// Where a value stands: only the object that gave it can read it.
    package struct Value: Sendable {
      fileprivate let place: Range<Int>
      /// Whether the value is a text of ASCII without escapes, between its quotes.
      fileprivate let isPlainText: Bool

      fileprivate init(place: Range<Int>, isPlainText: Bool) {
        self.place = place
        self.isPlainText = isPlainText
      }

      /// What stands between the quotes of a plain text.
      fileprivate var plainText: Range<Int> { (place.lowerBound + 1)..<(place.upperBound - 1) }

      fileprivate init(inTree index: Int) { self.init(place: index..<index, isPlainText: false) }
    }

    /// Where a member stands, in a text that is not too long for 16 bits.
    fileprivate struct Entry: Sendable {
      /// What distinguishes most names at once.
      let sketch: UInt32
      private let nameStart: UInt16
      private let nameEnd: UInt16
      private let valueStart: UInt16
      private let valueEnd: UInt16
      private let isPlainText: Bool

      /// The longest text in which a member may stand.
      static let maximumLength = Int(UInt16.max)

      /// Takes places in a text of at most ``maximumLength``.
      @inline(__always)
      init(name: Range<Int>, sketch: UInt32, value: Value) {
        self.sketch = sketch
        nameStart = UInt16(truncatingIfNeeded: name.lowerBound)
        nameEnd = UInt16(truncatingIfNeeded: name.upperBound)
        valueStart = UInt16(truncatingIfNeeded: value.place.lowerBound)
        valueEnd = UInt16(truncatingIfNeeded: value.place.upperBound)
        isPlainText = value.isPlainText
      }

      var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }

      var value: Value { Value(place: Int(valueStart)..<Int(valueEnd), isPlainText: isPlainText) }

      /// The length of a name, as far as it fits, with its first byte and its last one.
      @inline(__always)
      static func sketch(of name: UnsafeBufferPointer<UInt8>) -> UInt32 {
        guard let first = name.first, let last = name.last else { return 0 }
        return UInt32(truncatingIfNeeded: name.count) << 16 | UInt32(first) << 8 | UInt32(last)
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
  /// Passes over one whole object and returns how many members it has; nil when their names have to be read before they
  /// can be compared, when there are too many of them, or when one stands there twice.
  fileprivate mutating func writeEntries(
    to places: UnsafeMutableBufferPointer<JSON.LazyObject.Entry>
  ) throws(OAuthError) -> Int? {
    var (count, marks) = (0, NameMarks())
    skipSpace()
    guard peek() == UInt8(ascii: "{") else { return nil }
    try enter()
    skipSpace()
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        guard let entry = try entry(), count < places.count,
          marks.insert(UnsafeBufferPointer(rebasing: bytes[entry.name]))
            || !UnsafeBufferPointer(rebasing: places[..<count]).holds(entry, in: bytes)
        else { return nil }
        places.initializeElement(at: count, to: entry)
        count += 1
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw malformed("a comma or the end of an object") }
    }
    skipSpace()
    guard position == bytes.count else { throw malformed("the end of the text") }
    return count
  }

  /// Passes over one member; nil when its name has escapes or characters beyond ASCII.
  private mutating func entry() throws(OAuthError) -> JSON.LazyObject.Entry? {
    guard let name = skipPlainText() else { return nil }
    let sketch = JSON.LazyObject.Entry.sketch(of: UnsafeBufferPointer(rebasing: bytes[name]))
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw malformed("a colon") }
    skipSpace()
    let start = position
    let isPlainText = try skipValue()
    return JSON.LazyObject.Entry(
      name: name, sketch: sketch, value: JSON.LazyObject.Value(place: start..<position, isPlainText: isPlainText))
  }

  /// Whether the value here is this text.
  fileprivate mutating func isText(_ text: String) -> Bool {
    guard let plain = skipPlainText() else { return (try? string())?.hasSameBytes(as: text) ?? false }
    let plainText = UnsafeBufferPointer(rebasing: bytes[plain])
    return text.utf8.withContiguousStorageIfAvailable { plainText.hasSameBytes(as: $0) }
      ?? plainText.elementsEqual(text.utf8)
  }
}

extension UnsafeBufferPointer<JSON.LazyObject.Entry> {
  /// Whether there is a member of that name already.
  @inline(__always)
  fileprivate func holds(_ entry: Element, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let name = UnsafeBufferPointer<UInt8>(rebasing: bytes[entry.name])
    for index in indices where self[index].sketch == entry.sketch {
      if UnsafeBufferPointer<UInt8>(rebasing: bytes[self[index].name]).hasSameBytes(as: name) { return true }
    }
    return false
  }
}
