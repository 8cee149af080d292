import Wayleave
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

extension WebsiteProvider {
  /// The issuer of the provider's tokens; nil for one that signs none.
  var issuer: Issuer? {
    switch provider.service {
    case .issuer(let url): Issuer(url)
    case .oauth2(let service): service.issuer
    case .oauth1: nil
    }
  }
}
