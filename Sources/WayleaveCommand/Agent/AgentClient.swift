import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveConsole
import WayleavePlain
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The agent of this user, as a command asks it, before the command has any secret of the store.
///
/// The agent looks which program asks, and cannot look at one that hides its memory. So the memory is hidden when the
/// answer is there.
struct AgentClient {
  private let connection: Connection
  private let output: OutputOptions
  /// What the front program was answered.
  private let handed: AgentAnswer?

  /// A connection is used by one thread at a time: each question waits for the answer to the one before.
  private final class Connection: @unchecked Sendable {
    let value: AgentConnection
    var chosenAccount: String?
    init(_ value: AgentConnection) { self.value = value }
  }

  /// The name that the person chose from several accounts: what the agent leaves to the command is for that account.
  var chosenAccount: String? { connection.chosenAccount }

  /// Whether the typed command asks the agent.
  static func isAsked(by typed: [String]) -> Bool {
    ["token", "request", "mcp", "agent", "git-credential", "docker-credential", "kube-credential", "doctor"].contains(
      typed.first)
      && !isChildOfAgent
  }

  /// Whether an agent may answer: there is a socket, be it a left-over one, or the user has commands start an agent.
  static var isExpected: Bool { isThere || (!isChildOfAgent && AgentOnDemand.isSaved) }

  private static var isThere: Bool {
    guard !isChildOfAgent, let folder else { return false }
    return (try? FileStatus.of(AgentPlace.socket(in: folder), followingLink: false)) != nil
  }

  /// Whether the agent started this program for a refresh, which must not ask it again.
  private static var isChildOfAgent: Bool { ProcessEnvironment.variable(AgentPlace.variableOfChildren) != nil }

  /// The folder of its socket.
  static var folder: String? { RuntimeFolder.path() }

  /// Connects to it; nil where none runs.
  init?(output: OutputOptions) throws(AgentRefusal) {
    guard Self.isThere, let folder = Self.folder else { return nil }
    do throws(AgentConnectionError) {
      connection = Connection(try AgentConnection(in: folder, withinMilliseconds: AgentPatience.wholeAnswer))
    } catch {
      guard let failure = AgentFailure(error) else { return nil }
      throw AgentRefusal(failure)
    }
    self.output = output
    handed = HandedAnswer.take()
  }

  /// The agent that must run already.
  static func running(output: OutputOptions) throws -> AgentClient {
    guard let client = try AgentClient(output: output) else { throw try notRunning() }
    return client
  }

  /// The agent, which is started first where none runs and the user has commands start it; nil where there is none.
  static func available(output: OutputOptions) async throws -> AgentClient? {
    if let client = try AgentClient(output: output) { return client }
    guard !isChildOfAgent, let wish = try AgentOnDemand.saved(in: Folders()) else { return nil }
    if let client = try await BackgroundAgent.start(as: wish, output: output) { return client }
    output.say("The agent did not start, so this command goes on without it. `wayleave agent run` says why.")
    return nil
  }

  /// The same for a command that cannot do without it.
  static func needed(output: OutputOptions) async throws -> AgentClient {
    guard let client = try await available(output: output) else { throw try notRunning() }
    return client
  }

  private static func notRunning() throws(OAuthError) -> AgentRefusal {
    AgentRefusal(try AgentOnDemand.saved(in: Folders()) == nil ? .notRunning : .notStartedYet)
  }

  /// The answer to a request; nil where the command must do it itself. Puts questions to the user.
  func answer(to wish: AgentRequest.Wish) async throws -> AgentAnswer? {
    var answer = try await answer(to: wish, after: handed)
    // After an update of the program: the agent of before has ended itself, unless a person started it.
    if case .failure(let failure) = answer, failure.code == OAuthError.Code.agentOutdated.rawValue {
      // The agent sees which program asks only while the memory is not hidden.
      HiddenMemory.show()
      if let next = try await Self.available(output: output) {
        answer = try await next.answer(to: wish, after: nil)
        connection.chosenAccount = next.chosenAccount ?? connection.chosenAccount
      }
    }
    HiddenMemory.hide()
    switch answer {
    case .failure(let failure): throw AgentRefusal(failure)
    case .needsCommand: return nil
    default: return answer
    }
  }

  /// The answer after all questions. Of several accounts the person at the terminal chooses one.
  private func answer(to wish: AgentRequest.Wish, after handed: AgentAnswer?) async throws -> AgentAnswer {
    let canAsk = FileDescriptor.standardInput.isTerminal
    var answer: AgentAnswer
    if let handed { answer = handed } else { answer = try await send(AgentRequest(wish, canAsk: canAsk)) }
    while case .question(let id, let sentence) = answer {
      let decision = try await AgentQuestion(sentence: sentence, hasEnd: wish.hasEnd).decision()
      answer = try await send(AgentRequest(.answer(question: id, decision), canAsk: canAsk))
    }
    guard case .failure(let failure) = answer, !failure.choices.isEmpty, output.canAsk else { return answer }
    let choice = await AccountMenu(failure.choices).choice()
    if case .noAccount? = choice { throw OAuthError.choseNoAccount(AgentRefusal(failure).error.remedy) }
    guard case .account(let place)? = choice, let named = wish.naming(failure.choices[place]) else { return answer }
    connection.chosenAccount = failure.choices[place]
    // The agent sees which program asks only while the memory is not hidden.
    HiddenMemory.show()
    return try await self.answer(to: named, after: nil)
  }

  /// Waits on a thread of its own, so that Ctrl-C ends the command meanwhile.
  private func send(_ request: AgentRequest) async throws -> AgentAnswer {
    let slot = Slot()
    try DetachedThread.start { [connection] in
      slot.fill {
        () throws(AgentConnectionError) in
        try connection.value.ask(request) { HiddenMemory.hide() }
      }
    }
    var pause = Duration.milliseconds(1)
    while true {
      if let result = slot.result {
        do throws(AgentConnectionError) { return try result.get() } catch {
          throw AgentRefusal(AgentFailure(error) ?? .notRunning)
        }
      }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(50))
    }
  }

  /// What the thread leaves for the task.
  private final class Slot: Sendable {
    private let state = Lock<Result<AgentAnswer, AgentConnectionError>?>(nil)

    var result: Result<AgentAnswer, AgentConnectionError>? { state.withLock(\.self) }

    func fill(_ ask: () throws(AgentConnectionError) -> AgentAnswer) {
      let result = Result(catching: ask)
      state.withLock { $0 = result }
    }
  }
}

extension AgentRequest.Wish {
  /// Whether it asks for a grant that ends.
  fileprivate var hasEnd: Bool { if case .allow(_, _, _, .some) = self { true } else { false } }

  /// The same for the account of a name; nil where an account is named, or none is wanted.
  fileprivate func naming(_ name: String) -> Self? {
    switch self {
    case .token(nil, let lifetime, let form): .token(account: name, minimumLifetime: lifetime, form: form)
    case .authorize(nil, let message): .authorize(account: name, message)
    case .login(nil, let user, let origin): .login(account: name, user: user, origin: origin)
    case .echo(nil, let url): .echo(account: name, url: url)
    case .reverseAuth(nil, let parameters): .reverseAuth(account: name, parameters: parameters)
    default: nil
    }
  }
}
