/// A JSON value as it was written: member order and the digits of a number are preserved.
///
/// RFC 8259, read strictly: see ``init(decoding:maximumDepth:)``.
public enum JSON: Sendable, Equatable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number by its text, such as `3600`, `-1` or `1e308`.
  case number(String)
  /// A text.
  case string(String)
  /// A list.
  case array([JSON])
  /// Members in order, their names distinct.
  case object(Object)

  /// The members of a JSON object, in order.
  public struct Object: Sendable, Equatable {
    /// One name and its value.
    public struct Member: Sendable, Equatable {
      /// The name.
      public var name: String
      /// The value.
      public var value: JSON

      /// A name and its value.
      public init(name: String, value: JSON) {
        self.name = name
        self.value = value
      }
    }

    /// The members in the order in which they were written.
    public private(set) var members: [Member]

    /// An object without members.
    public init() { members = [] }

    /// An object of these members, whose names are distinct.
    package init(members: [Member]) { self.members = members }

    /// The value of a name, compared by bytes; setting nil removes the member, setting another adds it at the end.
    public subscript(name: String) -> JSON? {
      get { index(of: name).map { members[$0].value } }
      set {
        switch (index(of: name), newValue) {
        case (let index?, let value?): members[index].value = value
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append(Member(name: name, value: value))
        case (nil, nil): break
        }
      }
    }

    /// The text of a name that says something; nil for an empty one, and for a value of another type.
    package func nonEmptyText(of name: String) -> String? {
      guard let text = self[name]?.string, !text.isEmpty else { return nil }
      return text
    }

    /// Removes the member of a name; its value, nil where there is none.
    package mutating func removeValue(of name: String) -> JSON? {
      index(of: name).map { members.remove(at: $0).value }
    }

    /// Where the member of a name is. Most names have another length, and no more of them is looked at.
    private func index(of name: String) -> Int? {
      let length = name.utf8.count
      return members.indices.first {
        members[$0].name.utf8.count == length && members[$0].name.hasSameBytes(as: name)
      }
    }
  }

  /// The members, when this is an object.
  public var object: Object? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// The elements, when this is a list.
  public var array: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The text, when this is one.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The truth value, when this is one.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The number as a whole one, when it is one and fits.
  public var integer: Int64? {
    guard case .number(let digits) = self else { return nil }
    return Int64(digits)
  }

  /// The number as a floating-point one, when this is a number and not beyond what `Double` holds.
  public var double: Double? {
    guard case .number(let digits) = self, let value = Double(digits), value.isFinite else { return nil }
    return value
  }

  /// Whether there is nothing in it: `null`, a text without characters, a list or an object without elements.
  package var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.members.isEmpty
    case .bool, .number: false
    }
  }

  /// The truth value, also where its word stands in its place, as some servers write it.
  package var flag: Bool? {
    switch self {
    case .bool(let value): value
    case .string("true"): true
    case .string("false"): false
    default: nil
    }
  }

  /// The member of that name, when this is an object that has one.
  public subscript(name: String) -> JSON? { object?[name] }

  /// The value at the end of a path of names, each the member of an object or the index of a list: `response.user.id`.
  ///
  /// `[primary=true]` is the first element of a list whose member has this value.
  package func value(at path: String) -> JSON? {
    path.split(separator: ".").reduce(Optional(self)) { value, step in
      guard let elements = value?.array else { return value?[String(step)] }
      if let index = Int(step) { return elements.indices.contains(index) ? elements[index] : nil }
      return elements.first { $0.isMatched(by: step) }
    }
  }

  /// Whether an element has the member and the value of a step such as `[primary=true]`.
  private func isMatched(by step: Substring) -> Bool {
    guard step.first == "[", step.last == "]", let mark = step.firstIndex(of: "=") else { return false }
    let wanted = String(step[step.index(after: mark)...].dropLast())
    switch self[String(step[..<mark].dropFirst())] {
    case .string(let text), .number(let text): return text.hasSameBytes(as: wanted)
    case .bool(let value): return wanted.hasSameBytes(as: value ? "true" : "false")
    default: return false
    }
  }
}

extension JSON {
  /// Whether two values were written alike: texts, names and digits are compared by bytes.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left.hasSameBytes(as: right)
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSON.Object.Member {
  public static func == (left: JSON.Object.Member, right: JSON.Object.Member) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.value == right.value
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .number(String(value)) }
  /// A list.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// An object of these members, in order; of two with one name the later wins.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    var object = Object()
    for (name, value) in elements { object[name] = value }
    self = .object(object)
  }

  /// A text, or `null` when there is none.
  package init(_ text: String?) { self = text.map(JSON.string) ?? .null }

  /// A whole number, or `null` when there is none.
  package init(_ number: Int64?) { self = number.map { .number(String($0)) } ?? .null }

  /// A list of texts.
  package init(_ texts: [String]) { self = .array(texts.map(JSON.string)) }
}
