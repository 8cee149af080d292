import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct ImportOIDCAgentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "oidc-agent", abstract: "Store an account of oidc-agent.",
    discussion: """
      Its file is encrypted: `oidc-gen --print` opens it, and gets the
      passphrase that is asked for here. For one that is encrypted with GPG:

        oidc-gen --print ACCOUNT | wayleave import oidc-agent -

      The refresh token is used at once. Where the provider changes it at each
      use, that ends the session of oidc-agent.
      """)

  @Argument(help: "The name of the account there; - for what `oidc-gen --print` prints.")
  var account: String

  @Option(help: "Read the passphrase from this file; - for standard input. Else it is asked for.", completion: .file())
  var passphraseFile: String?

  @Flag(help: "Replace an account that is stored already.")
  var replace = false

  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard account == "-", passphraseFile != nil else { return }
    throw ValidationError("--passphrase-file has no meaning here: what `oidc-gen --print` prints is not encrypted.")
  }

  func run() async throws {
    let found = try OIDCAgentAccount(reading: try printed()).found
    let source = ForeignSource(
      program: "oidc-agent",
      removal: "Remove its file there; `oidc-gen --delete` would revoke the token.")
    var adoption = ForeignAdoption(source: source, output: output, trustRoots: network.caFile)
    adoption.isReplacing = replace
    try await adoption.store(found)
  }

  private func printed() throws(OAuthError) -> [UInt8] {
    guard account != "-" else { return try TextFile.bytes("-") }
    let printer = try OIDCAccountPrinter()
    try printer.requireAccount(account)
    let passphrase = PassphraseInput(
      file: passphraseFile, protected: "account of oidc-agent", option: "--passphrase-file")
    return try printer.print(account, by: try passphrase.known())
  }
}
