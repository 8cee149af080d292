import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// The shapes in which the entries of the catalogue are written.
extension Provider {
  /// An entry of OAuth 2; `depart` says what it has in addition, and how it departs from the common way.
  init(
    _ name: String, _ title: String, authorization: StaticString, token: StaticString, api: [StaticString] = [],
    registration: RegistrationGuide? = nil, _ depart: (inout Provider, inout OAuth2Service) -> Void
  ) {
    self.init(
      name, title, authorization: Endpoint(known: authorization), token: Endpoint(known: token),
      api: api.map { Endpoint(known: $0).origin }, registration: registration, depart)
  }

  /// The same with endpoints that hold the name of a customer.
  init(
    _ name: String, _ title: String, authorization: Endpoint, token: Endpoint, api: [Origin] = [],
    registration: RegistrationGuide? = nil, _ depart: (inout Provider, inout OAuth2Service) -> Void
  ) {
    var service = OAuth2Service(authorizationEndpoint: authorization, tokenEndpoint: token)
    self.init(name: ProviderName(name), title: title, service: .oauth2(service), apiOrigins: api)
    self.registration = registration
    depart(&self, &service)
    self.service = .oauth2(service)
  }

  /// An entry of OAuth 1.0a.
  init(
    _ name: String, _ title: String, temporary: StaticString, authorization: StaticString, token: StaticString,
    api: [StaticString] = [], registration: RegistrationGuide? = nil,
    _ depart: (inout Provider, inout OAuth1Service) -> Void
  ) {
    self.init(
      name, title, temporary: Endpoint(known: temporary), authorization: Endpoint(known: authorization),
      token: Endpoint(known: token), api: api.map { Endpoint(known: $0).origin }, registration: registration, depart)
  }

  /// The same with endpoints of an environment.
  init(
    _ name: String, _ title: String, temporary: Endpoint, authorization: Endpoint, token: Endpoint, api: [Origin] = [],
    registration: RegistrationGuide? = nil, _ depart: (inout Provider, inout OAuth1Service) -> Void
  ) {
    var service = OAuth1Service(
      temporaryCredentialEndpoint: temporary, authorizationEndpoint: authorization, tokenEndpoint: token)
    self.init(name: ProviderName(name), title: title, service: .oauth1(service), apiOrigins: api)
    self.registration = registration
    depart(&self, &service)
    self.service = .oauth1(service)
  }

  /// An entry whose endpoints its issuer publishes.
  init(
    _ name: String, _ title: String, issuer: StaticString, registration: RegistrationGuide? = nil,
    _ depart: (inout Provider) -> Void = { _ in }
  ) {
    self.init(name: ProviderName(name), title: title, service: .issuer(Endpoint(known: issuer).url))
    self.registration = registration
    depart(&self)
  }
}

extension IdentityRule {
  /// A rule whose endpoint stands in our own source.
  init(
    _ endpoint: StaticString, subject: String, name: String? = nil, handle: String? = nil, email: String? = nil,
    emailVerified: String? = nil, picture: String? = nil
  ) {
    self.init(
      endpoint: Endpoint(known: endpoint), subject: subject, name: name, handle: handle, email: email,
      emailVerified: emailVerified, picture: picture)
  }
}
