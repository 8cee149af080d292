package import Wayleave
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

extension Provider {
  /// This entry, as far as it may be used for a credential that came by an earlier entry of the same name; nil for not at all.
  ///
  /// A corrected entry helps old credentials at once. It must never send them to another place: the origins for tokens,
  /// the API and the user's identity may shrink, and never grow. An `openid` entry must name the same issuer. Another
  /// protocol needs a new sign-in.
  package func replacing(_ earlier: Provider) -> Provider? {
    guard name == earlier.name, playgroundRun == earlier.playgroundRun, speaksAs(earlier),
      tokenOrigins.isSubset(of: earlier.tokenOrigins),
      // An API that wants the client's secret with each request is a new place of it.
      originsShownClientSecrets.isSubset(of: earlier.secretOrigins.origins)
    else { return nil }
    let allowed = earlier.allOrigins
    var entry = self
    entry.apiOrigins = apiOrigins.filter(allowed.contains)
    entry.service = service.endingSessions(only: earlier)
    entry.apiDomains = apiDomains.filter(earlier.apiDomains.contains)
    if let identity, !identity.origins.allSatisfy(allowed.contains) { entry.identity = earlier.identity }
    return entry
  }

  /// The origins to which the user's ID token goes at a sign-out.
  fileprivate var sessionOrigins: Set<Origin> {
    guard case .oauth2(let service) = service, let endpoint = service[.endSession] else { return tokenOrigins }
    return tokenOrigins.union([endpoint.origin])
  }

  private func speaksAs(_ earlier: Provider) -> Bool {
    switch (service, earlier.service) {
    // PLAINTEXT, where it is new, shows the secret to the API.
    case (.oauth1, .oauth1): secretOrigins.isSubset(of: earlier.secretOrigins)
    case (.oauth2, .oauth2): true
    // The endpoints that were found at the sign-in stand in the earlier entry.
    case (.issuer(let issuer), .oauth2(let found)): found.issuer == Issuer(issuer)
    case (.issuer(let issuer), .issuer(let before)): Issuer(issuer) == Issuer(before)
    default: false
    }
  }

  /// Where requests with the user's credential go.
  private var allOrigins: [Origin] { apiOrigins + (identity?.origins ?? []) }
}

extension Set<SecretPlace> {
  fileprivate var origins: Set<Origin> {
    Set<Origin>(compactMap { if case .origin(let origin) = $0 { origin } else { nil } })
  }
}

extension Provider.Service {
  /// The service with the page for signing out where the earlier entry had one: it is shown the user's ID token.
  fileprivate func endingSessions(only earlier: Provider) -> Provider.Service {
    guard case .oauth2(var service) = self, let endpoint = service[.endSession],
      !earlier.sessionOrigins.contains(endpoint.origin)
    else { return self }
    guard case .oauth2(let before) = earlier.service else { return self }
    service[.endSession] = before[.endSession]
    return .oauth2(service)
  }
}
