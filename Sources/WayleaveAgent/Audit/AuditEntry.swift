import WayleaveAgentProtocol

/// A line of the audit log: what was decided, and about which program. No secret.
struct AuditEntry: Sendable, Hashable {
  enum Decision: String, Sendable {
    /// The program got what it asked for.
    case given
    /// It did not, for want of a grant.
    case denied
    /// It may not manage the agent.
    case refused
    /// It was allowed, and something else failed.
    case failed
    /// A program got a grant.
    case allowed
    /// A grant was taken back.
    case revoked
    /// The program ended, or became another one, before it had its answer.
    case changed
    case locked, unlocked
    /// A revocation that a sign-out had left was sent, and the provider confirmed it.
    case delivered
  }

  let program: String
  let process: Int32
  let account: String?
  /// What it was about: a scope, or a request.
  let kind: String
  let decision: Decision
  /// What decided: a grant by its id, a person, a code.
  let by: String
}
