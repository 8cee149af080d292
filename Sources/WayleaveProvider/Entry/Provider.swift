public import WayleaveOAuth1
public import WayleaveOAuth2
public import WayleaveWire

/// A service that grants access, described as data.
///
/// Built-in providers are values such as ``foursquare``; users describe others in files of the same model, read by
/// ``init(json:)``. No flow ever asks which provider it has: where a provider deviates from the common way is listed in
/// its dialect.
public struct Provider: Sendable, Equatable {
  /// The name in the catalogue: lower-case letters, digits and hyphens; for a provider found by discovery, its issuer.
  public private(set) var name: ProviderName
  /// The name that people know.
  public var title: String
  /// What it speaks, and where.
  public var service: Service
  /// Where requests in a user's name may go.
  public var apiOrigins: [Origin]
  /// Domains below which the API of each customer has a host of its own, such as `salesforce.com`; https alone.
  public var apiDomains: [String] = []
  /// How to find out who the user is; nil when the provider does not say.
  public var identity: IdentityRule?
  /// Whether authorization requests are pushed where the provider takes that; false where its endpoint is broken.
  ///
  /// RFC 9126 §2.
  public var pushesRequests = true
  /// Whether tokens are bound to a key where the provider offers that; false where its APIs take plain tokens only.
  ///
  /// RFC 9449 §5.
  public var bindsTokens = true
  /// Whether requests name the APIs that a token is for; false where the provider refuses them.
  ///
  /// RFC 8707 §2, `resource`.
  public var takesResources = true
  /// The app of the provider that can sign users in; nil where there is none.
  public var nativeApp: NativeApp?
  /// Whether the provider has ended, or this way of signing in: the entry is for tokens that are there.
  public var isRetired = false
  /// Whether it is the server that an API names, until its endpoints are found: their places are looked at in another order.
  ///
  /// Model Context Protocol 2025-11-25, Authorization § Authorization Server Metadata Discovery.
  package var isNamedByAPI = false
  /// Which run of a playground plays it; nil for a real provider, and in a file.
  ///
  /// A playground that was started again can have the same address, and none of the accounts.
  package var playgroundRun: String? {
    get { boxedPlaygroundRun.value }
    set { boxedPlaygroundRun = Boxed(newValue) }
  }
  private var boxedPlaygroundRun = Boxed<String>.absent
  /// The account of the AT Protocol that it is the provider of; nil for every other provider, and in a file.
  package var atProtocol: ATProtocolAccount? {
    get { boxedATProtocol.value }
    set { boxedATProtocol = Boxed(newValue) }
  }
  private var boxedATProtocol = Boxed<ATProtocolAccount>.absent
  var boxedIssuerRules = Boxed<IDTokenRules>.absent
  var boxedHandOver = Boxed<HandOverRule>.absent
  var boxedRegistration = Boxed<RegistrationGuide>.absent
  var notes = EntryNotes()

  // Indirect, since providers are passed on often and their services are large.
  /// What a provider speaks, and where.
  public indirect enum Service: Sendable, Equatable {
    /// OAuth 1.0a.
    case oauth1(OAuth1Service)
    /// OAuth 2 at endpoints that are known.
    case oauth2(OAuth2Service)
    /// OAuth 2 and OpenID Connect at endpoints that the issuer publishes.
    case issuer(AbsoluteURL)
  }

  /// For which other clients its ID tokens may be, and how they depart from the specification; none for OAuth 1.0a.
  public var idTokenRules: IDTokenRules {
    get {
      switch service {
      case .oauth2(let service): service.idTokenRules
      // Until the issuer's endpoints are found.
      case .issuer: boxedIssuerRules.value ?? IDTokenRules()
      case .oauth1: IDTokenRules()
      }
    }
    set {
      switch service {
      case .oauth2(var described):
        described.idTokenRules = newValue
        service = .oauth2(described)
      case .issuer: boxedIssuerRules = Boxed(newValue == IDTokenRules() ? nil : newValue)
      case .oauth1: break
      }
    }
  }

  /// A provider.
  public init(
    name: ProviderName, title: String, service: Service, apiOrigins: [Origin] = [], identity: IdentityRule? = nil
  ) {
    self.name = name
    self.title = title
    self.service = service
    self.apiOrigins = apiOrigins
    self.identity = identity
  }

  /// The same provider under the name of one customer.
  func renamed(_ name: ProviderName) -> Provider {
    var renamed = self
    renamed.name = name
    return renamed
  }

