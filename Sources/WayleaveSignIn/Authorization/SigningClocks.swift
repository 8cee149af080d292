import WayleaveBackport
package import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// The clocks that stamp the requests of OAuth 1.0a: one for each provider and client, shared by all who sign for them.
///
/// Safe to use from any thread.
package final class SigningClocks: Sendable {
  private struct Key: Hashable {
    let provider: ProviderName
    let client: ClientID
  }

  private let clocks = Lock<[Key: SigningClock]>([:])

  package init() {}

  /// The clock at a provider, by which a sign-in begins.
  package func clock(provider: ProviderName, client: ClientID) -> SigningClock {
    clocks.withLock { $0[Key(provider: provider, client: client)] ?? SigningClock() }
  }

  /// Takes over what a sign-in has learned.
  package func adopt(_ clock: SigningClock, provider: ProviderName, client: ClientID) {
    clocks.withLock { clocks in
      let key = Key(provider: provider, client: client)
      if clocks[key]?.correction != clock.correction { clocks[key] = clock }
    }
  }

  /// The timestamp of a request that an account makes now.
  package func timestamp(for account: Account, at now: Instant) -> Instant {
    clocks.withLock { $0[Self.key(of: account), default: SigningClock()].timestamp(at: now) }
  }

  /// Learns from a refusal; whether the request should be signed again and sent once more.
  package func correct(for account: Account, by response: ResponseMessage, at now: Instant) -> Bool {
    clocks.withLock {
      $0[Self.key(of: account), default: SigningClock()].correct(by: response, at: now)
    }
  }

  private static func key(of account: Account) -> Key { Key(provider: account.provider, client: account.client) }
}
