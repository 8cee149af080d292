/// `application/x-www-form-urlencoded` as it is: a list of pairs of bytes, in order, with duplicates.
///
/// RFC 6749 Appendix B; RFC 5849 §3.4.1.3.1.
public struct Form: Sendable, Equatable {
  /// One name and its value, decoded.
  public struct Field: Sendable, Equatable {
    /// The name's bytes.
    public var name: [UInt8]
    /// The value's bytes; empty both for `name=` and for a bare `name`.
    public var value: [UInt8]

    /// A pair of bytes.
    public init(name: [UInt8], value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// Where a pair stands; its name begins where the pair before it ends.
  struct Place: Sendable, Equatable {
    let start: Int
    let nameEnd: Int
    let end: Int
  }

  /// How many pairs are read before the rest is taken for an attack.
  package static let maximumFields = 1000

  /// Names and values, decoded, one after the other: one piece of memory, however many pairs there are.
  var bytes: [UInt8] = []
  var places: [Place] = []

  /// A list of pairs of text.
  public init(_ pairs: [(name: String, value: String)] = []) {
    for pair in pairs { append(pair.name, pair.value) }
  }

  /// The pairs in the order in which they were written. Getting and setting copies all of them:
  /// ``append(_:_:)-(String,String)`` is faster where one is added.
  public var fields: [Field] {
    get { places.map { Field(name: Array(bytes[$0.start..<$0.nameEnd]), value: Array(bytes[$0.nameEnd..<$0.end])) } }
    set {
      self = Form()
      for field in newValue { append(field) }
    }
  }

  /// Whether there are no pairs.
  public var isEmpty: Bool { places.isEmpty }

  /// How many pairs there are.
  public var count: Int { places.count }

  /// The name of a pair, where it stands.
  package func name(at index: Int) -> ArraySlice<UInt8> { bytes[places[index].start..<places[index].nameEnd] }

  /// The value of a pair, where it stands.
  package func value(at index: Int) -> ArraySlice<UInt8> { bytes[places[index].nameEnd..<places[index].end] }

  /// Takes a pair out.
  package mutating func remove(at index: Int) {
    let removed = places.remove(at: index)
    bytes.removeSubrange(removed.start..<removed.end)
    let shift = removed.end - removed.start
    for later in index..<places.count {
      let place = places[later]
      places[later] = Place(start: place.start - shift, nameEnd: place.nameEnd - shift, end: place.end - shift)
    }
  }

  /// Adds a pair of text at the end.
  public mutating func append(_ name: String, _ value: String) {
    add(name.utf8.count + value.utf8.count) { bytes in
      bytes.append(text: name)
      bytes.append(text: value)
      return name.utf8.count
    }
  }

  /// Adds a pair at the end whose value is secret.
  public mutating func append(_ name: String, _ value: Secret) {
    add(name.utf8.count + value.count) { bytes in
      bytes.append(text: name)
      value.withExposedBytes { bytes.append(contentsOf: $0) }
      return name.utf8.count
    }
  }

  /// Adds a pair of bytes at the end.
  package mutating func append(_ field: Field) {
    add(field.name.count + field.value.count) { bytes in
      bytes.append(contentsOf: field.name)
      bytes.append(contentsOf: field.value)
      return field.name.count
    }
  }

  /// Adds a pair of bytes at the end, from where they stand.
  package mutating func append(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    add(name.count + value.count) { bytes in
      bytes.append(contentsOf: name)
      bytes.append(contentsOf: value)
      return name.count
    }
  }

  /// Adds a pair at the end whose value is a list of texts in one.
  package mutating func append(_ name: String, _ values: [String], separator: String) {
    add(name.utf8.count + values.reduce(0) { $0 + $1.utf8.count + separator.utf8.count }) { bytes in
      bytes.append(text: name)
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(text: separator) }
        bytes.append(text: value)
      }
      return name.utf8.count
    }
  }

  /// Adds the pairs of another form at the end.
  package mutating func append(contentsOf other: Form) {
    guard !other.isEmpty else { return }
    let offset = bytes.count
    bytes += other.bytes
    places += other.places.map { Place(start: $0.start + offset, nameEnd: $0.nameEnd + offset, end: $0.end + offset) }
  }

  /// Writes one pair of that size at the end; `write` gives the length of the name.
  @inline(__always)
  mutating func add(_ count: Int, _ write: (inout [UInt8]) -> Int) {
    if places.isEmpty {
      // A request has about ten pairs, which take a few hundred bytes.
      bytes.reserveCapacity(max(count, 320))
      places.reserveCapacity(12)
    }
    let start = bytes.count
    let length = write(&bytes)
    places.append(Place(start: start, nameEnd: start + length, end: bytes.count))
  }
}

extension Form: ExpressibleByDictionaryLiteral {
  /// Pairs in the order of the literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }
}

extension [UInt8] {
  /// Adds the bytes of a text from where they stand, all at once.
  fileprivate mutating func append(text: String) {
    // Only a text of another language's runtime does not lie in one piece.
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(contentsOf: $0) }
    if isDone == nil { append(contentsOf: text.utf8) }
  }
}
