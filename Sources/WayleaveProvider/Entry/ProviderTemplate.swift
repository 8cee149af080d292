public import WayleaveWire

/// A provider whose customers each have a service of their own, such as `https://acme.zendesk.com`.
///
/// `try Provider.zendesk("acme")` is the provider of one customer; by name it is `zendesk.acme`. With two variables the
/// name has both values in their order: `keycloak.login.example.com.master`.
public struct ProviderTemplate: Sendable {
  /// The name in the catalogue.
  public let name: ProviderName
  /// The name that people know.
  public let title: String
  /// In what the customers differ; at least one.
  public let variables: [ProviderVariable]
  /// The template as a file has it.
  package let description: JSON
  private let make: @Sendable ([String]) throws(OAuthError) -> Provider

  /// A template; `make` gets values that fit the variables.
  init(
    name: ProviderName, title: String, variables: [ProviderVariable], description: JSON,
    make: @escaping @Sendable ([String]) throws(OAuthError) -> Provider
  ) {
    self.name = name
    self.title = title
    self.variables = variables
    self.description = description
    self.make = make
  }

  /// The provider of one customer; throws `configuration.invalid_value` for a value that does not fit.
  public func callAsFunction(_ values: String...) throws(OAuthError) -> Provider { try self(values) }

  /// The provider of one customer, by a value for each variable; throws as with single values.
  public func callAsFunction(_ values: [String]) throws(OAuthError) -> Provider {
    guard values.count == variables.count else { throw .missingValue(of: self) }
    for (variable, value) in zip(variables, values) where !variable.allows(value) {
      throw .unfitValue(value, of: variable, in: self)
    }
    let provider = try make(values)
    return values == usualValues ? provider : provider.renamed(fullName(of: values))
  }

  /// Whether someone who is new can use it.
  package var status: EntryStatus {
    if description["retired"]?.bool == true { return .ended }
    return description["status"]?.string.flatMap(EntryStatus.init) ?? .live
  }

  /// What people also type for it.
  package var aliases: [String] { description["aliases"]?.array?.compactMap(\.string) ?? [] }

  /// The values where none is given; nil where one must be.
  public var usualValues: [String]? {
    let usual = variables.compactMap(\.usual)
    return usual.count == variables.count ? usual : nil
  }

  /// The provider of the usual values; throws `configuration.unknown_provider` where a value must be given.
  package func usual() throws(OAuthError) -> Provider { try self(usualValues ?? []) }

  /// The provider of the values to show and to test with.
  package func example() throws(OAuthError) -> Provider { try self(variables.map(\.example)) }

  /// The name of the example, such as `zendesk.acme`.
  package var exampleName: ProviderName { fullName(of: variables.map(\.example)) }

  /// The name as people are shown it: `zendesk.SUBDOMAIN`.
  package var shownName: String { "\(fullName(of: variables.map { $0.name.uppercased() }))" }

  private func fullName(of values: [String]) -> ProviderName {
    ProviderName("\(name).\(values.joined(separator: "."))")
  }

  /// The provider of a name such as `zendesk.acme`, or of the usual values by the template's own name; nil for a name of
  /// something else.
  ///
  /// Throws `configuration.unknown_provider` where a value is missing, and `configuration.invalid_value` for one that
  /// does not fit. A host that is the usual value is a name too: `mastodon.social`.
  package func provider(named name: ProviderName) throws(OAuthError) -> Provider? {
    if name == self.name || usualValues == [name.text] { return try usual() }
    guard let (template, text) = name.templateAndValue, template == self.name else { return nil }
    guard let values = values(in: text), !isHostOfAll(name) else { throw .missingValue(of: self) }
    return try self(values)
  }

  /// Whether it is the host above those of all customers, as `okta.com` is: it names none of them.
  private func isHostOfAll(_ name: ProviderName) -> Bool {
    usualValues == nil && (try? example())?.isAt(host: name.text) == true
  }

  /// The provider of one customer whose host it is: `okta.acme` for `acme.okta.com`; nil for a host of something else, and
  /// where the whole host is the value, which every host can be.
  package func provider(at host: String) -> Provider? {
    guard variables.count == 1 else { return nil }
    let points = host.utf8.indices.filter { host.utf8[$0] == UInt8(ascii: ".") }
    return points.lazy.compactMap { try? self(String(host[..<$0])) }
      .first { $0.hosts.contains { $0.hasSameBytes(as: host) } }
  }

  /// What each value of a name was read as, such as “host login.example.com, realm master”; nil for a name with one
  /// value, which can be read in one way only.
  package func reading(of name: ProviderName) -> String? {
    guard variables.count > 1, let (template, text) = name.templateAndValue, template == self.name,
      let values = values(in: text)
    else { return nil }
    return zip(variables, values).map { "\($0.name) \($1)" }.joined(separator: ", ")
  }

  /// The values in what stands after the template's name; nil where they are too few or too many.
  ///
  /// One variable at most has values with periods: it gets what the others leave.
  private func values(in text: String) -> [String]? {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    let spare = labels.count - variables.count
    guard spare == 0 || spare > 0 && variables.contains(where: \.takesPeriods) else { return nil }
    var rest = labels[...]
    return variables.map { variable in
      let count = variable.takesPeriods ? spare + 1 : 1
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).joined(separator: ".")
    }
  }
}

extension OAuthError {
  fileprivate static func unfitValue(
    _ value: String, of variable: ProviderVariable, in template: ProviderTemplate
  ) -> OAuthError {
    let title = DisplayText.clean(template.title)
    let wanted = variable.shownWords.map { "it is one of \($0)" } ?? DisplayText.clean(variable.meaning)
    return OAuthError(
      .invalidValue,
      message: "“\(DisplayText.clean(value, limit: 100))” cannot be the \(variable.name) of \(title): \(wanted).",
      rule: .wayleave("a customer's name stays in its part of the URL"),
      expected: wanted, received: .text(value),
      remedy: .advice(
        "Give the \(variable.name) as in “\(variable.example)”: the name is then \(template.exampleName)."))
  }

  fileprivate static func missingValue(of template: ProviderTemplate) -> OAuthError {
    let title = DisplayText.clean(template.title)
    let names = template.variables.map(\.name).joined(separator: " and ")
    let meanings = template.variables.map { DisplayText.clean($0.meaning) }.joined(separator: ", and ")
    return OAuthError(
      .unknownProvider, message: "\(title) needs its \(names): \(meanings).",
      rule: .wayleave("a provider whose customers have services of their own is named with the customer"),
      expected: template.shownName, received: .text(template.name.text),
      remedy: .advice("Give the whole name, \(template.shownName), such as \(template.exampleName)."),
      member: template.variables[0].name)
  }
}
