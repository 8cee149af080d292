/// `application/x-www-form-urlencoded` as it is: a list of pairs of bytes, in order, duplicates kept.
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

  /// How many pairs are read before the rest is taken for an attack.
  public static let maximumFields = 1000

  /// The pairs in the order in which they were written.
  public var fields: [Field]

  /// A list of pairs of text.
  public init(_ pairs: [(name: String, value: String)] = []) {
    fields = pairs.map { Field(name: Array($0.name.utf8), value: Array($0.value.utf8)) }
  }

  /// Reads encoded pairs, `+` being a space; refuses a wrong escape and more than ``maximumFields`` pairs.
  public init(decoding text: some Collection<UInt8>) throws(OAuthError) {
    fields = []
    var rest = Array(text)[...]
    while !rest.isEmpty {
      let pair = rest.prefix { $0 != UInt8(ascii: "&") }
      rest = rest[pair.endIndex...].dropFirst()
      guard !pair.isEmpty else { continue }
      guard fields.count < Self.maximumFields else { throw .tooManyFormFields(maximum: Self.maximumFields) }
      let rawName = pair.prefix { $0 != UInt8(ascii: "=") }
      guard let name = PercentEncoding.decode(rawName, plusIsSpace: true),
        let value = PercentEncoding.decode(pair[rawName.endIndex...].dropFirst(), plusIsSpace: true)
      else { throw .malformedPercentEncoding() }
      fields.append(Field(name: name, value: value))
    }
  }

  /// Reads the encoded pairs of a text, such as a query.
  public init(decoding text: String) throws(OAuthError) {
    try self.init(decoding: Array(text.utf8))
  }

  /// Adds a pair of text at the end.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: Array(name.utf8), value: Array(value.utf8)))
  }

  /// Adds a pair at the end whose value is secret.
  public mutating func append(_ name: String, _ value: Secret) {
    fields.append(Field(name: Array(name.utf8), value: value.exposedBytes))
  }

  /// Every value of a name, in order.
  public func values(of name: String) -> [[UInt8]] {
    fields.filter { $0.name.elementsEqual(name.utf8) }.map(\.value)
  }

  /// Whether the name occurs at all.
  public func contains(_ name: String) -> Bool {
    fields.contains { $0.name.elementsEqual(name.utf8) }
  }

  /// The text of a name that may occur once: nil when it is absent, refused when it is repeated or is not UTF-8.
  ///
  /// RFC 6749 §3.1: "Request and response parameters MUST NOT be included more than once."
  public func text(of name: String) throws(OAuthError) -> String? {
    let values = values(of: name)
    guard values.count <= 1 else { throw .duplicateParameter(name) }
    guard let value = values.first else { return nil }
    guard let text = String(validating: value, as: UTF8.self) else { throw .malformedText(of: name) }
    return text
  }

  /// The text of a name that may occur once and says something: an empty value counts as absent.
  ///
  /// RFC 6749 §3.1: "Parameters sent without a value MUST be treated as if they were omitted".
  public func nonEmptyText(of name: String) throws(OAuthError) -> String? {
    guard let text = try text(of: name), !text.isEmpty else { return nil }
    return text
  }

  /// Writes the pairs for a body: a space becomes `+`.
  public func encoded() -> [UInt8] {
    encoded { byte, text in
      switch byte {
      case UInt8(ascii: " "): text.append(UInt8(ascii: "+"))
      case UInt8(ascii: "~"): PercentEncoding.appendEscape(of: byte, to: &text)
      case UInt8(ascii: "*"): text.append(byte)
      case _ where byte.isUnreserved: text.append(byte)
      default: PercentEncoding.appendEscape(of: byte, to: &text)
      }
    }
  }

  /// Writes the pairs for a query: only unreserved characters and escapes, which every reader understands.
  public func encodedForQuery() -> [UInt8] {
    encoded { byte, text in PercentEncoding.append(byte, to: &text) }
  }

  private func encoded(_ append: (UInt8, inout [UInt8]) -> Void) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(fields.reduce(0) { $0 + $1.name.count + $1.value.count + 8 })
    for field in fields {
      if !text.isEmpty { text.append(UInt8(ascii: "&")) }
      for byte in field.name { append(byte, &text) }
      text.append(UInt8(ascii: "="))
      for byte in field.value { append(byte, &text) }
    }
    return text
  }
}

extension Form: ExpressibleByDictionaryLiteral {
  /// Pairs in the order of the literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { (name: $0.0, value: $0.1) })
  }
}
