public import WayleaveWire

/// A provider whose customers each have a service of their own, such as `https://acme.zendesk.com`.
///
/// `try Provider.zendesk("acme")` is the provider of one customer; by name it is `zendesk.acme`.
public struct ProviderTemplate: Sendable {
  /// The name in the catalogue.
  public let name: ProviderName
  /// The name that people know.
  public let title: String
  /// In what the customers differ.
  public let variable: ProviderVariable
  private let make: @Sendable (String) throws(OAuthError) -> Provider

  /// A template of our own; `make` gets a value that fits the variable.
  package init(
    _ name: String, _ title: String, _ variable: ProviderVariable,
    make: @escaping @Sendable (String) throws(OAuthError) -> Provider
  ) {
    self.name = ProviderName(name)
    self.title = title
    self.variable = variable
    self.make = make
  }

  /// The provider of one customer; throws `configuration.invalid_value` for a value that does not fit.
  public func callAsFunction(_ value: String) throws(OAuthError) -> Provider {
    guard variable.allows(value) else { throw .unfitValue(value, of: variable, title: title) }
    var provider = try make(value)
    if value != variable.usual { provider = provider.renamed(ProviderName("\(name).\(value)")) }
    return provider
  }
}

/// In what the customers of one provider differ: a part of its URLs.
public struct ProviderVariable: Sendable, Equatable {
  /// What it is called, such as `subdomain`.
  public let name: String
  /// What to give, in a few words for people.
  public let meaning: String
  /// Which values it can have.
  public let form: Form
  /// The value where none is given; nil where one must be.
  public let usual: String?
  /// A value to show and to test with.
  public let example: String

  /// Which values a variable has; none can leave the part of the URL in which it stands.
  public enum Form: Sendable, Equatable {
    /// One label of a host name: letters, digits and hyphens.
    case label
    /// A host name with at least one period.
    case host
    /// A label, or a host name: the tenants of Microsoft.
    case labelOrHost
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

  /// Whether it can have a value, which is in lower case.
  public func allows(_ value: String) -> Bool {
    switch form {
    case .label: Self.isLabel(value.utf8[...])
    case .host: Self.isDomain(value)
    case .labelOrHost: Self.isHost(value)
    case .words(let words): words.contains { $0.hasSameBytes(as: value) }
    }
  }

  /// Whether a text is a domain name of at least two labels, in lower case.
  static func isDomain(_ text: String) -> Bool { isHost(text) && text.contains(".") }

  private static func isHost(_ value: String) -> Bool {
    value.utf8.count <= 100
      && value.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isLabel)
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
      && label.allSatisfy { ($0.isLetter && $0.lowercased == $0) || $0.isDigit || $0 == hyphen }
  }
}

extension OAuthError {
  fileprivate static func unfitValue(_ value: String, of variable: ProviderVariable, title: String) -> OAuthError {
    OAuthError(
      .invalidValue,
      message:
        "“\(DisplayText.clean(value, limit: 100))” cannot be the \(variable.name) of \(title): \(variable.meaning).",
      rule: .wayleave("a customer's name stays in its part of the URL"),
      expected: variable.meaning, received: .text(value),
      remedy: .advice("Give the \(variable.name) in lower case, such as “\(variable.example)”."))
  }
}
