package import WayleaveProvider

/// Today's entries of providers, as far as they can be used.
package struct KnownProviders: Sendable {
  /// The entry of a name; nil for none.
  let entry: @Sendable (ProviderName) -> Provider?
  /// The files and folders that change when an entry does.
  let places: @Sendable () -> [String]

  package init(
    entry: @escaping @Sendable (ProviderName) -> Provider?, places: @escaping @Sendable () -> [String]
  ) {
    (self.entry, self.places) = (entry, places)
  }
}
