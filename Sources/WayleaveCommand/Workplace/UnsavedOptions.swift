import ArgumentParser
import WayleaveTerminal
import WayleaveWire

/// The options of `login` for a store that fails after the sign-in.
struct UnsavedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the store fails after the sign-in, write the account to this new file, encrypted.", valueName: "file"),
    completion: .file())
  var unsavedTo: String?

  @Option(help: "Read the passphrase of --unsaved-to from this file. Else it is asked for.", completion: .file())
  var passphraseFile: String?

  func validate() throws {
    guard unsavedTo != nil || passphraseFile == nil else {
      throw ValidationError("--passphrase-file is for the file of --unsaved-to: give that too.")
    }
  }

  /// The place that they name; it has to be closed.
  func place(output: OutputOptions) throws(OAuthError) -> UnsavedPlace {
    guard let unsavedTo else { return UnsavedPlace() }
    let input = PassphraseInput(file: passphraseFile, protected: "file", option: "--passphrase-file")
    return try UnsavedPlace(path: unsavedTo, passphrase: input, output: output)
  }
}
