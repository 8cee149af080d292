import Wayleave
import WayleaveAgentProtocol
import WayleaveSystem
import WayleaveWire

/// The full program, in processes of its own, for what needs the network: the agent has none.
struct NetworkProgram: Sendable {
  /// The path of the program.
  let path: String
  /// The agent's environment; what marks the process and names the pipe of the passphrase is added.
  let environment: [String: String]
  /// The file as it was when the agent began: another one that stands at the path gets no passphrase.
  private let file: ProgramFile?

  init(path: String, environment: [String: String]) {
    (self.path, self.environment) = (path, environment)
    file = try? ProgramFile.at(path)
  }

  private var isReplaced: Bool {
    guard let now = try? ProgramFile.at(path) else { return false }
    return file.map { !now.isUntouched(since: $0) } ?? true
  }

  /// How long it may take; the network has limits of its own.
  private static let limit = Duration.seconds(180)
  private static let largestAnswer = 1 << 20

  /// What it printed, and its exit status.
  private typealias Outcome = (answer: [UInt8], status: Int32)

  /// Has a credential renewed; gives the failure, or nil.
  func renew(_ renewal: Renewal) -> AgentFailure? {
    var words = ["token", "--json"]
    if let minimum = renewal.minimumLifetime { words += ["--min-ttl", "\(minimum)"] }
    if renewal.isForced { words.append("--force") }
    let advice: Remedy = "Try `wayleave token` without the agent; it says more."
    do throws(AgentFailure) {
      let outcome = try run(words + ["--", renewal.name], renewal.passphrase, advice)
      guard outcome.status != 0 else { return nil }
      return Self.failure(outcome, advice)
    } catch { return error }
  }

  /// Has the revocations sent that sign-outs could not deliver; gives what became of each.
  func sendRevocations(_ passphrase: Secret?) -> Result<[SentRevocation], AgentFailure> {
    let advice: Remedy = "Try `wayleave logout --pending`; it says more."
    do throws(AgentFailure) {
      let outcome = try run(["logout", "--pending", "--json"], passphrase, advice)
      guard let sent = [SentRevocation](printed: outcome.answer) else {
        let unreadable = AgentFailure(.agentFailed("the program's answer cannot be read", remedy: advice))
        return .failure(outcome.status == 0 ? unreadable : Self.failure(outcome, advice))
      }
      return .success(sent)
    } catch { return .failure(error) }
  }

  /// Runs the program until it ends.
  private func run(
    _ words: [String], _ passphrase: Secret?, _ advice: Remedy
  ) throws(AgentFailure) -> Outcome {
    guard !isReplaced else { throw AgentFailure(.agentOutdated(path)) }
    var variables = ProcessEnvironment.handed(to: .ours, of: environment)
    variables[AgentPlace.variableOfChildren] = "1"
    // The passphrase travels in the pipe, and never stands where others could read it. Another one than that with which
    // the store is open is not looked for.
    variables["WAYLEAVE_STORE_PASSPHRASE_FILE"] = passphrase.map { _ in "/dev/stdin" }
    let started: PipedProgram
    do throws(SystemError) {
      started = try PipedProgram(
        starting: path, words: [path] + words, environment: variables, input: passphrase?.exposedBytes ?? [])
    } catch {
      throw AgentFailure(.agentFailed("the program \(path) cannot be started: \(error.words)", remedy: advice))
    }
    let answer = started.read(atMost: Self.largestAnswer, until: .now + Self.limit)
    if answer == nil { started.child.end() }
    guard let status = started.child.waitForEnd(), let answer else {
      throw AgentFailure(.agentFailed("the program took too long, or was ended", remedy: advice))
    }
    return (answer, status)
  }

  private static func failure(_ outcome: Outcome, _ advice: Remedy) -> AgentFailure {
    AgentFailure(printed: outcome.answer, status: outcome.status)
      ?? AgentFailure(.agentFailed("the program ended with exit status \(outcome.status)", remedy: advice))
  }
}

extension [SentRevocation] {
  /// What `wayleave logout --pending` printed; nil for anything else.
  fileprivate init?(printed answer: [UInt8]) {
    guard let sent = (try? JSON(decoding: answer))?["sent_again"]?.array else { return nil }
    self = []
    for row in sent {
      guard let account = row["account"]?.string, let word = row["revocation"]?.string,
        let outcome = LogoutReport.Revocation.Word(rawValue: word)
      else { return nil }
      append(SentRevocation(account: DisplayText.clean(account), outcome: outcome))
    }
  }
}

extension AgentFailure {
  /// The error that a program of ours printed, as its contract has it; nil for anything else.
  init?(printed answer: [UInt8], status: Int32) {
    guard let error = (try? JSON(decoding: answer))?["error"], let code = error["code"]?.string else { return nil }
    let text = { (name: String) in DisplayText.clean(error[name]?.string ?? "", limit: 2000) }
    self.init(
      code: DisplayText.clean(code), message: text("message"), rule: text("rule"), expected: text("expected"),
      received: text("received"), remedy: text("remedy"), exitStatus: UInt8(truncatingIfNeeded: status),
      pause: error["retry_after"]?.integer.map { .seconds($0) })
  }
}
