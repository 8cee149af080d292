import Wayleave
import WayleaveBackport
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// What an issuer says about itself, read once a day; of those who need it at once, one asks.
///
/// RFC 8414 §3.
final class IssuerMetadata: Sendable {
  /// For how long it is used; and longer while the issuer does not answer.
  static let life: Duration = .seconds(86_400)

  private struct State {
    var found: AuthorizationServerMetadata?
    var foundAt: Instant?
    var failure: OAuthError?
    var failedAt: Instant?
    var flight: Task<Result<AuthorizationServerMetadata, OAuthError>, Never>?

    /// What is known without asking; nil when the issuer is to be asked.
    func known(at now: Instant) -> Result<AuthorizationServerMetadata, OAuthError>? {
      if let found, let foundAt, (.zero..<IssuerMetadata.life).contains(now - foundAt) { return .success(found) }
      guard let failure, let failedAt, (.zero..<ProviderKeys.shortestPause).contains(now - failedAt) else { return nil }
      return found.map(Result.success) ?? .failure(failure)
    }
  }

  private let issuer: AbsoluteURL
  private let exchange: Exchange
  private let state = Lock(State())

  init(of issuer: AbsoluteURL, by exchange: Exchange) {
    self.issuer = issuer
    self.exchange = exchange
  }

  /// The metadata; throws why there is none.
  func current(at now: Instant) async throws(OAuthError) -> AuthorizationServerMetadata {
    // At once: between a look and a step, another caller's question could be answered.
    let (known, flight) = state.withLock { state in
      let known = state.known(at: now)
      // A task of its own: a waiter who is cancelled takes nothing from the others.
      if known == nil, state.flight == nil { state.flight = Task { await self.read(at: now) } }
      return (known, state.flight)
    }
    if let known { return try known.get() }
    guard let flight else { throw .outOfOrder("metadata that is being read") }
    return try await flight.value.get()
  }

  /// Has it read again, since an address in it leads nowhere.
  func distrust() { state.withLock { $0.foundAt = nil } }

  private func read(at now: Instant) async -> Result<AuthorizationServerMetadata, OAuthError> {
    let result = await search()
    return state.withLock { state in
      state.flight = nil
      switch result {
      case .success(let metadata): (state.found, state.foundAt, state.failure) = (metadata, now, nil)
      case .failure(let error): (state.failure, state.failedAt) = (error, now)
      }
      return state.known(at: now) ?? result
    }
  }

  private func search() async -> Result<AuthorizationServerMetadata, OAuthError> {
    do throws(OAuthError) {
      var discovery = Discovery(of: issuer)
      while true {
        let response = try await exchange.document(discovery.request(), within: .issuer)
        if case .found(let metadata, _) = try discovery.receive(response) { return .success(metadata) }
      }
    } catch { return .failure(error) }
  }
}

extension ExchangeLimits {
  /// Bounds for what a check waits for, and its caller with it.
  static var issuer: ExchangeLimits { within(.seconds(10), maximumBodySize: 512 * 1024) }
}
