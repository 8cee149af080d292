import Wayleave
import WayleaveBackport
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// Where a sign-in puts a credential that the store does not take: a new file, encrypted, or nowhere.
///
/// The file is made and the passphrase is read before the user is asked for anything. A provider may issue a credential
/// once.
final class UnsavedPlace: Sendable {
  /// The path of the file; nil for nowhere.
  let path: String?
  private let file: NewFile?
  private let passphrase: Secret?
  private let isWritten = Lock(false)

  /// Nowhere.
  init() { (path, file, passphrase) = (nil, nil, nil) }

  /// A new file; throws `configuration.invalid_value` where there is a file already.
  init(path: String, passphrase input: PassphraseInput, output: OutputOptions) throws(OAuthError) {
    let file = try NewFile(at: path)
    let chosen: Secret
    do throws(OAuthError) { chosen = try input.chosen() } catch {
      file.discard()
      throw error
    }
    output.warnIfShort(chosen, "this passphrase", of: "file")
    (self.path, self.file, passphrase) = (path, file, chosen)
  }

  /// Writes an account; false where there is no file, or one was written before.
  func take(_ stored: StoredCredential) throws(OAuthError) -> Bool {
    let isFirst = isWritten.withLock { isWritten in
      defer { isWritten = true }
      return !isWritten
    }
    guard let file, let passphrase, isFirst else { return false }
    try file.writeDurably(try stored.sealed(by: passphrase))
    return true
  }

  /// Removes the file where nothing was written to it.
  func close() { if !isWritten.withLock(\.self) { file?.discard() } }
}

extension StoredCredential {
  /// The account as a file that a passphrase encrypts.
  func sealed(by passphrase: Secret) throws(OAuthError) -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return Array(try AgeFile(sealing: ExportedAccount(self).contents, by: passphrase, using: &random).armored.utf8)
  }
}
