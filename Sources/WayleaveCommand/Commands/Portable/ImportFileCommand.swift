import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

struct ImportFileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "file", abstract: "Store an account that `wayleave export` encrypted.",
    discussion: """
      Nothing is sent. The file may also come from `age --passphrase`.

      A refresh token that changes at each use can be in one place only: remove
      the account where it comes from, with `wayleave logout --local`.
      """)

  @Argument(help: "The file; - for standard input.", completion: .file())
  var file: String

  /// What follows where the first word was meant as a program.
  @Argument(help: .hidden) var rest: [String] = []

  @OptionGroup var passphrase: PassphraseOption

  @Flag(help: "Replace the account if it is stored already.")
  var replace = false

  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard rest.isEmpty else { throw ValidationError("Only one file can be imported.") }
    guard file == "-", passphrase.passphraseFile == "-" else { return }
    throw ValidationError("Standard input can be the file or the passphrase, not both: give one of them by a file.")
  }

  func run() async throws {
    let workplace = try Workplace(output: output)
    let sealed = try read()
    let exported = try ExportedAccount(reading: try sealed.content(by: try passphrase.known()))
    workplace.announceNewStore()
    try await workplace.withAccounts(mayStayOffline: true) { accounts in
      let imported = try await adopt(exported.stored, in: accounts)
      let all = try await accounts.all()
      if output.isJSON {
        Console.answer(ImportCommand.json(of: imported, among: all))
      } else {
        Console.answer(ImportCommand.sentences(of: imported, among: all))
      }
    }
  }

  /// The file, before the passphrase is asked for.
  private func read() throws(OAuthError) -> AgeFile {
    let bytes: [UInt8]
    do throws(OAuthError) { bytes = try TextFile.bytes(file) } catch {
      let near = NearestNames.of(file, among: ImportCommand.programs)
      guard let program = near.first, !file.contains("/"), error.code == .invalidValue else { throw error }
      throw error.remedied(by: .advice("Did you mean `wayleave import \(program)`?"))
    }
    let isBinary = bytes.starts(with: "age-encryption.org/".utf8)
    guard isBinary || bytes.drop(while: { $0 <= 0x20 }).starts(with: "-----BEGIN AGE".utf8) else {
      throw .foreignFile(file, isEmpty: bytes.isEmpty)
    }
    return try AgeFile(reading: bytes)
  }

  private func adopt(_ stored: StoredCredential, in accounts: Accounts) async throws(OAuthError) -> SignedIn {
    do throws(OAuthError) { return try await accounts.adopt(stored, replacing: replace) } catch {
      throw ImportCommand.naming(error, among: (try? await accounts.all()) ?? []) {
        !replace && $0.account == stored.account
      }
    }
  }
}

extension OAuthError {
  fileprivate static func foreignFile(_ path: String, isEmpty: Bool) -> OAuthError {
    let file = path == "-" ? "Standard input" : "The file “\(DisplayText.clean(path))”"
    return OAuthError(
      .malformedAccountFile, message: "\(file) is \(isEmpty ? "empty" : "none that `wayleave export` wrote").",
      rule: .specification("C2SP age", "Encrypted file format"),
      remedy: "Name a file of `wayleave export`. Those of other programs: `wayleave import --help`.")
  }
}
