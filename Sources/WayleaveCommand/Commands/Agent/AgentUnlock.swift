import ArgumentParser
import WayleaveAgentProtocol
import Wayleave
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct AgentUnlock: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Have the agent open the store again.",
    discussion: """
      A store with a passphrase needs it: it is typed, or read from a file. A store
      whose key is a file or in a keyring opens without a question.
      """)

  @Option(
    help: ArgumentHelp("A file with the passphrase of the store; “-” is standard input.", valueName: "file"),
    completion: .file())
  var passphraseFile: String?
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let agent = try await AgentClient.needed(output: output)
    _ = try await agent.answer(to: .unlock(passphrase: try await passphrase()?.exposedBytes))
    output.report("The agent is unlocked.", json: ["locked": false])
  }

  /// The passphrase; nil where the store needs none.
  private func passphrase() async throws -> Secret? {
    let workplace = try Workplace(output: output, isAsking: false)
    if passphraseFile == nil, case .passphrase(let passphrase, _) = workplace.key { return passphrase }
    let isNeeded = try await workplace.protection() == .passphrase
    guard isNeeded || passphraseFile != nil else { return nil }
    return try PassphraseInput(file: passphraseFile, protected: "store", option: "--passphrase-file").known()
  }
}
