import ArgumentParser
import WayleaveWire

/// The passphrase of an exported account: from a file, or typed at the terminal and not shown; never an argument.
struct PassphraseOption: ParsableArguments {
  @Option(help: "Read the passphrase from this file; - for standard input. Else it is asked for.", completion: .file())
  var passphraseFile: String?

  /// A new passphrase, which is typed twice.
  func chosen() throws(OAuthError) -> Secret { try input.chosen() }

  /// The passphrase with which a file was encrypted.
  func known() throws(OAuthError) -> Secret { try input.known() }

  private var input: PassphraseInput {
    PassphraseInput(file: passphraseFile, protected: "file", option: "--passphrase-file")
  }
}
