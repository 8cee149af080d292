import HTTPTypes
public import WayleaveJOSE
public import WayleaveWire

/// The keys of a provider as they are known here, and when they are to be fetched: a value that takes what came.
///
/// OpenID Connect Core §10.1.1. Ask ``next(at:)``, do it, report what came of it, and ask again.
public struct ProviderKeys: Sendable, Equatable {
  /// What to do for keys.
  public enum Next: Sendable, Equatable {
    /// Use these.
    case use(JSONWebKeySet)
    /// Send ``request(to:)`` and report what came.
    case fetch
    /// There are none, and it is too early to ask again: nothing can be believed.
    case unavailable(OAuthError)
  }

  /// How long must pass between two fetches, whatever asks for them.
  ///
  /// A flood of tokens with unknown keys thereby becomes no flood of fetches.
  package static let shortestPause: Duration = .seconds(60)
  /// How long keys are good for at least, so that a server that forbids caching them is not asked all the time.
  package static let shortestLife: Duration = .seconds(300)
  /// How long keys are good for when the server does not say.
  package static let usualLife: Duration = .seconds(3600)
  /// How long keys are good for at most; and then once more while no others can be had.
  package static let longestLife: Duration = .seconds(86_400)

  private var keys: JSONWebKeySet?
  private var fetchedAt: Instant?
  private var life: Duration = .zero
  private var attemptedAt: Instant?
  private var failure: OAuthError?

  /// No keys yet.
  public init() {}

  /// What to do now.
  public func next(at now: Instant) -> Next {
    let age = fetchedAt.map { now - $0 }
    if let keys, let age, (.zero..<life).contains(age) { return .use(keys) }
    guard isPausing(at: now) else { return .fetch }
    return usableMeanwhile(at: now).map(Next.use) ?? .unavailable(failure ?? .noKeys())
  }

  /// The keys to use while others are fetched or cannot be had: a day longer than they are good; nil when there are none.
  package func usableMeanwhile(at now: Instant) -> JSONWebKeySet? {
    guard let keys, let fetchedAt, (.zero..<(life + Self.longestLife)).contains(now - fetchedAt) else { return nil }
    return keys
  }

  /// What to do when a token names a key that is not among those used: fetch, or nothing when that was done just now.
  ///
  /// "The signer can begin using a new key … and signals the change to the verifier using the kid value."
  public func nextAfterUnknownKey(at now: Instant) -> Next? {
    isPausing(at: now) ? nil : .fetch
  }

  /// Takes the answer to a fetch; one without usable keys changes nothing but the time of the next.
  public mutating func receive(_ response: ResponseMessage, at now: Instant) {
    do throws(OAuthError) {
      try response.requireDirectAnswer()
      guard response.status == 200 else { throw .notKeys(status: response.status) }
      keys = try OAuthError.blamingProvider(member: "keys") { () throws(OAuthError) in
        try JSONWebKeySet(decoding: response.body)
      }
      fetchedAt = now
      attemptedAt = now
      failure = nil
      life = min(max(CacheControl(of: response).lifetime ?? Self.usualLife, Self.shortestLife), Self.longestLife)
    } catch {
      receive(failure: error, at: now)
    }
  }

  /// Takes a fetch that brought no answer.
  public mutating func receive(failure: OAuthError, at now: Instant) {
    self.failure = failure
    attemptedAt = now
  }

  /// How long a server lets an answer be used again; nil when it does not say.
  ///
  /// RFC 9111 §5.2.2.
  package static func lifetime(of response: ResponseMessage) -> Duration? { CacheControl(of: response).lifetime }

  /// The request for the keys at a provider's `jwks_uri`.
  public static func request(to endpoint: Endpoint) -> RequestMessage {
    var request = RequestMessage(.get, to: endpoint.url)
    request.head.headerFields[.accept] = "application/jwk-set+json, application/json"
    return request
  }

  /// A clock that was set back ends the pause.
  private func isPausing(at now: Instant) -> Bool {
    attemptedAt.map { (.zero..<Self.shortestPause).contains(now - $0) } ?? false
  }
}

extension OAuthError {
  fileprivate static func notKeys(status: Int) -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The provider's keys cannot be fetched: the answer was \(status).",
      rule: .openID("Core", "10.1.1"),
      remedy: "Nothing is believed without keys. Try again later, or check the provider's jwks_uri.")
  }

  fileprivate static func noKeys() -> OAuthError {
    OAuthError(
      .unknownKey, message: "The provider's keys are not available at the moment.", rule: .openID("Core", "10.1.1"),
      remedy: "Nothing is believed without keys. Try again in a minute.")
  }
}
