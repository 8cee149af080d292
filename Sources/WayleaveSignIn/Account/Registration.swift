public import WayleaveOAuth2
public import WayleaveProvider

/// The provider entry and the client that apply to a stored credential.
public struct Registration: Sendable, Equatable {
  /// The entry.
  public var provider: Provider
  /// The client.
  public var client: Client

  /// An entry and a client.
  public init(provider: Provider, client: Client) {
    self.provider = provider
    self.client = client
  }

  /// Those by which a credential was issued.
  public init(of stored: StoredCredential) {
    self.init(provider: stored.provider, client: stored.client)
  }

  /// With the endpoints that the sign-in found, where the entry names none or leaves it to the callback.
  package func completed(by stored: StoredCredential) -> Registration {
    // A server may put a member of this name into its answer too: it says nothing of the endpoints of an issuer.
    if case .oauth2 = provider.service, let callback = stored.credential.callback,
      let there = try? provider.at(serverOf: callback)
    {
      var registration = self
      registration.provider = there
      return registration
    }
    guard case .issuer(let issuer) = provider.service, case .oauth2(let found) = stored.provider.service,
      found.issuer == Issuer(issuer)
    else { return self }
    var registration = self
    registration.provider.service = stored.provider.service
    if provider.apiOrigins.isEmpty { registration.provider.apiOrigins = stored.provider.apiOrigins }
    registration.provider.identity = provider.identity ?? stored.provider.identity
    return registration
  }
}
