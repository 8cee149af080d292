package import WayleaveOAuth2
package import WayleaveWire

/// What a server offers to whoever wants to register a client.
package struct RegistrationOffer: Sendable {
  /// Where to.
  package let endpoint: Endpoint
  /// How its clients may authenticate.
  package let authenticationMethods: [ClientAuthenticationMethod]
  /// The grants that it knows; nil when it does not say.
  package let grantTypes: [String]?

  /// The method that a client without a wish of its own registers: with a secret, else a key, else none.
  package var preferredMethod: ClientAuthenticationMethod {
    [.basic, .post, .privateKeyJWT].first { authenticationMethods.contains($0) } ?? .publicClient
  }
}

extension Accounts {
  /// Asks a provider what it offers; throws `configuration.unsupported` when it registers nobody.
  ///
  /// RFC 7591 §3; RFC 8414 §2, `registration_endpoint`.
  package func registrationOffer(of provider: Provider) async throws(OAuthError) -> RegistrationOffer {
    let issuer: AbsoluteURL
    switch provider.service {
    case .issuer(let named): issuer = named
    case .oauth2(let service):
      guard let named = service.issuer else { throw .registersNobody(provider) }
      issuer = try AbsoluteURL(named)
    case .oauth1: throw .registersNobody(provider)
    }
    let metadata = try await metadata(of: issuer)
    guard let endpoint = metadata.endpoints[.registration] else { throw .registersNobody(provider) }
    return RegistrationOffer(
      endpoint: endpoint, authenticationMethods: metadata.clientAuthenticationMethods,
      grantTypes: metadata.raw["grant_types_supported"]?.array?.compactMap(\.string))
  }

  /// Registers a client, and gives what the server made of it.
  ///
  /// RFC 7591 §3.1. Throws `registration.refused`, or what the exchange throws.
  package func register(
    _ metadata: ClientMetadata, by offer: RegistrationOffer, initialAccessToken: Secret? = nil
  ) async throws(OAuthError) -> ClientRegistrationResponse {
    let request = try ClientRegistrationRequest(metadata, initialAccessToken: initialAccessToken)
      .request(to: offer.endpoint)
    return try await exchange.send(request, within: .token) { (response) throws(OAuthError) in
      try ClientRegistrationResponse(reading: response, from: offer.endpoint, answering: metadata)
    }
  }

  /// Ends a registration at the provider.
  ///
  /// RFC 7592 §2.3.
  package func endRegistration(_ configuration: ClientConfiguration) async throws(OAuthError) {
    try await exchange.send(
      try configuration.deletionRequest(), within: .token, reading: ClientConfiguration.confirmDeletion)
  }
}

extension OAuthError {
  fileprivate static func registersNobody(_ provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, rule: .rfc(8414, "2"), expected: "a provider whose metadata has a registration_endpoint",
      received: .text(provider.name),
      remedy: "Register your app on the provider's page, then: wayleave clients add NAME --provider P --client-id ID.")
  }
}
