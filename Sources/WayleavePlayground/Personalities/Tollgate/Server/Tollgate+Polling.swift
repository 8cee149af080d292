import WayleaveOAuth2
import WayleaveWire

extension Tollgate {
  /// How long an answer is waited for.
  static let pollingLifetime: Duration = .seconds(600)
  /// How much longer a client gets `expired_token`.
  static let pollingMemory: Duration = .seconds(600)
}

extension Tollgate {
  /// What a client gets when its poll finds an answer.
  func issueTokens(
    for polled: Result<Polling<TollgateApproval>.Outcome, Polling<TollgateApproval>.Delay>, _ access: RequestedAccess,
    _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    let outcome: Polling<TollgateApproval>.Outcome
    do { outcome = try polled.get() } catch { throw TollgateRefusal(error.rawValue) }
    guard case .allowed(let approval) = outcome else { throw TollgateRefusal("access_denied") }
    let person = approval.person
    let grant = TollgateGrant(
      clientID: request.client.id, person: person, access: access, authentication: approval.authentication,
      refreshConfirmation: refreshBinding(of: request))
    let id = saveGrant(grant, visit)
    let tokens = try issueTokens(
      TollgateIssue(
        grant: grant, id: id, access: access, confirmation: request.confirmation,
        refreshes: request.client.mayUse(RefreshTokenGrant.grantType)), to: request.client, visit)
    context.note(.tokenIssued, visit, client: request.client.id, person: person)
    return tokens
  }

  /// What refresh tokens are bound to: for a client which nothing else tells apart, the same as the access token.
  func refreshBinding(of request: TollgateTokenRequest) -> TokenConfirmation? {
    request.client.isConfidential ? nil : request.confirmation
  }
}
