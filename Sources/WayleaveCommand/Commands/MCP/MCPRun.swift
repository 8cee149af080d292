import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct MCPRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Pass messages between an MCP client and a remote server (the default).",
    discussion: """
      An MCP client starts this; `run` can be left out. Messages come by standard
      input and go to standard output, one in each line. When something fails, the
      client's request is answered by an error that says what to type. No browser is
      opened, unless --sign-in is given.
      """)

  @OptionGroup var server: MCPServer

  @OptionGroup var account: AccountOption

  @Flag(help: "Open the browser where there is no account for the server, or its sign-in has ended.")
  var signIn = false

  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    // The client ends us so, or by closing our input.
    Interruption.ofProgram.expectSignal()
    let address = try server.address
    // Standard input is the client's: no one is asked for an account there.
    var output = output
    output.json = true
    let relay = MCPRelay(
      to: address,
      as: MCPAccount(
        for: address, named: account.name, trustRoots: network.caFile,
        signIn: signIn ? MCPSignIn(to: address, named: account.name, trustRoots: network.caFile) : nil, output: output),
      output: output)
    var input = try MCPInput()
    while let lines = await input.next() {
      for line in lines { await relay.take(line) }
    }
    await relay.finish()
  }
}
