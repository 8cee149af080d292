import WayleaveAgentProtocol
import WayleaveSystem
import WayleaveWire

/// The program that renews credentials in a process of its own: the agent itself has no network.
struct RenewingProgram: Sendable {
  /// The path of the full program.
  let path: String
  /// Its variables; those of the agent's own are added.
  let environment: [String: String]

  /// How long it may take; the network has limits of its own.
  private static let limit = Duration.seconds(180)
  private static let largestAnswer = 1 << 20

  /// Runs the program until it has renewed a credential; gives its failure, or nil.
  func run(_ renewal: Renewal) -> AgentFailure? {
    var words = [path, "token", "--json"]
    if let minimum = renewal.minimumLifetime { words += ["--min-ttl", "\(minimum)"] }
    if renewal.isForced { words.append("--force") }
    words += ["--", renewal.name]
    var variables = environment
    variables[AgentPlace.variableOfChildren] = "1"
    // The passphrase travels in the pipe, and never stands where others could read it.
    if renewal.passphrase != nil { variables["WAYLEAVE_STORE_PASSPHRASE_FILE"] = "/dev/stdin" }
    do throws(SystemError) {
      let started = try PipedProgram(
        starting: path, words: words, environment: variables, input: renewal.passphrase?.exposedBytes ?? [])
      return Self.finish(started)
    } catch {
      return Self.failure("the program \(path) cannot be started: \(error.words)")
    }
  }

  private static func finish(_ started: PipedProgram) -> AgentFailure? {
    let answer = started.read(atMost: largestAnswer, until: .now + limit)
    if answer == nil { started.child.askToEnd() }
    let status = started.child.waitForEnd()
    guard let answer, let status else { return failure("the renewal took too long, or was ended") }
    if status == 0 { return nil }
    return AgentFailure(printed: answer, status: status) ?? failure("the renewal ended with exit status \(status)")
  }

  private static func failure(_ reason: String) -> AgentFailure {
    AgentFailure(.agentFailed(reason, remedy: "Try `wayleave token` without the agent; it says more."))
  }
}

extension AgentFailure {
  /// The error that a program of ours printed, as its contract has it; nil for anything else.
  init?(printed answer: [UInt8], status: Int32) {
    guard let error = (try? JSON(decoding: answer))?["error"], let code = error["code"]?.string else { return nil }
    let text = { (name: String) in DisplayText.clean(error[name]?.string ?? "", limit: 2000) }
    self.init(
      code: DisplayText.clean(code), message: text("message"), rule: text("rule"), expected: text("expected"),
      received: text("received"), remedy: text("remedy"), exitStatus: UInt8(truncatingIfNeeded: status))
  }
}
