import Wayleave
import WayleaveAgentProtocol
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// Revocations that sign-outs could not deliver.
///
/// RFC 7009 §2.2.1: "the client must assume the token still exists and may retry after a reasonable delay".
extension Agent {
  /// Has them sent, where a pause of ours or of the provider does not forbid it.
  mutating func sendRevocations(of store: OpenStore, at time: ContinuousClock.Instant) {
    let now = surroundings.now()
    guard !isReading, revocations.mayBegin(at: time),
      store.contents.accounts.contains(where: { $0.hasDueRevocation(at: now) })
    else { return }
    revocations.begin()
    surroundings.begin(.sendRevocations(passphrase: store.passphrase))
  }

  /// Has those sent that waited when the agent began, before a request opens the store: the program looks for them.
  mutating func sendFirstRevocations(at time: ContinuousClock.Instant) {
    guard case .closed = state, revocations.mayBeginUnseen(at: time) else { return }
    revocations.begin(unseen: true)
    surroundings.begin(.sendRevocations(passphrase: firstPassphrase))
  }

  /// Takes what became of them.
  mutating func receive(sent result: Result<[SentRevocation], AgentFailure>) {
    let time = surroundings.elapsed()
    switch result {
    case .success(let all):
      revocations.end(isDone: all.allSatisfy { $0.outcome != .pending }, foundNone: all.isEmpty, at: time)
      for sent in all {
        let isDelivered = sent.outcome == .revoked
        note(.revocation(of: sent.account, isDelivered ? .delivered : .failed, by: sent.outcome.rawValue))
      }
    case .failure(let failure):
      revocations.end(isDone: false, at: time)
      revocations.endFirstLook()
      note(.revocation(of: nil, .failed, by: failure.code))
    }
    // The program has changed the store.
    nextStoreLook = time
  }
}

extension AuditEntry {
  /// The agent had a revocation sent.
  fileprivate static func revocation(of account: String?, _ decision: Decision, by outcome: String) -> AuditEntry {
    AuditEntry(
      program: ThisProcess.executable ?? "", process: ThisProcess.identifier, account: account, kind: "revocation",
      decision: decision, by: outcome)
  }
}
