import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

/// What the imports of other programs' files have in common.
struct ForeignImport: ParsableArguments {
  @Argument(help: "The file; without it the usual one.", completion: .file())
  var file: String?

  @Option(help: "Import the tokens of this host only.")
  var host: String?

  @Option(help: "The provider of the tokens, where none is known for the host.", completion: CompletedNames.providers)
  var issuedBy: String?

  @Flag(help: "Do not ask the provider who the user is.")
  var offline = false

  @Flag(help: "Replace an account that is stored already.")
  var replace = false

  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  /// Stores what a function finds in the file.
  func store(of source: ForeignSource, _ read: ([UInt8]) throws(OAuthError) -> FoundAccounts) async throws {
    let found = try read(try source.contents(of: file, output: output))
    var adoption = ForeignAdoption(source: source, output: output, trustRoots: network.caFile)
    (adoption.host, adoption.issuedBy) = (host, issuedBy)
    (adoption.isOffline, adoption.isReplacing) = (offline, replace)
    try await adoption.store(found)
  }
}
