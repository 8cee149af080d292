import HTTPTypes
import WayleaveOAuth2
import WayleaveOpenID
package import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

extension Accounts {
  /// A provider with its endpoints, which are found by its issuer where the entry names none.
  ///
  /// RFC 8414 §3. Throws `configuration.unsupported` for a provider of OAuth 1.0a.
  package func discovered(_ provider: Provider) async throws(OAuthError) -> (provider: Provider, service: OAuth2Service)
  {
    try await discovered(provider) { (_, _) throws(OAuthError) in }
  }

  /// The same, for a use of the provider by which its protections count: those that it had before and has no longer are
  /// refused, as they are at a sign-in. Throws `discovery.downgraded`.
  func discovered(
    _ provider: Provider, acceptingDowngrade acceptsDowngrade: Bool
  ) async throws(OAuthError) -> (provider: Provider, service: OAuth2Service) {
    try await discovered(provider, isFreshWanted: acceptsDowngrade) { (metadata, issuer) throws(OAuthError) in
      let earlier = try await advertised(by: issuer)
      tellOfAcceptedDowngrades(try metadata.downgrades(of: issuer, since: earlier, areAccepted: acceptsDowngrade))
      advertisedBefore.learn(AdvertisedMetadata(metadata, of: issuer, at: now()))
    }
  }

  /// What an issuer advertised the last time; nil when it was never asked.
  func advertised(by issuer: AbsoluteURL) async throws(OAuthError) -> AdvertisedMetadata? {
    try await credentials.wrapped { try await advertisedBefore.advertised(by: issuer, in: credentials) }
  }

  /// Tells what is gone by agreement.
  func tellOfAcceptedDowngrades(_ downgrades: [MetadataDowngrade]) {
    for downgrade in downgrades {
      exchange.tell(Event(.tolerated, rule: .rfc(9700, "4.4"), "gone by agreement: \(downgrade)"))
    }
  }

  private func discovered(
    _ provider: Provider, isFreshWanted: Bool = false,
    verifying verify: (AuthorizationServerMetadata, AbsoluteURL) async throws(OAuthError) -> Void
  ) async throws(OAuthError) -> (provider: Provider, service: OAuth2Service) {
    switch provider.service {
    case .oauth1: throw .notOAuth2(provider)
    case .oauth2(let service): return (provider, service)
    case .issuer(let issuer):
      var provider = provider
      let (metadata, isOpenID) = try await metadata(
        of: issuer, dialect: provider.idTokenRules.dialect, in: provider.metadataOrder, isFreshWanted: isFreshWanted)
      try await verify(metadata, issuer)
      let service = provider.adopt(metadata, of: issuer, isOpenID: isOpenID)
      return (provider, service)
    }
  }

  /// What an issuer publishes of itself, and whether it does so as an OpenID provider.
  ///
  /// OpenID Connect Discovery §4; RFC 8414 §3.
  package func metadata(
    of issuer: AbsoluteURL, dialect: IDTokenDialect? = nil, in order: Discovery.Order = .openIDFirst,
    isFreshWanted: Bool = false
  ) async throws(OAuthError) -> (metadata: AuthorizationServerMetadata, isOpenID: Bool) {
    var isNowhere = false
    return try await metadata(
      by: Discovery(of: issuer, dialect: dialect, in: order), isFreshWanted: isFreshWanted, isNowhere: &isNowhere)
  }

  /// Whether an issuer publishes metadata; throws where there is some that cannot be used.
  package func publishesMetadata(
    _ issuer: AbsoluteURL, in order: Discovery.Order = .openIDFirst
  ) async throws(OAuthError) -> Bool {
    var isNowhere = false
    do throws(OAuthError) {
      _ = try await metadata(by: Discovery(of: issuer, in: order), isNowhere: &isNowhere)
    } catch {
      guard isNowhere else { throw error }
    }
    return !isNowhere
  }

  /// `isNowhere` becomes true where the issuer publishes at no place that is looked at; then this throws, too.
  private func metadata(
    by first: Discovery, isFreshWanted: Bool = false, isNowhere: inout Bool
  ) async throws(OAuthError) -> (metadata: AuthorizationServerMetadata, isOpenID: Bool) {
    var discovery = first
    var misses: [RequestMessage] = []
    while true {
      let search = discovery
      let request = try discovery.request()
      let (next, found) = try await document(for: request, isFreshWanted: isFreshWanted) {
        (response) throws(OAuthError) in
        var search = search
        isNowhere = search.isAtLastPlace && response.hasNoDocument
        let found = try search.receive(response)
        return (search, found)
      }
      if case .found(let metadata, let isOpenID) = found {
        isNowhere = false
        missedPlaces.remember(misses, before: request)
        return (metadata, isOpenID)
      }
      misses.append(request)
      discovery = next
    }
  }

  /// What an OpenID provider publishes of its OAuth side; nil where there is no document that can be used. Throws where it
  /// cannot be had now.
  ///
  /// RFC 8414 §3. Django OAuth Toolkit names its revocation and registration there, and in the other document neither.
  func oauthMetadata(
    of issuer: AbsoluteURL, dialect: IDTokenDialect?
  ) async throws(OAuthError) -> AuthorizationServerMetadata? {
    do throws(OAuthError) {
      var isNowhere = false
      return try await metadata(
        by: Discovery(of: issuer, dialect: dialect, in: .oauthAlone), isNowhere: &isNowhere
      ).metadata
    } catch {
      guard error.category != .network, error.code != .cancelled else { throw error }
      return nil
    }
  }
}

extension OAuthError {
  fileprivate static func notOAuth2(_ provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) speaks OAuth 1.0a, and this needs OAuth 2.",
      rule: .rfc(6749, "1.3"), remedy: .signIn(provider: provider.name.text))
  }
}
