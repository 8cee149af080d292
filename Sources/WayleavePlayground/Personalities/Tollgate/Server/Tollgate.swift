import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Tollgate, who is made up: OAuth 2 and OpenID Connect as today's specifications have them, and strict about them.
final class Tollgate {
  let context: TenantContext
  let provider = PlaygroundProvider.tollgate
  var state: TollgateState

  init(in context: TenantContext) {
    self.context = context
    state = TollgateState(keyLifetime: context.configuration.tollgate.keyLifetime)
  }

  /// Its registrations and its policy.
  var settings: TollgateConfiguration { context.configuration.tollgate }

  /// What it has to give, in this tenant.
  var offer: TollgateOffer { TollgateOffer(base: context.base) }

  /// The same for one request: at which of its servers it came, and in which ways that one is.
  func offer(for visit: Visit) -> TollgateOffer {
    TollgateOffer(base: context.base, ways: visit.ways, server: TollgateServer(at: visit.path))
  }

  /// The address of one of its paths.
  func address(of path: TollgatePath) -> String { context.base + TollgatePath.mount + path.rawValue }
}
