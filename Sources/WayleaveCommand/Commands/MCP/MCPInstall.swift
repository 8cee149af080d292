import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleavePlain
import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

struct MCPInstall: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Print what to put into the configuration of an MCP client.",
    discussion: """
      Nothing is written: copy the entry for your client into its file. The server is
      asked whether it is there; nothing secret is sent.
      """)

  @OptionGroup var server: MCPServer

  @Option(help: "How the client calls the server; else a name is made of its host.")
  var name: String?

  @OptionGroup var account: AccountOption

  @Flag(help: "Put --sign-in into the entry, and the variables of your desktop that a browser needs.")
  var signIn = false

  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let program = ThisInstallation.typedProgram ?? ThisProcess.executable ?? "wayleave"
    let entry = try ClientEntry(
      name: name, for: server.address, command: program, account: account.name,
      trustRoots: network.caFile.map(TrustRootsFile.absolute), signsIn: signIn,
      variables: ClientEntry.variables(
        Environment.variable, signingIn: signIn, hasTrustRoots: network.caFile != nil,
        runtimeFolder: RuntimeFolder.ofSystem(), absolute: TrustRootsFile.absolute))
    guard !output.isJSON else { return Console.answer(entry.json) }
    for text in entry.texts {
      Console.answer("\(text.client): \(text.place)\n")
      Console.answer(exact: text.text + "\n")
    }
    let login = Remedy.login(to: try server.address, as: account.name, trustRoots: network.caFile)
    if Environment.secret("STORE_PASSPHRASE") != nil {
      output.say(
        "The entry does not have the passphrase of your store, which is in WAYLEAVE_STORE_PASSPHRASE here. Put it into a "
          + "file that only you can read, and name that in the entry's `env`: WAYLEAVE_STORE_PASSPHRASE_FILE.")
    }
    let probed = await MCPServerProbe(server: try server.address, trustRoots: network.caFile, output: output).ask()
    if let warning = probed.warning { output.say(warning) }
    if let note = await accountNote(tokensFrom: probed.issuer, isThere: probed.warning == nil) { output.say(note) }
    output.remark("Nothing was written. If you have not signed in yet: \(login)")
  }

  /// What to say of the accounts that are here; nil where the entry means one, or none is known. No passphrase is asked for,
  /// and no store is made.
  private func accountNote(tokensFrom issuer: Provider?, isThere: Bool) async -> String? {
    guard let address = try? server.address, let origin = Origin(of: address),
      let workplace = try? Workplace(output: output, isAsking: false), (try? await workplace.protection()) != nil
    else { return nil }
    return try? await workplace.withAccounts(mayStayOffline: true) { accounts in
      let all = try await accounts.all()
      let clients = try await workplace.clients.all()
      let fitting =
        if let name = account.name {
          [try AccountName.find(name, among: all)]
        } else {
          MCPAccountNote.fitting(
            try await workplace.candidates(for: address, at: origin, among: all, in: accounts).usable, for: address,
            tokensFrom: issuer, isThere: isThere)
        }
      return MCPAccountNote.text(
        for: address,
        among: zip(AccountName.ofEach(fitting, among: all), fitting).map { name, stored in
          let others = stored.otherAPIs(than: address, among: clients)
          // An account for another host altogether is not what was mistyped.
          return (name, account.name == nil ? others.filter { Origin(of: $0) == origin } : others)
        })
    }
  }
}
