package import WayleaveSignIn
package import Wayleave
import WayleaveBackport
package import WayleaveOAuth2
package import WayleaveWire

/// Which of the user's certificates is shown to which server: only that of the client that acts, and only to its provider.
///
/// RFC 8705 §2, and §3 for the APIs whose tokens are bound to it. Two clients at one provider share its servers, so the
/// server alone cannot decide.
package final class ShownCertificates: Sendable {
  private let known = Lock<[Holder: [Origin: ClientCertificate]]>([:])

  /// A client at a provider.
  package struct Holder: Hashable, Sendable {
    private let provider: ProviderName
    private let client: ClientID

    package init(provider: ProviderName, client: ClientID) {
      self.provider = provider
      self.client = client
    }

    package init(_ registered: RegisteredClient) {
      self.init(provider: registered.provider, client: registered.client.id)
    }
  }

  /// The client for which this task sends requests; nil for none, which shows nothing.
  @TaskLocal package static var holder: Holder?

  package init() {}

  /// What is shown to a server; nil for nothing.
  package func certificate(for origin: Origin) -> ClientCertificate? {
    guard let holder = Self.holder else { return nil }
    return known.withLock { $0[holder]?[origin] }
  }

  /// Notes a client's certificate, and the servers of its provider that expect it.
  package func show(_ registered: RegisteredClient, to provider: Provider) {
    guard let certificate = registered.certificate, case .oauth2(let service) = provider.service else { return }
    let names = EndpointName.allCases.filter { ![.authorization, .keySet, .endSession].contains($0) }
    let endpoints = names.compactMap { service.endpoint($0, for: registered.client) }
    let places = endpoints.map(\.origin) + provider.apiOrigins + (provider.identity?.origins ?? [])
    known.withLock { known in
      for place in places { known[Holder(registered), default: [:]][place] = certificate }
    }
  }
}
