package import WayleaveWire

extension OAuthError {
  /// What to do about the failure, by the common meaning of the provider's words.
  package var recommendedAction: RecommendedAction { recommendedAction(by: .common) }

  /// What to do about the failure: what the provider's word means by the table, then what the code says.
  package func recommendedAction(by table: RefusalTable) -> RecommendedAction {
    refusal.flatMap(table.action) ?? actionByCode
  }

  private var actionByCode: RecommendedAction {
    switch code {
    case .nonceNeeded, .staleProof, .staleTimestamp, .unknownKey, .storeBusy, .storeConflict: .retry
    case .unreachable, .connectionRefused, .hostNotFound, .proxyFailed, .networkTimedOut, .serverUnavailable:
      .wait(RefusalTable.pauseInTrouble)
    case .denied, .scopeNeeded: .askConsent(refusal?.demand ?? AccessDemand())
    case .stepUpNeeded: .stepUp(refusal?.demand ?? AccessDemand())
    case .expiredAccessToken: .refresh
    case .grantRefused, .signInNeeded, .outcomeUnknown, .timedOut, .cancelled, .stateMismatch, .unsolicitedCallback,
      .expiredCallback, .verifierMissing, .bindingMismatch:
      .signIn
    default: .giveUp
    }
  }
}
