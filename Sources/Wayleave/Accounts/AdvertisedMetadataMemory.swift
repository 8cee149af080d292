import Synchronization
import WayleaveWire
import WayleaveSignIn

/// What issuers advertised before, as the kept credentials remember it: read once, and learned from every sign-in.
///
/// Safe to use from any thread.
final class AdvertisedMetadataMemory: Sendable {
  private struct State {
    // By the bytes of the issuer: `==` on texts is canonical equivalence.
    var known = BoundedMemory<[UInt8], AdvertisedMetadata>()
    var isRead = false
  }

  private let state = Mutex(State())

  /// What an issuer advertised the last time; throws what the store throws.
  func advertised(by issuer: AbsoluteURL, in credentials: any CredentialStore) async throws -> AdvertisedMetadata? {
    let key = Array(issuer.text.utf8)
    if !state.withLock(\.isRead) {
      for stored in try await credentials.all() { stored.advertised.map(learn) }
      state.withLock { $0.isRead = true }
    }
    let (known, hasForgotten) = state.withLock { ($0.known[key], $0.known.hasForgotten) }
    guard known == nil, hasForgotten else { return known }
    // What was forgotten must not become a downgrade that is not seen: a stranger can name many issuers.
    for stored in try await credentials.all() where stored.advertised?.issuer.text.hasSameBytes(as: issuer.text) == true
    {
      stored.advertised.map(learn)
    }
    return state.withLock { $0.known[key] }
  }

  /// Learns from a sign-in; the latest word counts.
  func learn(_ advertised: AdvertisedMetadata) {
    let key = Array(advertised.issuer.text.utf8)
    state.withLock { state in
      if let earlier = state.known[key], earlier.seenAt > advertised.seenAt { return }
      state.known[key] = advertised
    }
  }
}
