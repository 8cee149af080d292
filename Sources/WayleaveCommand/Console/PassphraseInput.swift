import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// Where a passphrase comes from: a file, or the terminal, where it is not shown; never an argument.
struct PassphraseInput {
  /// The file; `-` is standard input, and nil asks.
  let file: String?
  /// What it protects, as people call it: “file”.
  let protected: String
  /// The option that names the file; nil where it is a variable, that of the store.
  let option: String?

  /// A new passphrase, which is typed twice: nothing opens without it what it protects.
  func chosen() throws(OAuthError) -> Secret {
    if let named { return try TextFile.secret(named) }
    let first = try typed("Type a new passphrase for the \(protected), which is not shown, then press Enter:")
    guard try typed("Type it again, then press Enter:") == first else { throw .differentPassphrases() }
    return first
  }

  /// The passphrase that was chosen before.
  func known() throws(OAuthError) -> Secret {
    if let named { return try TextFile.secret(named) }
    return try typed("Type the passphrase of the \(protected), which is not shown, then press Enter:")
  }

  /// The file to read; nil where the passphrase is typed.
  private var named: String? { file == "-" && FileDescriptor.standardInput.isTerminal ? nil : file }

  private func typed(_ prompt: String) throws(OAuthError) -> Secret {
    do throws(OAuthError) {
      let passphrase = Secret(try HiddenInput.read(prompt, until: .line))
      guard !passphrase.isEmpty else { throw .emptyPassphrase() }
      return passphrase
    } catch {
      guard error.code == .invalidValue else { throw error }
      guard let option else { throw error.remedied(by: .givePassphrase) }
      let isTyped = FileDescriptor.standardInput.isTerminal
      throw error.remedied(by: .advice(isTyped ? "Type a passphrase, or use \(option) FILE." : "Use \(option) FILE."))
    }
  }
}

extension OAuthError {
  fileprivate static func emptyPassphrase() -> OAuthError {
    OAuthError(
      .invalidValue, message: "The passphrase is empty.", rule: .wayleave("a passphrase is not empty"),
      remedy: "Type a passphrase.")
  }

  fileprivate static func differentPassphrases() -> OAuthError {
    OAuthError(
      .invalidValue, message: "The two passphrases are not the same.",
      rule: .wayleave("a new passphrase is typed twice"), remedy: "Start again; nothing was written.")
  }
}
