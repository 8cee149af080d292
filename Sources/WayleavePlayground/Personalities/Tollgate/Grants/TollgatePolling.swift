import WayleaveOAuth2
import WayleaveWire

extension Tollgate {
  /// How far a question has come whose answer a client polls for.
  ///
  /// RFC 8628 §3.5; OpenID Connect Client-Initiated Backchannel Authentication §11.
  struct Polling: Sendable {
    /// What became of it.
    enum Outcome: Sendable {
      case allowed(by: PlaygroundPerson, Authentication)
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
    mutating func poll(at now: Instant) -> Result<Outcome, Refusal> {
      guard expiry > now else { return .failure(Refusal("expired_token")) }
      let isTooSoon = lastPoll.map { now - $0 < interval } ?? false
      lastPoll = now
      if isTooSoon { interval += PollingPace.slowDownStep }
      guard !isTooSoon else { return .failure(Refusal("slow_down")) }
      return outcome.map { .success($0) } ?? .failure(Refusal("authorization_pending"))
    }

    /// Takes the answer of a person; a client that is notified of it may poll at once.
    mutating func settle(_ outcome: Outcome, isTold: Bool) {
      self.outcome = outcome
      if isTold { lastPoll = nil }
    }
  }
}

extension Tollgate {
  /// What a client gets when its poll finds an answer.
  func issueTokens(
    for outcome: Polling.Outcome, _ access: RequestedAccess, _ request: TokenRequest, _ visit: Visit
  ) throws(Refusal) -> TokenResponse {
    guard case .allowed(let person, let authentication) = outcome else { throw Refusal("access_denied") }
    let grant = Grant(
      clientID: request.client.id, person: person, access: access, authentication: authentication,
      refreshConfirmation: refreshBinding(of: request))
    let id = saveGrant(grant, visit)
    let tokens = try issueTokens(
      Issue(
        grant: grant, id: id, access: access, confirmation: request.confirmation,
        refreshes: request.client.mayUse(RefreshTokenGrant.grantType)), to: request.client, visit)
    context.note(.tokenIssued, visit, client: request.client.id, person: person)
    return tokens
  }
}
