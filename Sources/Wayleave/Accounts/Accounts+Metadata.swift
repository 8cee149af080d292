import HTTPTypes
import WayleaveOAuth2
import WayleaveOpenID
package import WayleaveWire

extension Accounts {
  /// A provider with its endpoints, which are found by its issuer where the entry names none.
  ///
  /// RFC 8414 §3. Throws `configuration.unsupported` for a provider of OAuth 1.0a.
  package func found(_ provider: Provider) async throws(OAuthError) -> (provider: Provider, service: OAuth2Service) {
    switch provider.service {
    case .oauth1: throw .notOAuth2(provider)
    case .oauth2(let service): return (provider, service)
    case .issuer(let issuer):
      var provider = provider
      let (metadata, isOpenID) = try await metadata(of: issuer)
      let service = provider.adopt(metadata, of: issuer, isOpenID: isOpenID)
      return (provider, service)
    }
  }

  /// What an issuer publishes of itself, and whether it does so as an OpenID provider.
  ///
  /// OpenID Connect Discovery §4; RFC 8414 §3.
  func metadata(
    of issuer: AbsoluteURL
  ) async throws(OAuthError) -> (metadata: AuthorizationServerMetadata, isOpenID: Bool) {
    let name = IDTokenDialect(of: issuer.text).metadataIssuer(for: issuer.text)
    let response = try await document(at: WellKnownAddress.openIDConfiguration(of: issuer))
    guard response.status == 404 else {
      return (try AuthorizationServerMetadata(reading: response, for: issuer, named: name), true)
    }
    // A server that speaks OAuth alone has its document at the other place: RFC 8414 §3.1.
    let other = try await document(at: WellKnownAddress.authorizationServer(of: issuer))
    return (try AuthorizationServerMetadata(reading: other, for: issuer, named: name), false)
  }

  private func document(at address: AbsoluteURL) async throws(OAuthError) -> ResponseMessage {
    try await exchange.send(RequestMessage(.get, to: address), within: .metadata)
  }
}

extension OAuthError {
  fileprivate static func notOAuth2(_ provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, rule: .rfc(6749, "1.3"), expected: "a provider of OAuth 2",
      received: .described("\(DisplayText.clean(provider.title)), which speaks OAuth 1.0a"),
      remedy: "OAuth 1.0a gives tokens to users alone: sign in with `wayleave login`.")
  }
}
