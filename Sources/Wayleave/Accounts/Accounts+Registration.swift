package import WayleaveOAuth2
package import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// What a server offers to those who register a client.
package struct RegistrationOffer: Sendable {
  /// Where to.
  package let endpoint: Endpoint
  /// How its clients may authenticate.
  package let authenticationMethods: [ClientAuthenticationMethod]
  /// Whether users may sign in on another device.
  package let servesDevices: Bool
  /// Whether it takes a form, as Mastodon does.
  package var takesForm = false

  /// The method that a client without a wish of its own registers: with a secret, else a key, else none.
  package var preferredMethod: ClientAuthenticationMethod {
    [.basic, .post, .privateKeyJWT].first { authenticationMethods.contains($0) } ?? .publicClient
  }
}

extension Accounts {
  /// Asks a provider what it offers; throws `configuration.unsupported` when it registers no clients.
  ///
  /// RFC 7591 §3; RFC 8414 §2, `registration_endpoint`.
  package func registrationOffer(of provider: Provider) async throws(OAuthError) -> RegistrationOffer {
    if case .oauth1 = provider.service { throw .registersNobody(provider) }
    let service = try await discovered(provider).service
    var endpoint = service[.registration]
    if endpoint == nil, case .issuer(let issuer) = provider.service {
      endpoint = try await oauthMetadata(of: issuer, dialect: provider.idTokenRules.dialect)?.endpoints[.registration]
    }
    guard let endpoint else { throw .registersNobody(provider) }
    let methods = service.clientAuthenticationMethods
    return RegistrationOffer(
      endpoint: endpoint,
      authenticationMethods: methods.isEmpty ? [service.dialect.request.clientAuthentication] : methods,
      servesDevices: service[.deviceAuthorization] != nil, takesForm: service.dialect.registersByForm)
  }

  /// Whether the server reads client ids that are URLs; false for a provider whose entry has its endpoints.
  ///
  /// OAuth Client ID Metadata Document § Authorization Server Metadata.
  package func takesClientIDURLs(_ provider: Provider) async throws(OAuthError) -> Bool {
    guard case .issuer(let issuer) = provider.service else { return false }
    let dialect = provider.idTokenRules.dialect
    let (metadata, isOpenID) = try await metadata(of: issuer, dialect: dialect, in: provider.metadataOrder)
    if metadata.takesClientIDURLs || !isOpenID { return metadata.takesClientIDURLs }
    return try await oauthMetadata(of: issuer, dialect: dialect)?.takesClientIDURLs ?? false
  }

  /// Registers a client, and gives what the server made of it.
  ///
  /// RFC 7591 §3.1. Throws `registration.refused`, or what the exchange throws.
  package func register(
    _ metadata: ClientMetadata, by offer: RegistrationOffer, initialAccessToken: Secret? = nil
  ) async throws(OAuthError) -> ClientRegistrationResponse {
    let registration = ClientRegistrationRequest(metadata, initialAccessToken: initialAccessToken)
    let request =
      offer.takesForm
      ? try registration.formRequest(to: offer.endpoint) : try registration.request(to: offer.endpoint)
    var registered = try await exchange.send(request, within: .token) { (response) throws(OAuthError) in
      try ClientRegistrationResponse(reading: response, from: offer.endpoint, answering: metadata)
    }
    // A form names no method: the entry says which one the server takes.
    if offer.takesForm, registered.metadata.authentication == nil {
      registered.metadata.authentication = metadata.authentication
    }
    for tolerance in registered.tolerated {
      exchange.tell(Event(.tolerated, rule: .rfc(7591, "3.2.1"), tolerance.description))
    }
    return registered
  }

  /// Registers a program on the user's own machine for sign-ins, in the way that the server takes.
  ///
  /// RFC 7591 §2 and §3.2.2. Asks as a public client where the server has these, else as one with a secret in the body, or in
  /// the header; last as a public one, which some servers take and do not list. The first of the redirect URIs is what the
  /// program has ready.
  package func register(
    signingInAs title: String, redirectURIs: [RedirectURI], scopes: [String], by offer: RegistrationOffer
  ) async throws(OAuthError) -> ClientRegistrationResponse {
    let listed = [ClientAuthenticationMethod.publicClient, .post, .basic].filter(offer.authenticationMethods.contains)
    let methods = listed.contains(.publicClient) ? listed : listed + [.publicClient]
    var wishes = methods.map { ($0, redirectURIs) }
    while true {
      let (method, uris) = wishes.removeFirst()
      let metadata = ClientMetadata(
        signingInAs: title, redirectURIs: uris, authentication: method, servesDevices: offer.servesDevices,
        scopes: scopes)
      do throws(OAuthError) {
        var answer = try await register(metadata, by: offer)
        // The server does not choose where this program listens.
        answer.metadata.redirectURIs = uris
        if answer.secret == nil, answer.metadata.authentication == nil {
          answer.metadata.authentication = .publicClient
        }
        try await requireClient(in: answer)
        return answer
      } catch {
        switch error.refusal?.error {
        // Some take no redirect URI without a port.
        case "invalid_redirect_uri" where uris.count > 1: wishes.insert((method, [uris[0]]), at: 0)
        case "invalid_client_metadata" where !wishes.isEmpty: break
        default: throw error
        }
      }
    }
  }

  /// Throws for a registration that cannot be used as a client, and ends it: no one would save it, and end it later.
  private func requireClient(in answer: ClientRegistrationResponse) async throws(OAuthError) {
    do throws(OAuthError) { _ = try answer.client() } catch {
      if let configuration = answer.configuration { try? await endRegistration(configuration) }
      throw error
    }
  }

  /// Asks the server to allow a client more scopes, with all else as it is.
  ///
  /// RFC 7592 §2.1 and §2.2: what an update leaves out the server may forget, so the registration is read first. Each answer
  /// may bring another token for the registration, and another secret: `keep` saves it before anything else is sent.
  package func widen(
    _ client: Client, to scopes: [String], by configuration: ClientConfiguration,
    keeping keep: (ClientRegistrationResponse) async throws(OAuthError) -> Void
  ) async throws(OAuthError) {
    let held = try await registered(client.id, try configuration.readRequest(), at: configuration)
    try await keep(held)
    var metadata = held.metadata
    metadata.scopes = FoundAPI.scopes(registeredFor: metadata.scopes, wanting: scopes)
    let update = ClientUpdateRequest(clientID: client.id, secret: held.secret ?? client.secret, metadata: metadata)
    let current = held.configuration ?? configuration
    try await keep(try await registered(client.id, try update.request(to: current), at: current))
  }

  /// What the server answers of a registration; throws `answer.unexpected` where it is that of another client.
  private func registered(
    _ client: ClientID, _ request: RequestMessage, at configuration: ClientConfiguration
  ) async throws(OAuthError) -> ClientRegistrationResponse {
    let answer = try await exchange.send(request, within: .token) { (response) throws(OAuthError) in
      try ClientRegistrationResponse(reading: response, from: configuration.endpoint)
    }
    guard answer.clientID == client else { throw .anotherClient(answer.clientID, than: client) }
    return answer
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
  fileprivate static func anotherClient(_ other: ClientID, than client: ClientID) -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The server answered with the registration of another client.",
      rule: .rfc(7592, "3"), expected: "the client \(DisplayText.clean(client.text))", received: .text(other.text),
      remedy: .tellProvider, member: "client_id")
  }

  fileprivate static func registersNobody(_ provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) does not register clients by a program.",
      rule: .rfc(8414, "2"), expected: "a provider whose metadata has a registration_endpoint",
      remedy: .registerClient(provider: provider.name.text))
  }
}
