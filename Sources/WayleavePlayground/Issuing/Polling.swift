import WayleaveOAuth2
import WayleaveWire

/// How far a question has come whose answer a client polls for.
///
/// RFC 8628 §3.5; OpenID Connect Client-Initiated Backchannel Authentication §11.
struct Polling<Consent: Sendable>: Sendable {
  /// What became of it.
  enum Outcome: Sendable {
    case allowed(Consent)
    case denied
  }

  /// Why a poll brings no answer, in the word of the protocol.
  enum Delay: String, Error {
    case expired = "expired_token"
    case tooSoon = "slow_down"
    case pending = "authorization_pending"
  }

  let expiry: Instant
  private var outcome: Outcome?
  /// How long two polls must lie apart; each that comes too soon makes it longer.
  private(set) var interval: Duration = .seconds(DeviceAuthorizationResponse.defaultInterval)
  private var lastPoll: Instant?

  init(expiry: Instant, outcome: Outcome? = nil) {
    self.expiry = expiry
    self.outcome = outcome
  }

  /// One poll.
  mutating func poll(at now: Instant) -> Result<Outcome, Delay> {
    guard expiry > now else { return .failure(.expired) }
    let isTooSoon = lastPoll.map { now - $0 < interval } ?? false
    lastPoll = now
    if isTooSoon { interval += PollingPace.slowDownStep }
    guard !isTooSoon else { return .failure(.tooSoon) }
    return outcome.map { .success($0) } ?? .failure(.pending)
  }

  /// Takes the answer of a person; a client that is notified of it may poll at once.
  mutating func settle(_ outcome: Outcome, isTold: Bool) {
    self.outcome = outcome
    if isTold { lastPoll = nil }
  }
}
