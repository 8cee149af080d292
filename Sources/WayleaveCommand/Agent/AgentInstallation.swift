import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The files by which the system starts the agent, and the program that reads them.
struct AgentInstallation {
  /// A folder that ends with no slash.
  let folder: String
  let files: [(name: String, text: String)]
  #if os(macOS)
    private let service: LaunchdService
    private let stateFolder: String
    /// What the person reads where the system uses the files.
    static let startedWords = "launchd runs the agent now, and whenever you sign in."
  #else
    private let start: [[String]]
    private let end: [[String]]
    /// What the person reads where the system uses the files.
    static let startedWords = "The agent starts when a program first asks."
  #endif

  init(lockAfterMinutes: Int?) throws(OAuthError) {
    let home = try Folders.home()
    guard let program = ThisInstallation.typedProgram ?? ThisProcess.executable else { throw .noOwnPath() }
    #if os(macOS)
      folder = (Environment.variable("HOME") ?? "") + "/Library/LaunchAgents"
      stateFolder = try Folders().state
      let list = AgentPropertyList(
        program: program, home: home, log: "\(stateFolder)/agent.log", lockAfterMinutes: lockAfterMinutes)
      files = [("\(AgentPropertyList.label).plist", list.text)]
      service = LaunchdService(user: ThisProcess.user, file: "\(folder)/\(AgentPropertyList.label).plist")
    #else
      folder = try Folders.userConfiguration() + "/systemd/user"
      let units = AgentUnits(program: program, home: home, lockAfterMinutes: lockAfterMinutes)
      files = [(AgentUnits.socketName, units.socket), (AgentUnits.serviceName, units.service)]
      let systemctl = ["systemctl", "--user"]
      start = [systemctl + ["daemon-reload"], systemctl + ["enable", "--now", AgentUnits.socketName]]
      end = [systemctl + ["disable", "--now", AgentUnits.socketName, AgentUnits.serviceName]]
    #endif
  }

  /// Writes the files.
  func write() throws(OAuthError) {
    do throws(Folder.CreationFailure) { try Folder.createWithParents(folder) } catch {
      throw .notWritten(error.path, error.error.words)
    }
    do throws(SystemError) {
      let place = try Folder(opening: folder, followingLink: true)
      for file in files { try place.replace(file.name, with: Array(file.text.utf8)) }
    } catch { throw .notWritten(folder, error.words) }
  }

  /// Removes the files; false where there were none.
  func remove() throws(OAuthError) -> Bool {
    guard let place = try? Folder(opening: folder, followingLink: true) else { return false }
    var removed = false
    for file in files {
      do throws(SystemError) {
        try place.remove(file.name)
        removed = true
      } catch { guard error.isAbsence else { throw .notWritten(folder, error.words) } }
    }
    return removed
  }

  #if os(macOS)
    /// What a person types to have the system use the files.
    var commands: [[String]] { [service.startCommand] }

    /// Has the system use the files; gives why it does not, in a sentence, and nil where it does.
    func activate() async throws -> String? {
      // launchd makes the log, and no folder for it.
      try? Folder.createWithParents(stateFolder)
      return try await service.start(run: Self.status, pause: Self.pause).reason
    }

    /// Has the system end the agent and forget the files; gives why it does not, in a sentence.
    func deactivate() async throws -> String? {
      try await service.end(run: Self.status, pause: Self.pause).reason
    }

    private static func pause() async throws { try await Task.sleep(for: .milliseconds(100)) }
  #else
    /// What a person types to have the system use the files.
    var commands: [[String]] { start }

    /// Has the system use the files; gives why it does not, in a sentence, and nil where it does.
    func activate() async throws -> String? {
      if start.allSatisfy({ Self.status($0) == 0 }) { return nil }
      let program = start[0][0]
      guard ExecutableSearch.path(of: program, in: Environment.variable("PATH") ?? "") != nil else {
        return "there is no program \(program) here."
      }
      return "\(program) failed, which is so where your session has no service manager."
    }

    /// Has the system end the agent and forget the files. A session without a service manager has nothing to forget.
    func deactivate() async throws -> String? {
      for words in end { _ = Self.status(words) }
      return nil
    }
  #endif

  /// Runs a command, and gives its exit status; nil where it is not there, or is ended by a signal.
  private static func status(_ words: [String]) -> Int32? {
    guard let path = ExecutableSearch.path(of: words[0], in: Environment.variable("PATH") ?? "") else { return nil }
    let environment = ProcessEnvironment.handed(to: .tool)
    #if os(macOS)
      // launchctl answers at once, or something is wrong with launchd.
      return (try? BoundedProgram.run(path, words: words, environment: environment, within: .seconds(30)))?.status
    #else
      return (try? ChildProcess(starting: path, words: words, environment: environment))?.waitForEnd()
    #endif
  }
}

extension OAuthError {
  fileprivate static func noOwnPath() -> OAuthError {
    OAuthError(
      .unsupported, message: "The system does not say where this program is.",
      rule: .wayleave("the agent is started by its path"), remedy: "Run `wayleave agent run --background` instead.")
  }

  fileprivate static func notWritten(_ path: String, _ reason: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "\(DisplayText.clean(path, limit: 300)) cannot be changed: \(reason).",
      rule: .wayleave("the agent is started by files of the user"), remedy: "Check the folder and its permissions.")
  }
}
