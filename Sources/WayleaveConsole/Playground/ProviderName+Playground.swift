package import WayleaveProvider

extension ProviderName {
  /// Whether it is a provider that a running playground plays; no entry of a user is found by such a name.
  package var isOfPlayground: Bool { text.hasPrefix("playground-") }

  /// Whether it belongs to the program itself: no entry of a user can have such a name.
  package var isOfProgram: Bool { isOfPlayground || Provider.isBuiltInName(self) }
}
