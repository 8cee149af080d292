import WayleaveWire

/// A part of an entry that is read and written by a table of its keys.
protocol EntrySection: Sendable {
  /// What holds where no key is given; a key that is needed has a stand-in here, which is never used.
  static var common: Self { get }
  /// The keys, in the order in which they are written.
  static var fields: [EntryField<Self>] { get }
  /// A key that is needed because of what the others say; nil for none.
  var missingKey: String? { get }
}

extension EntrySection {
  var missingKey: String? { nil }

  /// Reads a section whose keys stand among others, so the reader is not finished.
  init(among reader: inout ProviderReader) throws(OAuthError) {
    self = Self.common
    try read(&reader)
  }

  /// Reads the keys of the table into what is there.
  mutating func read(_ reader: inout ProviderReader) throws(OAuthError) {
    for field in Self.fields {
      do throws(OAuthError) { try field.read(&reader, &self) } catch {
        try reader.note(error, of: field.key)
      }
    }
    if !reader.isRecord, let missingKey, !reader.wasGiven(missingKey) { try reader.note(missing: missingKey) }
  }

  /// Reads a section of its own, in which no other key may stand.
  init(_ reader: inout ProviderReader) throws(OAuthError) {
    try self.init(among: &reader)
    try reader.finish()
  }

  /// Writes what departs from ``common``, and what is needed.
  func describe(in object: inout JSON.Object) {
    for field in Self.fields { object[field.key] = field.write(self) }
  }

  /// The section as a file has it.
  var json: JSON {
    var object = JSON.Object()
    describe(in: &object)
    return .object(object)
  }
}

/// One key of a section: how it is read, written and documented.
///
/// A key of the format is its property and its row in ``EntrySection/fields``, and nothing else: the reader, the writer,
/// the page and the schema are made of the rows. An entry has few of the keys: of those that are missing, neither the
/// property nor the form is looked up. The type has no requirement, since the runtime would verify one for each section.
struct EntryField<Section>: Sendable {
  let key: String
  let read: @Sendable (inout ProviderReader, inout Section) throws(OAuthError) -> Void
  let write: @Sendable (Section) -> JSON?
  private let document: @Sendable () -> EntryKey

  /// What the documentation says of the key.
  var documentation: EntryKey { document() }

  private init(
    key: String, read: @escaping @Sendable (inout ProviderReader, inout Section) throws(OAuthError) -> Void,
    write: @escaping @Sendable (Section) -> JSON?, document: @escaping @Sendable () -> EntryKey
  ) {
    (self.key, self.read, self.write, self.document) = (key, read, write, document)
  }

  /// The same key where the section is a property of another one, and its keys stand among the other's.
  ///
  /// For a key that may be missing: then the section is not looked up, and nothing is noted.
  func moved<Other>(
    to path: @escaping @autoclosure @Sendable () -> any WritableKeyPath<Other, Section> & Sendable
  ) -> EntryField<Other> {
    EntryField<Other>(key: key) { [read, key] (reader, other) throws(OAuthError) in
      guard reader.hasOrPasses(key) else { return }
      try read(&reader, &other[keyPath: path()])
    } write: { [write] in
      write($0[keyPath: path()])
    } document: { [document] in
      document()
    }
  }
}

extension EntryField where Section: EntrySection {
  /// A key that may be missing; then the value of `common` holds, and it is not written.
  init<Value: Equatable & Sendable>(
    _ key: String, _ path: @escaping @autoclosure @Sendable () -> any WritableKeyPath<Section, Value> & Sendable,
    _ codec: @escaping @autoclosure @Sendable () -> EntryCodec<Value>, _ meaning: String, absent: String? = nil
  ) {
    self.init(
      key, codec(), meaning, absent: absent, value: { $0[keyPath: path()] },
      isCommon: { $0[keyPath: path()] == Section.common[keyPath: path()] }
    ) { (section, value) throws(OAuthError) in section[keyPath: path()] = value }
  }

  /// A key that may be missing; then the property is nil.
  init<Value: Sendable>(
    _ key: String, _ path: @escaping @autoclosure @Sendable () -> any WritableKeyPath<Section, Value?> & Sendable,
    _ codec: @escaping @autoclosure @Sendable () -> EntryCodec<Value>, _ meaning: String, absent: String = "none"
  ) {
    self.init(key, codec(), meaning, absent: absent, value: { $0[keyPath: path()] }) {
      (section, value) throws(OAuthError) in section[keyPath: path()] = value
    }
  }

  /// A key that must be there.
  init<Value: Sendable>(
    needed key: String, _ path: @escaping @autoclosure @Sendable () -> any WritableKeyPath<Section, Value> & Sendable,
    _ codec: @escaping @autoclosure @Sendable () -> EntryCodec<Value>, _ meaning: String
  ) {
    self.init(key: key) { (reader, section) throws(OAuthError) in
      // What is missing is reported at the end: a misspelt key explains it.
      guard let value = try Self.value(of: key, codec, in: &reader) else { return try reader.note(missing: key) }
      section[keyPath: path()] = value
    } write: {
      codec().write($0[keyPath: path()])
    } document: {
      EntryKey(key: key, meaning: meaning, absent: nil, form: codec().form)
    }
  }

  /// A key whose value is no property of its own; `set` may refuse it. `other` is a later key that must not stand next
  /// to it.
  init<Value: Sendable>(
    _ key: String, _ codec: @escaping @autoclosure @Sendable () -> EntryCodec<Value>, _ meaning: String,
    absent: String? = nil, excluding other: String? = nil, value: @escaping @Sendable (Section) -> Value?,
    isCommon: @escaping @Sendable (Section) -> Bool = { _ in false },
    set: @escaping @Sendable (inout Section, Value) throws(OAuthError) -> Void
  ) {
    self.init(key: key) { (reader, section) throws(OAuthError) in
      guard let value = try Self.value(of: key, codec, in: &reader) else { return }
      if let other, reader.has(other) { throw reader.malformed(other, "left out where “\(key)” is given") }
      try set(&section, value)
    } write: {
      isCommon($0) ? nil : value($0).flatMap(codec().write)
    } document: {
      let (codec, common) = (codec(), value(Section.common))
      return EntryKey(
        key: key, meaning: meaning,
        absent: absent ?? common.flatMap(codec.write).map(EntryKey.shown) ?? "none", form: codec.form)
    }
  }

  /// The value under a key; nil when there is none.
  private static func value<Value>(
    of key: String, _ codec: () -> EntryCodec<Value>, in reader: inout ProviderReader
  ) throws(OAuthError) -> Value? {
    reader.hasOrPasses(key) ? try codec().read(&reader, key) : nil
  }
}

extension Endpoint {
  /// What stands for an endpoint that is needed until it is read.
  static let missing = Endpoint(known: "https://missing.invalid")
}