  /// Any provider that publishes its metadata, by its issuer; throws `wire.malformed_url` or `wire.insecure_url`.
  ///
  /// RFC 8414 §2: an issuer is an https URL without query and fragment.
  public init(issuer: Issuer, allowingHTTP: Bool = false) throws(OAuthError) {
    let endpoint = try Endpoint(issuer.text, allowingHTTP: allowingHTTP)
    guard endpoint.url.query == nil else {
      throw .malformedURL("an issuer without a query", issuer.text)
    }
    let name = ProviderName(issuer.text)
    self.init(name: name, title: name.names.first ?? issuer.text, service: .issuer(endpoint.url))
  }

  /// Any provider that publishes its metadata, where a provider is asked for: `.issuer("https://issuer.example")`.
  ///
  /// RFC 8414 §2; as ``init(issuer:allowingHTTP:)``.
  public static func issuer(_ text: String, allowingHTTP: Bool = false) throws(OAuthError) -> Provider {
    try Provider(issuer: Issuer(text), allowingHTTP: allowingHTTP)
  }

  /// How requests to its API depart from RFC 6750.
  package var apiDialect: APIDialect {
    guard case .oauth2(let service) = service else { return APIDialect() }
    return service.dialect.api
  }

  /// The issuer, for a provider that has one.
  package var issuer: Issuer? {
    switch service {
    case .oauth1: nil
    case .oauth2(let service): service.issuer
    case .issuer(let issuer): Issuer(issuer)
    }
  }

  /// Whether its API is at an origin, by name or below one of its domains.
  package func servesAPI(at origin: Origin) -> Bool { apiOrigins.contains(origin) || hasAPI(at: origin) }

  /// Whether an origin is that of a host below one of the provider's domains.
  ///
  /// The domain itself is not: what stands there is the provider's own.
  package func hasAPI(at origin: Origin) -> Bool {
    guard !apiDomains.isEmpty, origin.scheme == "https", origin.port == 443 else { return false }
    return apiDomains.contains(where: origin.host.isHost)
  }

  /// Where client secrets and tokens are sent to be exchanged or ended.
  package var tokenOrigins: Set<Origin> {
    switch service {
    case .oauth1(let service):
      Set([service.temporaryCredentialEndpoint, service.tokenEndpoint].map(\.origin)).union(
        service.invalidationEndpoint.map { [$0.origin] } ?? [])
    case .oauth2(let service):
      Set(
        (EndpointName.seeingSecrets.flatMap { [service[$0], service.certificateEndpoints[$0]] }
          + service.dialect.refresh.endpoints.map(Optional.some)).compactMap(\.?.origin)
      ).union(service.dialect.authorization.tokenServer?.origins ?? [])
    // The endpoints are found at the sign-in, and stored with the credential.
    case .issuer: []
    }
  }

  /// Whether a client's users type a number that the provider shows: as the client says, else as the provider does.
  package func showsNumber(to client: Client) -> Bool {
    guard !client.isOutOfBand else { return true }
    guard client.redirectURIs.isEmpty, case .oauth1(let service) = service else { return false }
    return service.dialect.callback == .outOfBand
  }
}

extension EndpointName {
  /// Where clients authenticate.
  fileprivate static let seeingSecrets: [EndpointName] = [
    .token, .revocation, .introspection, .deviceAuthorization, .backchannelAuthentication,
    .pushedAuthorizationRequest,
  ]
}

/// The endpoints and the dialect of an OAuth 1.0a provider.
public struct OAuth1Service: Sendable, Equatable {
  /// Where temporary credentials are asked for.
  public var temporaryCredentialEndpoint: Endpoint
  /// Where the user is sent.
  public var authorizationEndpoint: Endpoint
  /// Where temporary credentials are exchanged.
  public var tokenEndpoint: Endpoint
  /// Where a signed POST ends a token; nil when the provider does not offer it.
  public var invalidationEndpoint: Endpoint?
  /// Whether clients may exchange a user's name and password for a token ("xAuth").
  public var takesPasswords: Bool
  /// Whether a client can begin reverse auth, which gets it a token of an account that another client holds.
  public var offersReverseAuth: Bool
  /// How the provider departs from the common way.
  public var dialect: OAuth1Dialect

  /// Endpoints and dialect.
  public init(
    temporaryCredentialEndpoint: Endpoint, authorizationEndpoint: Endpoint, tokenEndpoint: Endpoint,
    invalidationEndpoint: Endpoint? = nil, takesPasswords: Bool = false, offersReverseAuth: Bool = false,
    dialect: OAuth1Dialect = .init()
  ) {
    self.temporaryCredentialEndpoint = temporaryCredentialEndpoint
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.invalidationEndpoint = invalidationEndpoint
    self.takesPasswords = takesPasswords
    self.offersReverseAuth = offersReverseAuth
    self.dialect = dialect
  }
}
