import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct GitCredentialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git-credential", abstract: "Give git fresh tokens, as a credential helper.",
    discussion: """
      git starts it, once it is set up:

        git config --global credential.helper '!wayleave git-credential'

      It answers for the servers to which an account's token may go: those of the
      provider, and those of `login --allow-origin`. For all others it says
      nothing, and git asks its next helper. Of several accounts for one server, the
      user name in the URL chooses one, or:

        git config --global credential.https://github.com.helper \\
          '!wayleave git-credential --account work'

      get prints a token, renewed where it has to be. erase renews a token that
      the server has refused. store does nothing. Nothing opens a browser.
      """)

  @Argument(help: "What git wants: get, store or erase. Anything else is ignored, as git asks.")
  var action: String

  @OptionGroup var account: AccountOption
  @OptionGroup(title: "Without a user") var direct: DirectGrantOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws { try tokens.validate() }

  func run() async throws {
    // Only `get` is to be seen by the agent. What else comes in is a token or a password.
    if action != "get" { HiddenMemory.hide() }
    // What git writes is read to its end in every case: git must not find a closed pipe.
    let input = try TextFile.bytes("-")
    switch action {
    case "get": try await get(GitCredentialRequest(reading: input))
    case "erase": try await erase(GitCredentialRequest(reading: input))
    default: break
    }
  }

  private var tokens: GivenToken {
    GivenToken(account: account.name, direct: direct, network: network, output: output)
  }

  private func get(_ request: GitCredentialRequest) async throws {
    guard let origin = request.origin else { return }
    let found: TokenLogin?
    do { found = try await tokens.login(at: origin, user: request.user) } catch let error as OAuthError
      where [.ambiguousAccount, .unsupported].contains(error.code)
    {
      throw error.remedied(
        by: .advice(
          "\(error.remedy.inCommands) Tell git which one: `\(GitCredentialAnswer.configuration(for: origin))`."))
    }
    guard let login = found else {
      if let name = account.name {
        // A repository can name any server: what allows it is not advised.
        output.say("The token of “\(DisplayText.clean(name))” may not go to \(origin), so git gets none.")
      }
      return
    }
    // Without a name the user was chosen by it.
    guard tokens.name == nil || login.answers(to: request.user) else { return }
    Console.answer(exact: try GitCredentialAnswer(login, to: request).exposedText)
  }

  private func erase(_ request: GitCredentialRequest) async throws {
    guard let origin = request.origin, let used = request.used else { return }
    if try await tokens.replace(used, at: origin) {
      output.say("\(origin) refused the token, so it was renewed. Try again.")
    }
  }
}
