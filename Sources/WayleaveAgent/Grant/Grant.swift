import WayleaveAgentProtocol
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// What the user allowed a program.
struct Grant: Sendable, Equatable {
  /// What `grants` shows and `revoke` names.
  let id: String
  /// The path of the program.
  let program: String
  /// The SHA-256 of its file, in hexadecimal digits: a program that was replaced is another one.
  let hash: String
  let account: Account
  /// The time from the account's sign-in to its sign-out for which it holds; nil where the record names none.
  let enrollment: String?
  let scope: AgentScope
  /// When the user allowed it.
  let since: Instant
  /// When it ends; nil for always. It counts on the clock that no one sets, and does not outlive the agent.
  var until: ContinuousClock.Instant?

  /// The record of one that does not end.
  var json: JSON {
    [
      "id": .string(id), "program": .string(program), "sha256": .string(hash),
      "provider": .string(account.provider.text), "client": .string(account.client.text),
      "subject": .string(account.subject), "grant": .string(account.grant), "scope": .string(scope.word),
      "enrollment": JSON(enrollment),
      "since": JSON(since.secondsSinceEpoch),
    ]
  }
}

extension Grant {
  /// Reads what ``json`` wrote; nil when it is something else.
  init?(json: JSON) {
    guard let id = json["id"]?.string, let program = json["program"]?.string, let hash = json["sha256"]?.string,
      let account = Account(json: json),
      let scope = json["scope"]?.string.flatMap(AgentScope.init(word:)), let since = json["since"]?.integer
    else { return nil }
    self.init(
      id: id, program: program, hash: hash, account: account, enrollment: json["enrollment"]?.string, scope: scope,
      since: Instant(secondsSinceEpoch: since))
  }
}
