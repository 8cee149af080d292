import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct AgentInstall: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Have your session start the agent when a program first asks.",
    discussion: """
      On Linux this writes units of systemd into $XDG_CONFIG_HOME/systemd/user, on
      macOS a file of launchd.
      """)

  @Option(help: ArgumentHelp("Lock the agent when no program asked for so many minutes.", valueName: "minutes"))
  var lockAfter: Int?
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws { try AgentRun.requireMinutes(lockAfter) }

  func run() async throws {
    let installation = try AgentInstallation(lockAfterMinutes: lockAfter)
    try installation.write()
    let isStarted = AgentInstallation.run(installation.start)
    let paths = installation.files.map { "\(installation.folder)/\($0.name)" }
    let reason = isStarted ? nil : installation.reason
    let commands = isStarted ? [] : installation.start.map { $0.joined(separator: " ") }
    let written = paths.map { "Written: \(DisplayText.clean($0, limit: 300))" }
    output.report(
      (written + (isStarted ? ["The agent starts when a program first asks."] : [])).joined(separator: "\n"),
      json: [
        "files": JSON(paths), "started": .bool(isStarted), "reason": JSON(reason), "commands": JSON(commands),
      ])
    guard let reason, !output.isJSON else { return }
    Console.error(
      "Your session does not start the agent: \(reason) Start it with `wayleave agent run --background`, or have your "
        + "session use the files:\n" + commands.map { "  " + $0 }.joined(separator: "\n"))
  }
}
