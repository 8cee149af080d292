public import WayleaveWire

/// Where a client is registered at a provider, and what to fill in there.
public struct RegistrationGuide: Sendable, Equatable {
  /// The page of the provider.
  public var page: AbsoluteURL
  /// What to fill in there, in a sentence for people; nil where the page says it.
  public var hint: String?

  /// A guide.
  public init(page: AbsoluteURL, hint: String? = nil) {
    self.page = page
    self.hint = hint
  }

  /// A guide whose page stands in our own source.
  package init(_ page: StaticString, _ hint: String? = nil) {
    self.init(page: Endpoint(known: page).url, hint: hint)
  }
}
