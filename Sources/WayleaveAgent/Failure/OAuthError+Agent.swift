import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
package import WayleaveWire

/// The failures of the agent.
extension OAuthError {
  private static let consent = Rule.wayleave("a program gets what the user allowed it to get")

  /// The user said no, or no one could be asked.
  ///
  /// `isAsked` is nil where the program does not learn which it was, and `account` where it named none.
  static func agentDenied(_ program: String, _ scope: AgentScope, account: String?, isAsked: Bool?) -> OAuthError {
    let shown = DisplayText.clean(program)
    let account = account.flatMap { PastedAnswer.isAnswer($0) ? nil : $0 }
    let named = account.map(DisplayText.quoted) ?? "an account"
    let command = account.flatMap { AllowCommand.text(program: program, account: $0, scope: scope) }
    return OAuthError(
      .agentDenied,
      message: isAsked == true
        ? "You did not allow \(shown) to use \(named)."
        : "\(shown) is not allowed to use \(named)" + (isAsked == false ? ", and you could not be asked." : "."),
      rule: consent, expected: "a grant for \(shown): \(scope.word)",
      remedy: .advice(
        command.map { "To allow it, type this at a terminal: `\($0)`." }
          ?? "Start it from a terminal, and answer the question of the agent."))
  }

  /// The program cannot be seen: it hides itself, or its file cannot be read.
  static func agentCannotSee(_ what: String) -> OAuthError {
    OAuthError(
      .agentDenied, message: "The agent cannot see which program asks: \(what).", rule: consent,
      remedy: "Use a program that does not hide itself, or `wayleave token`.")
  }

  /// A grant for wayleave itself would be one for every program that starts it.
  static func agentGrantsNotToItself() -> OAuthError {
    OAuthError(
      .agentDenied, message: "The program wayleave gets no grant: every program can start it.", rule: consent,
      remedy: "Start it from a shell, or from the program that wants something.")
  }

  /// Only the program `wayleave` with which the agent began may ask for this.
  static func agentNotOurs(_ program: String) -> OAuthError {
    OAuthError(
      .agentDenied, message: "Only the program wayleave that began the agent manages it.", rule: consent,
      received: .text(program),
      remedy: .advice(
        "Use that one. To have another one manage it: `kill \(ThisProcess.identifier)`, then `wayleave agent run "
          + "--background`."))
  }

  /// The provider ended the credential: only the user can sign in again.
  static func agentSignInEnded(_ reason: String, of stored: StoredCredential) -> OAuthError {
    let words = DisplayText.clean(reason)
    return OAuthError(
      .signInNeeded, message: "The sign-in has ended: \(words).", rule: stored.credential.ruleOfEnd,
      remedy: .signIn(provider: stored.account.provider.text))
  }

  /// The program at the path of ours is another one than when the agent began.
  static func agentOutdated(_ program: String) -> OAuthError {
    OAuthError(
      .agentOutdated, message: "\(DisplayText.clean(program)) was replaced since the agent began.",
      rule: .wayleave("the agent knows its own programs as they were when it began"),
      remedy: .advice("Restart the agent: `kill \(ThisProcess.identifier)`, then `wayleave agent run --background`."))
  }

  static func agentLocked(needsPassphrase: Bool) -> OAuthError {
    OAuthError(
      .agentLocked, rule: .wayleave("a locked agent gives nothing"), expected: "an agent that is unlocked",
      received: .described(needsPassphrase ? "one that waits for the passphrase of the store" : "a locked one"),
      remedy: "Unlock it with `wayleave agent unlock`.")
  }

  /// Several accounts, and none named; `names` are those that the program may know of.
  static func agentAccountChoiceNeeded(_ names: [String]) -> OAuthError {
    let list = names.joined(separator: ", ")
    return OAuthError(
      .agentAccountChoiceNeeded,
      message: names.isEmpty ? "There are several accounts: name one." : "There are several accounts: \(list).",
      rule: .wayleave("a name means one account"), remedy: "Name one with --account.")
  }

  static func agentFailed(_ reason: String, remedy: Remedy) -> OAuthError {
    let reason = DisplayText.clean(reason)
    return OAuthError(
      .agentFailed, message: "The agent failed: \(reason).", rule: .wayleave("the agent answers what it can"),
      remedy: remedy)
  }

  /// `process` is the number of the one that runs, where that is known.
  package static func agentAlreadyRunning(_ folder: String, process: Int32? = nil) -> OAuthError {
    let kill = process.map { ", or by `kill \($0)`" } ?? ""
    return OAuthError(
      .agentAlreadyRunning, rule: .wayleave("a user has one agent"),
      expected: "no agent in \(DisplayText.clean(folder))",
      received: .described(process.map { "one that runs as process \($0)" } ?? "one that runs"),
      remedy: .advice("Use that one, or end it with `wayleave agent stop`\(kill)."))
  }
}

extension AgentFailure {
  /// An error of ours, as it is sent to the program that asked.
  package init(_ error: OAuthError, choices: [String] = []) {
    self.init(
      code: error.code.rawValue, message: error.message, rule: error.rule.description,
      expected: error.expected ?? "", received: error.received?.description ?? "", remedy: error.remedy.inCommands,
      exitStatus: UInt8(truncatingIfNeeded: ExitStatus.status(for: error)), choices: choices)
  }

  /// Bytes that are no request.
  init(_ error: AgentProtocolError) {
    self.init(
      .agentFailed("the request is not one of this protocol (\(error))", remedy: "Use a program of this version."))
  }
}

/// The command that allows a program what it was denied.
enum AllowCommand {
  /// The command; nil where one of the values cannot be typed.
  static func text(program: String, account: String, scope: AgentScope) -> String? {
    guard let program = Remedy.argument(program), let account = Remedy.option("--account", account) else { return nil }
    return "wayleave agent grants allow \(program) \(account)" + (scope == .token ? "" : " --scope \(scope.word)")
  }
}
