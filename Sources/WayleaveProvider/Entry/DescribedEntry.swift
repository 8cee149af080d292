package import WayleaveWire

/// What a file of the catalogue describes: a provider, or a template for those of customers.
package enum DescribedEntry: Sendable {
  case provider(Provider)
  case template(ProviderTemplate)

  /// Reads a description; throws `configuration.malformed_provider`, naming the key that is wrong.
  ///
  /// `isVouchedFor` is for a built-in entry with changes by someone who may make them.
  package init(json: JSON, allowingHTTP: Bool = false, isVouchedFor: Bool = false) throws(OAuthError) {
    let variables = EntryVariables(of: json)
    if let fault = variables.faults(allowingHTTP: allowingHTTP).first { throw fault.error }
    let example = try Provider(filled: variables.example, allowingHTTP: allowingHTTP, faults: nil)
    guard !variables.isEmpty else {
      self = .provider(example.vouchedFor(isVouchedFor))
      return
    }
    let title = json["title"]?.string.flatMap(Self.sharedTitle) ?? example.title
    self = .template(
      ProviderTemplate(
        name: example.name, title: title, variables, of: json, allowingHTTP: allowingHTTP, isVouchedFor: isVouchedFor))
  }

  /// One of the catalogue, whose tests have looked for everything that could be wrong with it.
  init(builtIn json: JSON, name: ProviderName, title: String) throws(OAuthError) {
    let variables = EntryVariables(of: json)
    self =
      variables.isEmpty
      ? .provider(try Provider(filled: json, allowingHTTP: false, faults: nil))
      : .template(ProviderTemplate(name: name, title: title, variables, of: json, allowingHTTP: false))
  }

  /// A title without the words that have a value in them, which is each customer's; nil where none is left.
  private static func sharedTitle(_ title: String) -> String? {
    guard !TextTemplate(title).places.isEmpty else { return title }
    let words = title.split(separator: " ").filter { word in
      TextTemplate(word).places.isEmpty && word.contains { $0.isLetter || $0.isNumber }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Its name in the catalogue.
  package var name: ProviderName {
    switch self {
    case .provider(let provider): provider.name
    case .template(let template): template.name
    }
  }

  /// The provider; of a template that of its usual values, nil where a value must be given.
  package var provider: Provider? {
    switch self {
    case .provider(let provider): provider
    case .template(let template): try? template.usual()
    }
  }

  /// The template; nil for a provider that has one service for all.
  package var template: ProviderTemplate? { if case .template(let template) = self { template } else { nil } }

  /// The provider of a name; nil for the name of something else. Throws as ``ProviderTemplate/provider(named:)`` does.
  package func provider(named name: ProviderName) throws(OAuthError) -> Provider? {
    switch self {
    case .provider(let provider): provider.name == name ? provider : nil
    case .template(let template): try template.provider(named: name)
    }
  }

  /// The description, as a file has it.
  package var json: JSON {
    switch self {
    case .provider(let provider): provider.json
    case .template(let template): template.description
    }
  }
}

extension ProviderTemplate {
  fileprivate init(
    name: ProviderName, title: String, _ variables: EntryVariables, of json: JSON, allowingHTTP: Bool,
    isVouchedFor: Bool = false
  ) {
    self.init(name: name, title: title, variables: variables.all, description: json) { (values) throws(OAuthError) in
      try Provider(
        filled: variables.filled(with: values, named: name.text), allowingHTTP: allowingHTTP, faults: nil
      ).vouchedFor(isVouchedFor)
    }
  }
}
