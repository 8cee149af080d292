import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look for what is wrong, from the configuration to the token.",
    discussion: """
      Looks at variables, agent, store, provider files, clients, redirect URIs, proxy
      and certificates, then asks the provider, and looks at clock, metadata and
      accounts. Without a name it looks at every provider of which you have an
      account or a client. What rests on something that failed is not looked at, so
      the first failure is the cause.

      At the URL of an API it shows how a sign-in finds the server: the challenge,
      the metadata, the client and the scopes. No one is signed in.

      With --apple-app it looks only at the files by which an app for Apple's systems
      declares what it uses, and compares them with the clients that are saved here.

      It changes no account or setting, and sends no token. The exit code is 8 when
      a check failed; a warning alone is exit 0.
      """)

  @Argument(
    help: "A provider, an issuer's or API's URL, or an account; without it, all of them.",
    completion: CompletedNames.accounts)
  var name: String?

  @Flag(help: "Ask no provider: look at this machine alone.")
  var offline = false

  @Option(
    name: .customLong("apple-app"),
    help: ArgumentHelp(
      "Look only at this Info.plist, .entitlements or apple-app-site-association file (repeatable).",
      valueName: "file"),
    completion: .file())
  var appleAppFiles: [String] = []

  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    // What the parts say by themselves is a finding here, and is said once.
    var silent = output
    silent.quiet = true
    guard appleAppFiles.isEmpty else {
      HiddenMemory.hide()
      return try answer(
        try await AppleAppExamination(paths: appleAppFiles, name: name, output: silent).examination())
    }
    var examination = Examination()
    examination.add(
      SecretsCheck.findings(
        variable: { name in Environment.secret(name).map { _ in "a secret" } ?? Environment.text(name) },
        readers: SecretFiles.readers))
    // The agent cannot look at a program that hides its memory: so it is asked before there is any secret.
    examination.add(await AgentProbe(output: silent).finding())
    HiddenMemory.hide()
    var cases: [ProviderCase] = []
    var catalogue: Catalogue?
    do throws(OAuthError) {
      let store = StoreProbe(try Workplace(output: silent))
      catalogue = store.workplace.catalogue
      let held = await store.examine(into: &examination)
      cases = try await DoctorSubjects(workplace: store.workplace, held: held).cases(named: name)
    } catch {
      guard error.code != .unknownProvider else { throw error }
      examination.add(Finding(.folders, because: error))
      for check in [Checkpoint.store, .entries] { examination.skip(check, because: .folders) }
    }
    await ProviderExamination(
      cases: cases, isOffline: offline, catalogue: catalogue, trustRoots: network.caFile, output: output
    ).examine(into: &examination)
    if cases.isEmpty, examination.obstacle(to: .client) == nil {
      examination.add(
        Finding(
          .client, .skipped(because: nil),
          "You have no client and no account yet. `wayleave doctor PROVIDER` looks at a provider."))
    }
    try answer(examination)
  }

  private func answer(_ examination: Examination) throws {
    if output.isJSON {
      Console.answer(examination.json)
    } else {
      let text = examination.text(
        in: TextLayout(for: .standardOutput), style: TextStyle(for: .standardOutput), isQuiet: output.isQuiet)
      if !text.isEmpty { Console.answer(exact: text) }
    }
    if examination.rootCause != nil { throw AnsweredFailure(status: ExitStatus.checkFailed) }
  }
}
