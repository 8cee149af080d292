import WayleaveAgentProtocol
import WayleaveSignIn

/// What a question is about: the same is asked once at a time.
struct QuestionKey: Hashable {
  let program: String
  let hash: String
  let account: Account
  /// See ``StoredCredential/enrollment``: the answer holds for no later sign-in.
  let enrollment: String?
  let scope: AgentScope
  /// How long the grant lasts when the person says yes; nil for no end.
  var minutes: UInt64?
}

/// A question that waits for the answer of a person.
struct Question {
  let id: UInt64
  /// The connection that puts it; nil for a notification.
  let asker: Int?
  /// When no answer is taken for no; nil until the question is shown.
  var deadline: ContinuousClock.Instant?
  /// The name of the account.
  let name: String
}
