import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// The server of an API that names none: the one of its own origin.
///
/// Model Context Protocol 2025-03-26, Authorization §2.3.
extension Accounts {
  /// An API without metadata, with the server of its own origin: one that publishes metadata there, or else has its
  /// endpoints at their usual paths; nil where there is neither.
  func origin(
    of search: ProtectedResourceSearch, at issuer: Issuer?, allowingHTTP: Bool
  ) async throws(OAuthError) -> FoundAPI? {
    let root = try ProtectedResourceSearch.root(of: search.api)
    guard issuer.map({ $0.text.hasSameBytes(as: root.text) }) ?? true else { return nil }
    let provider: Provider
    if try await publishesMetadata(root, in: .oauthFirst) {
      provider = try .serverOfAPI(Issuer(root), allowingHTTP: allowingHTTP)
    } else if search.demandsToken {
      let usual = try Provider(withUsualEndpointsAt: root)
      guard try await hasAuthorizationEndpoint(usual) else { return nil }
      provider = usual
    } else {
      return nil
    }
    exchange.tell(
      Event(.tolerated, rule: .rfc(9728, "3"), "\(search.api) publishes no metadata; its origin is an OAuth server"))
    return FoundAPI(
      provider: provider, resource: try ResourceIndicator(search.api.text), scopes: search.scopes, requiresDPoP: false,
      isItsOwnServer: true)
  }

  /// Whether something refuses a request for nothing where a provider has its authorization endpoint, or leads it on.
  ///
  /// A site that demands a token for every path, or has a page for each, is no server of OAuth.
  private func hasAuthorizationEndpoint(_ provider: Provider) async throws(OAuthError) -> Bool {
    guard case .oauth2(let service) = provider.service, let page = service[.authorization] else { return false }
    return [302, 303, 400, 422].contains(try await answer(of: page.url).status)
  }
}

extension Provider {
  /// A server without metadata, with its endpoints where clients are to expect them.
  ///
  /// Model Context Protocol 2025-03-26, Authorization §2.3.3.
  fileprivate init(withUsualEndpointsAt root: AbsoluteURL) throws(OAuthError) {
    func endpoint(_ path: String) throws(OAuthError) -> Endpoint {
      try Endpoint(root.text + path, allowingHTTP: root.scheme == "http")
    }
    try self.init(issuer: Issuer(root), allowingHTTP: root.scheme == "http")
    var service = OAuth2Service(
      issuer: Issuer(root), authorizationEndpoint: try endpoint("/authorize"), tokenEndpoint: try endpoint("/token"),
      otherEndpoints: [.registration: try endpoint("/register")])
    // It says nothing of its own: a public client is what such servers are for.
    service.clientAuthenticationMethods = [.publicClient, .post, .basic]
    self.service = .oauth2(service)
    apiOrigins = [try endpoint("").origin]
  }
}
