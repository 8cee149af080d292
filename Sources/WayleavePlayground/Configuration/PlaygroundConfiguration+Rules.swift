import WayleaveProvider

extension PlaygroundConfiguration {
  /// What the documentation of a provider says; an entry of the user's own has none.
  func rules(of name: ProviderName) -> DocumentedRules? {
    if let rules = rules[name.text] { return rules }
    return entries.contains { $0.name == name } ? nil : .of(name)
  }
}
