import WayleaveWire

/// In what the customers of one provider differ: a part of its URLs.
public struct ProviderVariable: Sendable, Equatable {
  /// What it is called, such as `subdomain`.
  public internal(set) var name: String
  /// What to give, in a few words for people.
  public internal(set) var meaning: String
  /// Which values it can have.
  public internal(set) var form: Form
  /// The value where none is given; nil where one must be.
  public internal(set) var usual: String?
  /// A value to show and to test with.
  public internal(set) var example: String
  /// The keys of the entry that differ for a value, by values.
  var exceptions: [String: JSON] = [:]

  /// Which values a variable has; none can leave the part of the URL in which it stands.
  public enum Form: Sendable, Equatable {
    /// One label of a host name: letters, digits and hyphens.
    case label
    /// A host name with at least one period.
    case host
    /// A label, or a host name: the tenants of Microsoft.
    case labelOrHost
    /// One part of a path: letters in either case, digits, hyphens and underscores.
    case segment
    /// One of these words.
    case words([String])
  }

  /// A variable.
  public init(_ name: String, _ form: Form, _ meaning: String, usual: String? = nil, example: String? = nil) {
    self.name = name
    self.form = form
    self.meaning = meaning
    self.usual = usual
    self.example = example ?? usual ?? "acme"
  }

  /// Whether it can have a value; all forms but a part of a path are in lower case.
  public func allows(_ value: String) -> Bool {
    switch form {
    case .label: Self.isLabel(value.utf8[...])
    case .host: Self.isDomain(value)
    case .labelOrHost: Self.isHost(value)
    case .segment: Self.isSegment(value)
    case .words(let words): words.contains { $0.hasSameBytes(as: value) }
    }
  }

  /// The words that it can be, as people are shown them: “us, eu”; nil where others are possible.
  var shownWords: String? {
    guard case .words(let words) = form else { return nil }
    return DisplayText.clean(words.joined(separator: ", "), limit: 400)
  }

  /// Whether its values can have periods; one variable of a template at most has such values.
  var takesPeriods: Bool {
    switch form {
    case .label, .segment: false
    case .host, .labelOrHost: true
    case .words(let words): words.contains { $0.contains(".") }
    }
  }

  /// Whether a text is a domain name of at least two labels, in lower case.
  static func isDomain(_ text: String) -> Bool { isHost(text) && text.contains(".") }

  /// Whether no part of a URL ends within a text.
  static func isSafe(_ text: String) -> Bool { isHost(text) || isSegment(text) }

  private static func isHost(_ value: String) -> Bool {
    value.utf8.count <= 100
      && value.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isLabel)
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
      && label.allSatisfy { ($0.isLetter && $0.lowercased == $0) || $0.isDigit || $0 == hyphen }
  }

  private static func isSegment(_ value: String) -> Bool {
    (1...100).contains(value.utf8.count) && value.utf8.first != UInt8(ascii: "-")
      && value.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
