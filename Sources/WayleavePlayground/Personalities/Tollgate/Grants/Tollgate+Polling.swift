import WayleaveOAuth2
import WayleaveWire

extension Tollgate {
  /// Who allowed it, and how that person had signed in.
  struct Approval: Sendable {
    let person: PlaygroundPerson
    let authentication: Authentication
  }

  /// How long an answer is waited for.
  static let pollingLifetime: Duration = .seconds(600)
  /// How much longer a client gets `expired_token`.
  static let pollingMemory: Duration = .seconds(600)
}

extension Tollgate {
  /// What a client gets when its poll finds an answer.
  func issueTokens(
    for polled: Result<Polling<Approval>.Outcome, Polling<Approval>.Delay>, _ access: RequestedAccess,
    _ request: TokenRequest, _ visit: Visit
  ) throws(Refusal) -> TokenResponse {
    let outcome: Polling<Approval>.Outcome
    do { outcome = try polled.get() } catch { throw Refusal(error.rawValue) }
    guard case .allowed(let approval) = outcome else { throw Refusal("access_denied") }
    let person = approval.person
    let grant = Grant(
      clientID: request.client.id, person: person, access: access, authentication: approval.authentication,
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
