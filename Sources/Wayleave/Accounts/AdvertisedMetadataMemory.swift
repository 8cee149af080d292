import WayleaveBackport
import WayleaveWire
import WayleaveSignIn

/// What issuers advertised before, as the kept credentials remember it: read once, and learned from every sign-in.
///
/// Safe to use from any thread.
final class AdvertisedMetadataMemory: Sendable {
  private struct State {
    var known = BoundedMemory<AbsoluteURL, AdvertisedMetadata>()
    var isRead = false
  }

  private let state = Lock(State())

  /// What an issuer advertised the last time; throws what the store throws.
  func advertised(by issuer: AbsoluteURL, in credentials: any CredentialStore) async throws -> AdvertisedMetadata? {
    if !state.withLock(\.isRead) {
      for stored in try await credentials.all() { stored.advertised.map(learn) }
      state.withLock { $0.isRead = true }
    }
    let (known, hasForgotten) = state.withLock { ($0.known[issuer], $0.known.hasForgotten) }
    guard known == nil, hasForgotten else { return known }
    // What was forgotten must not become a downgrade that is not seen: a stranger can name many issuers.
    for stored in try await credentials.all() where stored.advertised?.issuer == issuer {
      stored.advertised.map(learn)
    }
    return state.withLock { $0.known[issuer] }
  }

  /// Learns from a sign-in; the latest word counts that can be read.
  func learn(_ advertised: AdvertisedMetadata) {
    state.withLock { state in
      if let earlier = state.known[advertised.issuer], earlier.seenAt > advertised.seenAt { return }
      guard advertised.metadata != nil else { return }
      state.known[advertised.issuer] = advertised
    }
  }
}
