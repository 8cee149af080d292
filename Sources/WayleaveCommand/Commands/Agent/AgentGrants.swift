import ArgumentParser
import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

struct AgentGrants: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grants", abstract: "Show which programs may use which accounts, and change that.",
    subcommands: [List.self, Allow.self, Revoke.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Show which programs may use which accounts.")

    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      guard case .list(let rows)? = try await AgentClient.needed(output: output).answer(to: .grants) else { return }
      if output.isJSON { return Console.answer(["grants": .array(rows.map { AgentFields($0).json })]) }
      guard !rows.isEmpty else { return Console.answer("No program has a grant.") }
      let texts = rows.map { AgentText.lines(ofGrant: AgentFields($0).values, at: .local).joined(separator: "\n") }
      Console.answer(texts.joined(separator: "\n\n"))
    }
  }

  struct Allow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "allow", abstract: "Allow a program to use an account; the agent asks you first.",
      usage: "wayleave agent grants allow <program> --account <account> [<options>]",
      discussion: """
        A program that is replaced needs a new grant. An interpreter, such as python3,
        runs many programs, and this allows all of them.
        """)

    @Argument(help: "The program: a path, or a name that the shell finds.", completion: .file()) var program: String
    @OptionGroup var account: AccountOption
    @Option(
      help: """
        What it may get: token (access tokens), requests (requests to the API), echo (OAuth Echo) or reverse_auth \
        (tokens for other consumers).
        """)
    var scope = "token"
    @Option(
      name: .customLong("for"),
      help: ArgumentHelp(
        "End the grant after so many minutes: 1 to 10080, a week. Without it you choose when you are asked.",
        valueName: "minutes"))
    var minutes: UInt64?
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
      guard AgentScope(word: scope) != nil else {
        throw ValidationError("--scope is one of: \(AgentScope.allCases.map(\.word).joined(separator: ", ")).")
      }
      guard minutes.map((1...AgentRequest.longestGrantInMinutes).contains) ?? true else {
        throw ValidationError("--for is a number of minutes from 1 to \(AgentRequest.longestGrantInMinutes).")
      }
      guard account.name != nil else { throw ValidationError("Name the account: --account NAME.") }
    }

    func run() async throws {
      guard let wanted = AgentScope(word: scope), let name = account.name else { return }
      let path = try path()
      let wish = AgentRequest.Wish.allow(program: path, account: name, wanted, minutes: minutes)
      guard case .fields(let grant)? = try await AgentClient.needed(output: output).answer(to: wish) else { return }
      let left = grant.first { $0.name == "seconds_left" }.flatMap { UInt64($0.value) }
      // A second of it may have passed.
      let length = left.map { ", for \(AgentText.length(minutes: ($0 + 59) / 60))" } ?? ""
      let sentence = "\(DisplayText.clean(path, limit: 300)) may use “\(DisplayText.clean(name))”: \(scope)"
      output.report(sentence + length + ".", json: AgentFields(grant).json)
    }

    /// The file of the program, without links.
    private func path() throws(OAuthError) -> String {
      let path = ThisProcess.path(ofProgram: program)
      let kind = try? FileStatus.of(path ?? program, followingLink: true).kind
      switch (path, kind) {
      case (let path?, .file): return path
      case (_, .folder): throw .noProgram("“\(DisplayText.clean(program))” is a folder.")
      case (_, .file) where program.contains("/"):
        throw .noProgram("“\(DisplayText.clean(program))” is a file that you cannot run.")
      default: throw .noProgram("There is no program “\(DisplayText.clean(program))”.")
      }
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: "Take a grant away: the next time, the agent asks again.")

    @Argument(help: "The id of the grant, as `wayleave agent grants` shows it.") var id: String
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      _ = try await AgentClient.needed(output: output).answer(to: .revoke(grant: id))
      output.report("The grant is revoked.", json: ["revoked": .string(id)])
    }
  }
}

extension OAuthError {
  fileprivate static func noProgram(_ message: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: message, rule: .wayleave("a grant is for a program that is there"),
      remedy: "Give the path of the program.")
  }
}
