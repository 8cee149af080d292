import WayleaveOAuth2
import WayleaveWire

/// A sign-in at an entry that a device began and a browser is to finish.
///
/// RFC 8628 §3.2 to §3.5.
struct EntryDevice: Sendable {
  /// What the person is asked in the name of the device.
  struct Question: Sendable {
    let play: String
    let deviceCode: Secret
    let userCode: String
  }

  enum Outcome: Sendable {
    case allowed(PlaygroundPerson)
    case denied
  }

  let scopes: [String]
  let userCode: String
  let expiry: Instant
  var outcome: Outcome?
  /// How long two polls must lie apart; each that comes too soon makes it longer.
  private(set) var interval = PollingPace.slowDownStep
  private var lastPoll: Instant?

  init(scopes: [String], userCode: String, expiry: Instant) {
    self.scopes = scopes
    self.userCode = userCode
    self.expiry = expiry
  }

  /// One poll: the word of the refusal, or nil where it came at a good time.
  mutating func poll(at now: Instant) -> String? {
    guard expiry > now else { return "expired_token" }
    let isTooSoon = lastPoll.map { now - $0 < interval } ?? false
    lastPoll = now
    guard isTooSoon else { return outcome == nil ? "authorization_pending" : nil }
    interval += PollingPace.slowDownStep
    return "slow_down"
  }
}
