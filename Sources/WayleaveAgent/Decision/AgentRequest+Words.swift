import WayleaveAgentProtocol
import WayleaveConsole

extension AgentRequest.Wish {
  /// The account that it names.
  var account: String? {
    switch self {
    case .token(let account, _, _), .authorize(let account, _), .login(let account, _, _), .echo(let account, _),
      .reverseAuth(let account, _):
      account
    case .allow(_, let account, _, _): account
    case .answered(_, _, let credential): credential.account
    default: nil
    }
  }

  /// The word for it in the audit log.
  var word: String {
    switch self {
    case .token, .login: AgentScope.token.word
    case .authorize, .answered: AgentScope.requests.word
    case .echo: AgentScope.echo.word
    case .reverseAuth: AgentScope.reverseAuth.word
    case .status: "status"
    case .lock: "lock"
    case .unlock: "unlock"
    case .grants: "grants"
    case .allow: "allow"
    case .revoke: "revoke"
    case .stop: "stop"
    case .answer: "answer"
    }
  }
}

extension AgentScope {
  /// What a program may do with it, for a question; nil minutes are no end. Program and account are quoted already.
  func sentence(_ program: String, account: String, minutes: UInt64?) -> String {
    let wish =
      switch self {
      case .token: "\(program) wants access tokens of \(account)"
      case .requests: "\(program) wants to send requests as \(account)"
      case .echo: "\(program) wants to show other servers that you are \(account)"
      case .reverseAuth: "\(program) wants lasting tokens of \(account) for other consumers"
      }
    return minutes.map { "\(wish), for \(AgentText.length(minutes: $0))." } ?? "\(wish)."
  }
}
