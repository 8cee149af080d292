import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

extension RegisteredClient {
  /// Whether it is for every server that reads client ids that are URLs: no provider was named for it, and its own URL
  /// stands in the place of one.
  ///
  /// One that was saved for a provider is none, whatever its id: a server could register its own URL as our client id, and
  /// would be our client at every other server then.
  package var isForAnyServer: Bool {
    secretOrigins == nil && provider.text.hasSameBytes(as: client.id.text)
      && ClientIDMetadataDocument.isNamed(by: client.id)
  }

  /// A client for every server as the one at a provider; with `purpose`, for a sign-in that brings no client of its own.
  package func at(_ provider: Provider, for purpose: String? = nil) -> RegisteredClient {
    var client = self
    client.provider = provider.name
    (client.secretOrigins, client.apiPlaces) = (provider.secretOrigins, provider.apiPlaces)
    client.madeFor = purpose
    return client
  }

  /// Whether the client may be used where an entry says today; true for one that an earlier version saved.
  ///
  /// The places may shrink and never grow: a secret does not follow an entry to another host. Nor do the codes of a
  /// client without a secret.
  package func isFor(_ provider: Provider) -> Bool {
    guard let secretOrigins else { return true }
    guard provider.name == self.provider else { return false }
    // An issuer that is named by its URL cannot be replaced by another one.
    return !provider.name.isCatalogueName || provider.secretOrigins.isSubset(of: secretOrigins)
  }

  /// The client that an earlier version saved, for the places where the entry sends its secret and its tokens now; nil for
  /// another one.
  package func bound(to provider: Provider) -> RegisteredClient? {
    guard secretOrigins == nil || apiPlaces == nil, !isForAnyServer, self.provider == provider.name, isFor(provider)
    else { return nil }
    var bound = self
    bound.secretOrigins = secretOrigins ?? provider.secretOrigins
    bound.apiPlaces = apiPlaces ?? provider.apiPlaces
    return bound
  }

  /// Checks that the client may show its secret where the entry of the provider sends it today; throws
  /// `configuration.client_of_other_host` for an entry with other hosts than those of ``secretOrigins``.
  ///
  /// Call it before a sign-in with a client that was saved: a secret does not follow an entry to another host. A client
  /// without a secret may go anywhere, and so may one without ``secretOrigins``.
  package func require(for provider: Provider) throws(OAuthError) {
    guard !isFor(provider) else { return }
    let (known, today) = (Self.list(secretOrigins ?? []), Self.list(provider.secretOrigins))
    throw OAuthError(
      .clientOfOtherHost,
      message: "The client “\(DisplayText.clean(name))” was saved for \(known), and its provider is now at \(today).",
      rule: .wayleave("the secret of a client does not follow an entry to another host"),
      remedy: .saveClientAgain(name: name, provider: provider.name.text),
      member: "token_endpoint")
  }

  private static func list(_ places: Set<SecretPlace>) -> String {
    DisplayText.clean(places.map(\.description).sorted().joined(separator: ", "), limit: 400)
  }
}
