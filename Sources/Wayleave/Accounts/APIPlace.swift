package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveSignIn
import WayleaveWire

/// For which API an account was got, and at which server: what is compared with what the API says today.
///
/// RFC 9728 §7.6.
package struct APIPlace: Sendable, Equatable {
  package let api: ResourceIndicator
  package let issuer: Issuer
  package let provider: ProviderName

  package init(_ api: ResourceIndicator, issuer: Issuer, provider: ProviderName) {
    (self.api, self.issuer, self.provider) = (api, issuer, provider)
  }

  /// Nil for an account of no API, or of several, and for one whose server published nothing.
  package init?(of stored: StoredCredential) {
    guard stored.resources.count == 1, let issuer = stored.advertised.map({ Issuer($0.issuer) }) else { return nil }
    self.init(stored.resources[0], issuer: issuer, provider: stored.account.provider)
  }
}
