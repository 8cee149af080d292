import WayleaveOAuth2
import WayleaveWire

/// How far a question has come whose answer a client polls for.
///
/// RFC 8628 §3.5; OpenID Connect Client-Initiated Backchannel Authentication §11.
struct TollgatePolling: Sendable {
  /// What became of it.
  enum Outcome: Sendable {
    case allowed(by: PlaygroundPerson, TollgateAuthentication)
    case denied
  }

  let expiry: Instant
  var outcome: Outcome?
  /// How long two polls must lie apart; each that comes too soon makes it longer.
  private var interval: Duration = .seconds(DeviceAuthorizationResponse.defaultInterval)
  private var lastPoll: Instant?

  init(expiry: Instant) {
    self.expiry = expiry
  }

  /// How long an answer is waited for.
  static let lifetime: Duration = .seconds(600)
  /// How much longer a client gets `expired_token`.
  static let memory: Duration = .seconds(600)

  /// One poll.
  mutating func poll(at now: Instant) -> Result<Outcome, TollgateRefusal> {
    guard expiry > now else { return .failure(TollgateRefusal("expired_token")) }
    let isTooSoon = lastPoll.map { now - $0 < interval } ?? false
    lastPoll = now
    if isTooSoon { interval += PollingPace.slowDownStep }
    guard !isTooSoon else { return .failure(TollgateRefusal("slow_down")) }
    return outcome.map { .success($0) } ?? .failure(TollgateRefusal("authorization_pending"))
  }

  /// Takes the answer of a person; a client that is notified of it may poll at once.
  mutating func settle(_ outcome: Outcome, isTold: Bool) {
    self.outcome = outcome
    if isTold { lastPoll = nil }
  }
}

extension Emulator {
  /// What a client gets when its poll finds an answer.
  func issueTollgateTokens(
    for outcome: TollgatePolling.Outcome, _ access: RequestedAccess, _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    guard case .allowed(let person, let authentication) = outcome else { throw TollgateRefusal("access_denied") }
    let grant = TollgateGrant(
      clientID: request.client.id, person: person, access: access, authentication: authentication,
      refreshConfirmation: refreshBinding(of: request))
    let id = try keepTollgateGrant(grant, visit)
    let tokens = try issueTollgateTokens(
      TollgateIssue(
        grant: grant, id: id, access: access, confirmation: request.confirmation,
        refreshes: request.client.mayUse(RefreshTokenGrant.grantType)), to: request.client, visit)
    note(.tokenIssued, visit, client: request.client.id, person: person)
    return tokens
  }
}
