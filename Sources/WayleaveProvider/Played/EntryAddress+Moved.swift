import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveOpenID
package import WayleaveWire

extension EntryAddress {
  /// An entry with the addresses of the playground, and the departures of the real one.
  ///
  /// The issuer is one of the playground, since it signs; and all customers of a template have the same host here.
  package func moved(_ entry: Provider) throws(OAuthError) -> Provider {
    let origin = try Origin(of: AbsoluteURL(base)).map { [$0] } ?? []
    var moved = Provider(
      name: PlayedProvider.name(of: entry.name.text), title: "\(entry.title) (playground)",
      service: try moved(entry.service), apiOrigins: origin, identity: try moved(entry.identity))
    moved.idTokenRules.dialect = entry.idTokenRules.dialect
    moved.idTokenRules.dialect?.issuerForm = self.moved(entry.idTokenRules.dialect?.issuerForm)
    moved.handOver = try self.moved(entry.handOver)
    return moved
  }

  /// The other names of an issuer; a name that is no URL is none here either.
  private func moved(_ form: IDTokenDialect.IssuerForm?) -> IDTokenDialect.IssuerForm {
    switch form {
    case .alias(let issuers): .alias(issuers.map { Issuer(moved(issuer: $0.text)) })
    case .tenantTemplate(let text): .tenantTemplate(moved(issuer: text))
    case .exact, nil: .exact
    }
  }

  /// The name of an issuer, here: a name without "/" at its end has none here either, for names are compared byte by
  /// byte.
  ///
  /// OpenID Connect Core §3.1.3.7, step 2.
  package func moved(issuer name: String) -> String {
    let scheme = "https://"
    guard name.hasPrefix(scheme) else { return "\(base.drop { $0 != "/" }.drop { $0 == "/" })/\(name)" }
    let address = name.dropFirst(scheme.count)
    return hasHosts ? "\(base)/\(address)" : base + address.drop { $0 != "/" }
  }

  private func moved(_ rule: HandOverRule?) throws(OAuthError) -> HandOverRule? {
    guard var rule else { return nil }
    if let source = rule.idToken {
      rule.idToken = .init(
        issuer: Issuer(moved(issuer: source.issuer.text)), keySet: try moved(source.keySet),
        algorithms: source.algorithms)
    }
    if let inspection = rule.inspection { rule.inspection?.endpoint = try moved(inspection.endpoint) }
    if let check = rule.checkToken { rule.checkToken?.endpoint = try moved(check.endpoint) }
    rule.verifyCredentials = try moved(rule.verifyCredentials)
    return rule
  }

  private func moved(_ service: Provider.Service) throws(OAuthError) -> Provider.Service {
    switch service {
    case .oauth1(var service):
      service.temporaryCredentialEndpoint = try moved(service.temporaryCredentialEndpoint)
      service.authorizationEndpoint = try moved(service.authorizationEndpoint)
      service.tokenEndpoint = try moved(service.tokenEndpoint)
      service.invalidationEndpoint = try moved(service.invalidationEndpoint)
      return .oauth1(service)
    case .oauth2(let service): return .oauth2(try moved(service))
    case .issuer(let issuer): return .issuer(try AbsoluteURL(moved(issuer: issuer.text)))
    }
  }

  /// The endpoints of an OAuth 2 service at the playground.
  package func moved(_ service: OAuth2Service) throws(OAuthError) -> OAuth2Service {
    var moved = service
    for name in EndpointName.allCases { if let endpoint = service[name] { moved[name] = try self.moved(endpoint) } }
    moved.certificateEndpoints = [:]
    moved.issuer = service.issuer.map { Issuer(self.moved(issuer: $0.text)) }
    moved.idTokenRules.dialect?.issuerForm = self.moved(service.idTokenRules.dialect?.issuerForm)
    let here = try Origin(of: AbsoluteURL(base))
    moved.dialect.authorization.tokenServer?.origins = [here].compactMap(\.self)
    moved.dialect.refresh.endpoint = try self.moved(service.dialect.refresh.endpoint)
    moved.dialect.refresh.exchange?.endpoint = try self.moved(service.dialect.refresh.exchange?.endpoint)
    moved.dialect.refresh.upgrade?.endpoint = try self.moved(service.dialect.refresh.upgrade?.endpoint)
    return moved
  }

  private func moved(_ rule: IdentityRule?) throws(OAuthError) -> IdentityRule? {
    guard var rule else { return nil }
    rule.endpoint = try moved(rule.endpoint)
    rule.originMember = nil
    for index in rule.requests.indices { rule.requests[index].endpoint = try moved(rule.requests[index].endpoint) }
    return rule
  }
}
