import ArgumentParser
import Wayleave
import WayleaveAgent
import WayleaveAgentProtocol
import WayleaveConsole
import WayleavePlain
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

struct AgentRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run the agent until `wayleave agent stop`, or Ctrl-C.")

  @Option(help: ArgumentHelp("Lock when no program asked for so many minutes.", valueName: "minutes"))
  var lockAfter: Int?
  @Flag(help: "Return when the agent can be asked, and let it run on.")
  var background = false
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws { try Self.requireMinutes(lockAfter) }

  static func requireMinutes(_ minutes: Int?) throws {
    guard minutes.map((1...10_080).contains) ?? true else {
      throw ValidationError("--lock-after is a number of minutes from 1 to 10080.")
    }
  }

  func run() async throws {
    if let note = RuntimeFolder.note { output.say(note) }
    if background {
      try await BackgroundAgent.start(lockAfterMinutes: lockAfter, output: output)
      HiddenMemory.hide()
      return try await reportStart()
    }
    HiddenMemory.hide()
    let server = try server()
    Interruption.ofProgram.expectSignal()
    await withTaskCancellationHandler {
      await Self.serve(server)
    } onCancel: {
      server.stop()
    }
  }

  /// The agent, which alone has the passphrase of the store then: what is left here would outlive a lock.
  private func server() throws -> AgentServer {
    let workplace = try Workplace(output: output, isAsking: false)
    let server = try AgentServer(try workplace.agentConfiguration(lockAfterMinutes: lockAfter))
    Environment.forgetSecrets()
    return server
  }

  /// Says that the agent runs, and what it wants before it can give anything.
  private func reportStart() async throws {
    let workplace = try Workplace(output: output, isAsking: false)
    var isLocked = try await workplace.protection() == .passphrase
    if case .passphrase = workplace.key { isLocked = false }
    output.report("The agent runs.", json: ["running": true, "locked": .bool(isLocked)])
    if let folder = AgentClient.folder {
      output.remark("It listens at \(DisplayText.clean(AgentPlace.socket(in: folder), limit: 300)).")
    }
    guard isLocked else { return }
    output.remark("It wants the passphrase of the store: `wayleave agent unlock`.")
  }

  /// Serves on a thread of its own until the end.
  private static func serve(_ server: AgentServer) async {
    await withCheckedContinuation { end in
      do throws(SystemError) {
        try DetachedThread.start {
          server.run()
          end.resume()
        }
      } catch {
        server.run()
        end.resume()
      }
    }
  }
}
