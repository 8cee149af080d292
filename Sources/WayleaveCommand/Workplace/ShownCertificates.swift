import Synchronization
import Wayleave
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// Which of the user's certificates is shown to whom: that of a client to its own provider, and to nobody else.
///
/// RFC 8705 §2, and §3 for the APIs whose tokens are bound to it.
final class ShownCertificates: Sendable {
  private let known = Mutex<[Origin: ClientCertificate]>([:])

  /// What is shown at a place; nil for nothing.
  func certificate(for origin: Origin) -> ClientCertificate? { known.withLock { $0[origin] } }

  /// Shows a client's certificate where its provider expects it.
  func show(_ registered: RegisteredClient, to provider: Provider) {
    guard let certificate = registered.certificate, case .oauth2(let service) = provider.service else { return }
    let names = EndpointName.allCases.filter { ![.authorization, .keySet, .endSession].contains($0) }
    let endpoints = names.compactMap { service.endpoint($0, for: registered.client) }
    let places = endpoints.map(\.origin) + provider.apiOrigins + [provider.identity?.endpoint.origin].compactMap(\.self)
    known.withLock { known in
      for place in places { known[place] = certificate }
    }
  }
}
