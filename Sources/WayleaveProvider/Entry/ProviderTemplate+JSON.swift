public import WayleaveWire

extension ProviderTemplate {
  /// Reads a description with `variables`; throws `configuration.malformed_provider`, naming the key that is wrong.
  ///
  /// The format is documented in the article "Describing a provider". `allowingHTTP` lets endpoints be http beyond this
  /// machine.
  public init(json: JSON, allowingHTTP: Bool = false) throws(OAuthError) {
    guard let template = try DescribedEntry(json: json, allowingHTTP: allowingHTTP).template else {
      throw .malformedProvider("variables", "a list of what the services of customers differ in")
    }
    self = template
  }
}
