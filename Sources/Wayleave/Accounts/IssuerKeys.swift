import HTTPTypes
package import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
package import WayleaveWire
package import WayleaveProvider

/// In whose name, and by which keys, the tokens of a provider are verified.
package struct IssuerKeys: Sendable {
  /// The issuer.
  package let issuer: Issuer
  /// Where it publishes its keys.
  package let endpoint: Endpoint
  /// The keys that it publishes.
  package fileprivate(set) var keys: JSONWebKeySet
  /// The algorithms by which it signs ID tokens.
  package let idTokenAlgorithms: Set<SignatureAlgorithm>
  /// For which other clients its ID tokens may be, and how they depart from the specification.
  package let rules: IDTokenRules
}

extension Accounts {
  /// Fetches what verifies the tokens of a provider: its metadata, where its entry names no keys, and its keys.
  ///
  /// OpenID Connect Discovery §4; RFC 8414 §3. Throws `configuration.unsupported` for a provider without an issuer.
  package func issuerKeys(of provider: Provider) async throws(OAuthError) -> IssuerKeys {
    let issuer: AbsoluteURL
    switch provider.service {
    case .issuer(let named): issuer = named
    case .oauth2(let service):
      guard let named = service.issuer else { throw .noIssuer(provider) }
      if let endpoint = service[.keySet] {
        return IssuerKeys(
          issuer: named, endpoint: endpoint, keys: try await keys(at: endpoint, refetching: false),
          idTokenAlgorithms: service.idTokenAlgorithms, rules: service.idTokenRules)
      }
      issuer = try AbsoluteURL(named.text)
    case .oauth1: throw .noIssuer(provider)
    }
    let (metadata, _) = try await metadata(of: issuer, dialect: provider.idTokenRules.dialect)
    guard let endpoint = metadata.keySetEndpoint else { throw .noKeySet(issuer) }
    return IssuerKeys(
      issuer: Issuer(issuer), endpoint: endpoint, keys: try await keys(at: endpoint, refetching: false),
      idTokenAlgorithms: metadata.verifiableIDTokenAlgorithms, rules: provider.idTokenRules)
  }

  /// Sends a request that carries no credential of an account.
  package func answer(to request: RequestMessage) async throws(OAuthError) -> ResponseMessage {
    try await exchange.send(request, within: .token)
  }

  /// Verifies with what the issuer of a provider publishes, and with fresh keys where a key is unknown.
  func verified<Value: Sendable>(
    byKeysOf provider: Provider, _ check: (IssuerKeys) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    var issuer = try await issuerKeys(of: provider)
    return try await verified(byKeysAt: issuer.endpoint) { (keys) throws(OAuthError) in
      issuer.keys = keys
      return try check(issuer)
    }
  }

  /// Verifies with the keys that are published at an address, and with fresh ones where a key is unknown.
  func verified<Value: Sendable>(
    byKeysAt endpoint: Endpoint, _ check: (JSONWebKeySet) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    var source = SignIn.KeySource(endpoint)
    while true {
      let keys = try await keys(at: endpoint, refetching: source.isRefetch)
      switch try source.verify({ () throws(OAuthError) in try check(keys) }) {
      case .verified(let value): return value
      case .needs(let next): source = next
      }
    }
  }

  private func keys(at endpoint: Endpoint, refetching: Bool) async throws(OAuthError) -> JSONWebKeySet {
    try await keySets.keys(at: endpoint, refetching: refetching, by: exchange, at: now())
  }
}

extension OAuthError {
  fileprivate static func noIssuer(_ provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) has no issuer that signs tokens.",
      rule: .openID("Core", "2"), remedy: "Give the issuer's https URL as the provider.")
  }

  fileprivate static func noKeySet(_ issuer: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata, message: "\(issuer) publishes no keys (jwks_uri), so its tokens cannot be verified.",
      rule: .rfc(8414, "2"), remedy: .tellProvider)
  }
}
