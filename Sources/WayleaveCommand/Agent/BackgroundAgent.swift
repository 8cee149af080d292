import WayleaveAgent
import WayleaveAgentProtocol
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// An agent that runs on when the command that started it has ended.
enum BackgroundAgent {
  /// How long a command waits until the agent can be asked. One that ends first is seen at once.
  private static let patience = Duration.seconds(30)
  /// How long a command sleeps between two looks, and at most where it has looked often: twenty commands that wait for one
  /// agent must leave it the processor.
  private static let (shortestPause, longestPause) = (Duration.milliseconds(5), Duration.milliseconds(160))

  private static let passphraseFile = "WAYLEAVE_STORE_PASSPHRASE_FILE"

  /// Marks the agent that a command starts because it found none.
  private static let variable = "WAYLEAVE_AGENT_STARTER"

  /// Starts this program as the agent for a user who asked for that, and waits until it can be asked.
  static func start(lockAfterMinutes: Int?, output: OutputOptions) async throws {
    guard try AgentClient(output: output) == nil else { throw OAuthError.agentAlreadyRunning(AgentClient.folder ?? "") }
    var environment = ProcessEnvironment.handed(to: .ours)
    // Else the agent would start another one.
    environment["WAYLEAVE_BACKGROUND"] = nil
    let passphrase = Environment.secret("STORE_PASSPHRASE")
    // A file that is named counts first, in the agent as here.
    if passphrase != nil, environment[passphraseFile] == nil { environment[passphraseFile] = "/dev/stdin" }
    let child = try process(
      lockAfterMinutes: lockAfterMinutes, environment: environment, log: nil, passphrase: passphrase)
    guard try await reached(child, output: output) != nil else { throw AgentRefusal(.notStarted) }
  }

  /// Starts it for a command that found none, where the user wants that; nil where it does not start.
  ///
  /// Of several commands the one that has the lock starts it, after another look: so only one process is started.
  /// The kernel frees the lock of a command that is killed.
  static func start(as setting: AgentOnDemand, output: OutputOptions) async throws -> AgentClient? {
    guard let folder = AgentClient.folder, let file = RuntimeFile("agent-start.lock", in: folder) else { return nil }
    let deadline = ContinuousClock.now + patience
    var pause = shortestPause
    while ContinuousClock.now < deadline {
      if let lock = file.takeLock() {
        defer { lock.release() }
        if let client = try AgentClient(output: output) { return client }
        let log = logFile()
        let environment = ProcessEnvironment.ofSession.merging([variable: AgentStarter.command.rawValue]) { $1 }
        guard let child = try? process(lockAfterMinutes: setting.lockAfterMinutes, environment: environment, log: log)
        else { return nil }
        return try await reached(child, output: output)
      }
      if let client = try AgentClient(output: output) { return client }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, longestPause)
    }
    return nil
  }

  /// Who started this agent. The programs that it starts do not see it.
  static func takeStarter() -> AgentStarter {
    let word = ProcessEnvironment.variable(variable)
    ProcessEnvironment.unset(variable)
    return word.flatMap(AgentStarter.init) ?? .user
  }

  private static func process(
    lockAfterMinutes: Int?, environment: [String: String], log: FileDescriptor?, passphrase: Secret? = nil
  ) throws(AgentRefusal) -> ChildProcess {
    guard let path = ThisProcess.executable else { throw AgentRefusal(.notStarted) }
    let lock = lockAfterMinutes.map { ["--lock-after", "\($0)"] } ?? []
    let words = ["wayleave", "agent", "run"] + lock
    do throws(SystemError) {
      guard let passphrase else {
        return try ChildProcess(starting: path, words: words, environment: environment, log: log)
      }
      // By its input: what is in its variables at the start, others could read until it has taken it from there.
      let (input, output) = (try FileDescriptor.pipe(), try FileDescriptor.pipe())
      let child = try ChildProcess(
        starting: path, words: words, environment: environment,
        streams: .init(input: input.reading, output: output.writing, hidesErrors: true))
      try input.writing.writeAll(passphrase.exposedBytes)
      return child
    } catch { throw AgentRefusal(.notStarted) }
  }

  /// Connects to an agent that was just started; nil where it ends first, or takes too long.
  private static func reached(_ child: ChildProcess, output: OutputOptions) async throws -> AgentClient? {
    let deadline = ContinuousClock.now + patience
    while true {
      // Before the look: one that ended because another agent was faster leaves that one.
      let isOver = child.hasEnded || .now >= deadline
      if let client = try AgentClient(output: output) { return client }
      if isOver { return nil }
      try await Task.sleep(for: shortestPause)
    }
  }

  /// The file for what the agent says, which begins again with each agent; nil where it cannot be written.
  private static func logFile() -> FileDescriptor? {
    guard let path = try? Folders().state, (try? Folder.createWithParents(path)) != nil,
      let file = try? Folder(opening: path, followingLink: true).openFileToAppend("agent.log"),
      (try? file.cut(to: 0)) != nil
    else { return nil }
    return file
  }
}

extension ProcessEnvironment {
  /// The variables that describe the session, and where the store and its passphrase are.
  ///
  /// An agent lives longer than the command that starts it, and renews every account: a proxy, certificates or secrets of
  /// one command are not for it. One that systemd starts does not get them either.
  fileprivate static var ofSession: [String: String] {
    // The agent is in another folder than the command.
    variables().filter { name, value in
      isOfSession(name) || name == "WAYLEAVE_HOME"
        || name == "WAYLEAVE_STORE_PASSPHRASE_FILE" && value.hasPrefix("/")
    }
  }
}

extension AgentFailure {
  fileprivate static let notStarted = AgentFailure(
    code: "agent.failed", message: "The agent did not start.", rule: "the agent answers at a socket of the user",
    expected: "an agent that answers", received: "none",
    remedy: "Run `wayleave agent run` in this terminal: it says why.", exitStatus: 1)
}
