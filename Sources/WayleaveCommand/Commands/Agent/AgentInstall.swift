import ArgumentParser
import WayleaveAgent
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

struct AgentInstall: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Have your session start the agent when a program first asks.",
    discussion: """
      On Linux this writes units of systemd into $XDG_CONFIG_HOME/systemd/user, on
      macOS a file of launchd. Where your session has no such service manager, the
      first command that asks for an account starts the agent from then on.

      The agent has never run on a Mac. There it looks first whether the system shows
      it which program asks. Where that fails nothing is written, and the error is
      configuration.unsupported.
      """)

  @Option(help: ArgumentHelp("Lock the agent when no program asked for so many minutes.", valueName: "minutes"))
  var lockAfter: Int?
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws { try AgentRun.requireMinutes(lockAfter) }

  func run() async throws {
    let installation = try AgentInstallation(lockAfterMinutes: lockAfter)
    if let folder = AgentClient.folder { try AgentRequirements.check(in: folder) }
    try installation.write()
    var reason = try await installation.activate()
    var files = installation.files.map { "\(installation.folder)/\($0.name)" }
    var commands = reason == nil ? [] : installation.commands.map { $0.joined(separator: " ") }
    #if os(macOS)
      if reason == nil, try await !isAnswered() {
        reason = "launchd started the agent, and it does not answer. `wayleave agent run` says why."
        _ = try await installation.deactivate()
        _ = try installation.remove()
        (files, commands) = ([], [])
      }
    #endif
    let isStarted = reason == nil
    let onDemand = try onDemand(isNeeded: !isStarted)
    let paths = files + [onDemand].compactMap(\.self)
    let written = paths.map { "Written: \(DisplayText.clean($0, limit: 300))" }
    let starter =
      (isStarted ? AgentInstallation.startedWords : "Commands start the agent where none runs.")
      + " From then on it asks you once for each program that wants a token. For a script without a terminal, allow its"
      + " program before: `wayleave agent grants allow PROGRAM --account NAME`."
    output.report(
      (written + [starter]).joined(separator: "\n"),
      json: [
        "files": JSON(paths), "started": .bool(isStarted), "on_demand": .bool(!isStarted), "reason": JSON(reason),
        "commands": JSON(commands),
      ])
    guard let reason, !output.isJSON else { return }
    Console.error(
      "Your session does not start the agent: \(reason) So the first command that asks for an account starts it, and "
        + "there is nothing else to do."
        + (commands.isEmpty ? "" : " In a session that has a service manager, run:\n")
        + commands.map { "  " + $0 }.joined(separator: "\n"))
  }

  #if os(macOS)
    /// Whether an agent answers soon after launchd has started it.
    private func isAnswered() async throws -> Bool {
      let deadline = ContinuousClock.now + .seconds(15)
      while ContinuousClock.now < deadline {
        if try AgentClient(output: output) != nil { return true }
        try await Task.sleep(for: .milliseconds(50))
      }
      return false
    }
  #endif

  /// Has commands start the agent, or no longer; gives the path of the file that says so.
  private func onDemand(isNeeded: Bool) throws(OAuthError) -> String? {
    let folders = try Folders()
    guard isNeeded else {
      _ = try AgentOnDemand.remove(from: folders)
      return nil
    }
    guard let place = AgentClient.folder else { throw .noAgentPlace() }
    do throws(Folder.CreationFailure) { try Folder.createWithParents(place) } catch {
      throw .agentPlaceNotMade(error)
    }
    return try AgentOnDemand(lockAfterMinutes: lockAfter).save(in: folders)
  }
}

extension OAuthError {
  fileprivate static func agentPlaceNotMade(_ failure: Folder.CreationFailure) -> OAuthError {
    let path = DisplayText.clean(failure.path, limit: 300)
    return OAuthError(
      .agentFailed, message: "The agent could not listen: \(path) cannot be made: \(failure.error.words).",
      rule: .wayleave("the agent answers at a socket of the user"),
      remedy: "Set XDG_RUNTIME_DIR in your session to a folder of yours with mode 700, and install again.")
  }
}
