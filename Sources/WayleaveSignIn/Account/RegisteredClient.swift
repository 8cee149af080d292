package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// A registration under the name that the user gave it.
package struct RegisteredClient: Sendable, Equatable {
  /// The name.
  package var name: String
  /// The provider's name, or its issuer.
  package var provider: ProviderName
  /// The registration.
  package var client: Client
  /// The certificate that it shows when a connection opens; nil for a client that authenticates otherwise.
  ///
  /// RFC 8705 §2.
  package var certificate: ClientCertificate?
  /// Where the provider lets the registration be deleted, and with which token; nil when it was made on the provider's page.
  ///
  /// RFC 7592 §2.
  package var configuration: ClientConfiguration?
  /// When the client's secret expires; nil when it never does, or the provider does not say.
  ///
  /// RFC 7591 §3.2.1.
  package var secretExpiresAt: Instant?
  /// Where the client shows its secret: the places of the provider's entry when it was saved; nil for one that an
  /// earlier version saved. ``require(for:)`` checks them.
  package var secretOrigins: Set<SecretPlace>?
  /// Where the tokens that the client gets for itself go: the places of the provider's entry when it was saved; nil for
  /// one that an earlier version saved.
  package var apiPlaces: APIPlaces?
  /// The scopes that a sign-in registered it for; nil for one that the user made, and for one of an earlier version.
  package var scopes: [String]?
  /// For which API, or issuer, a sign-in made it because the user had none; nil for one that the user made.
  package var madeFor: String?

  /// A registration at a provider, under a name; throws `configuration.invalid_client` unless exactly a client that
  /// authenticates by a certificate has one.
  package init(
    name: String, provider: ProviderName, client: Client, certificate: ClientCertificate? = nil,
    configuration: ClientConfiguration? = nil, secretExpiresAt: Instant? = nil, secretOrigins: Set<SecretPlace>? = nil,
    apiPlaces: APIPlaces? = nil
  ) throws(OAuthError) {
    guard (client.authentication?.needsCertificate ?? false) == (certificate != nil) else {
      throw certificate == nil ? .certificateMissing() : .needlessCertificate()
    }
    self.name = name
    self.provider = provider
    self.client = client
    self.certificate = certificate
    self.configuration = configuration
    self.secretExpiresAt = secretExpiresAt
    self.secretOrigins = secretOrigins
    self.apiPlaces = apiPlaces
  }
}

extension RegisteredClient {
  /// Whether its secret has expired.
  package func hasExpired(at now: Instant) -> Bool { secretExpiresAt.map { $0 <= now } ?? false }

  /// The record with its secrets in the clear, for the encrypted store and nothing else.
  package var exposedJSON: JSON {
    [
      "name": .string(name), "provider": .string(provider.text), "client": client.exposedJSON,
      "certificate": certificate?.exposedJSON ?? .null,
      "configuration": configuration.map { configuration in
        [
          "endpoint": .string(configuration.endpoint.url.text),
          "access_token": configuration.accessToken.exposedJSON,
        ]
      } ?? .null, "secret_expires_at": JSON(secretExpiresAt?.secondsSinceEpoch),
      "secret_origins": secretOrigins.map { places in
        .array(places.sorted { $0.description < $1.description }.map(\.json))
      } ?? .null, "api_places": apiPlaces?.json ?? .null, "scopes": scopes.map { JSON($0) } ?? .null,
      "made_for": JSON(madeFor),
    ]
  }

  /// Reads what ``exposedJSON`` wrote, or an earlier version that knew less; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    guard let name = json["name"]?.string, let provider = json["provider"]?.string,
      let client = json["client"].flatMap(Client.init(exposedJSON:))
    else { return nil }
    var certificate: ClientCertificate?
    if let saved = json["certificate"], saved != .null {
      guard let read = ClientCertificate(exposedJSON: saved) else { return nil }
      certificate = read
    }
    var configuration: ClientConfiguration?
    if let saved = json["configuration"], saved != .null {
      guard let text = saved["endpoint"]?.string, let endpoint = try? Endpoint(text, allowingHTTP: true),
        let token = saved["access_token"].flatMap(Secret.init(exposedJSON:))
      else { return nil }
      configuration = ClientConfiguration(endpoint: endpoint, accessToken: token)
    }
    var secretOrigins: Set<SecretPlace>?
    if let saved = json["secret_origins"], saved != .null {
      guard let places = saved.array?.map(SecretPlace.init(json:)), !places.contains(nil) else { return nil }
      secretOrigins = Set(places.compactMap(\.self))
    }
    var apiPlaces: APIPlaces?
    if let saved = json["api_places"], saved != .null {
      guard let places = APIPlaces(json: saved) else { return nil }
      apiPlaces = places
    }
    try? self.init(
      name: name, provider: ProviderName(provider), client: client, certificate: certificate,
      configuration: configuration,
      secretExpiresAt: json["secret_expires_at"]?.integer.map(Instant.init(secondsSinceEpoch:)),
      secretOrigins: secretOrigins, apiPlaces: apiPlaces)
    scopes = json["scopes"]?.array?.compactMap(\.string)
    madeFor = json["made_for"]?.string
  }
}

extension OAuthError {
  fileprivate static func certificateMissing() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The authentication “tls” needs a certificate and its private key.",
      rule: .rfc(8705, "2"), remedy: .giveCertificate)
  }

  fileprivate static func needlessCertificate() -> OAuthError {
    OAuthError(
      .invalidClient, message: "A certificate was given for a client that authenticates in another way.",
      rule: .rfc(8705, "2"), remedy: .leaveOutCertificate)
  }
}
