package import WayleaveWire
package import WayleaveSystem
import WayleaveSignIn

/// The failures of vaults. They are in one place because every type of these folders shares them.
extension OAuthError {
  private static let privacy = Rule.wayleave("only its owner can reach a store")
  private static let integrity = Rule.wayleave("what cannot be read is never overwritten")

  private static let oneFile = Rule.wayleave("a file that cannot be read hides no other one")

  /// Whether it is about one record, and not about the store.
  var isOfOneRecord: Bool { [.storeDamaged, .storeTooNew, .storeExposed].contains(code) || rule == Self.oneFile }

  static func storeUnreadable(_ path: String, _ error: SystemError) -> OAuthError {
    OAuthError(
      .storeUnreadable,
      message: error.isNotFolder
        ? "“\(shown(path))” is not a folder." : "“\(shown(path))” cannot be read: \(error.words).",
      rule: .wayleave("a store can be read"), received: .described("\(error.words) (\(error.call))"),
      remedy: "Nothing was changed. Correct that and try again.")
  }

  static func storeFileUnreadable(_ path: String, _ error: SystemError) -> OAuthError {
    guard error.isOfOneFile else { return storeUnreadable(path, error) }
    return OAuthError(
      .storeUnreadable, message: "“\(shown(path))” cannot be read: \(error.words).", rule: oneFile,
      received: .described("\(error.words) (\(error.call))"),
      remedy: error.isForbidden
        ? "Nothing was changed. If the file is yours: chown it to yourself, and chmod 600 '\(shown(path))'."
        : "Nothing was changed. Look after the disk, and restore the file from a backup.")
  }

  static func storeNotFolder(_ path: String) -> OAuthError {
    OAuthError(
      .storeUnreadable, message: "“\(shown(path))” is not a folder.", rule: .wayleave("a store can be read"),
      remedy: "Nothing was changed. Choose another place for the store.")
  }

  package static func storeUnwritable(_ path: String, _ error: SystemError) -> OAuthError {
    OAuthError(
      .storeUnwritable,
      message: error.isNotFolder
        ? "“\(shown(path))” is not a folder." : "“\(shown(path))” cannot be written: \(error.words).",
      rule: .wayleave("a store can be written"), received: .described("\(error.words) (\(error.call))"),
      // Where its folder cannot be made there is no store yet: it may be elsewhere.
      remedy: error.call == "mkdir"
        ? .useWritableFolder : "What was stored before is intact. Correct that and try again.")
  }

  static func storeCannotHold(_ path: String) -> OAuthError {
    OAuthError(
      .storeUnwritable, message: "“\(shown(path))” cannot hold the value: it would be read back as another.",
      rule: .wayleave("what is written can be read back"),
      remedy: .advice(
        "Nothing was written, and what was stored before is intact. Check the provider, the client and their keys: "
          + "a private key that stays in its keystore cannot be stored."))
  }

  static func storeRecordTooLarge(_ path: String, maximum: Int) -> OAuthError {
    OAuthError(
      .storeUnwritable, message: "The record for “\(shown(path))” is larger than the \(maximum) bytes allowed.",
      rule: .wayleave("a record has a bounded size"), remedy: "What was stored before is intact.")
  }

  static func storeExposed(_ path: String, mode: String) -> OAuthError {
    OAuthError(
      .storeExposed, message: "Other users could read or change “\(shown(path))”.", rule: privacy,
      remedy: .advice("If no one else can have changed it: chown it to yourself, and `chmod \(mode) \(word(path))`."))
  }

  static func storeIsLink(_ path: String) -> OAuthError {
    OAuthError(
      .storeExposed, message: "“\(shown(path))” is a symbolic link, which is not followed.", rule: privacy,
      remedy: "Give the path to which the link leads, or remove the link if you did not make it.")
  }

  static func storeHasOtherNames(_ path: String) -> OAuthError {
    OAuthError(
      .storeExposed, message: "“\(shown(path))” is not an ordinary file with one name.", rule: privacy,
      remedy: "If you did not make it so, another person did: move it away and sign in again.")
  }

  static func storeUnderForeignFolder(_ path: String) -> OAuthError {
    OAuthError(
      .storeExposed, message: "“\(shown(path))” belongs to another user, who could put another folder in its place.",
      rule: privacy, remedy: "Set HOME to your own folder, or run the command as the other user, without sudo.")
  }

  static func storeUnderOpenFolder(_ path: String) -> OAuthError {
    OAuthError(
      .storeExposed, message: "Anyone could put another folder in the place of “\(shown(path))”.", rule: privacy,
      remedy: .advice("Choose another place, or `chmod o-w \(word(path))`."))
  }

  static func storePathNotAbsolute(_ path: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The path “\(shown(path))” of the store does not begin with “/”.",
      rule: .wayleave("a store has one place"),
      remedy: "Give the whole path. If it came from HOME or an XDG variable, correct that variable.")
  }

  static func storeDamaged(_ path: String) -> OAuthError {
    OAuthError(
      .storeDamaged, message: "The file “\(shown(path))” of the store is damaged.", rule: integrity,
      remedy: "Nothing was changed. Restore the file from a backup; or move it away, then sign in or add the client.")
  }

  static func storeDamagedNow(_ path: String) -> OAuthError {
    OAuthError(
      .storeDamaged, message: "The file “\(shown(path))” is damaged. The version before it is used.", rule: integrity,
      remedy: "If it is an account, and its provider refuses it now, sign in again.")
  }

  static func storeKeyWrong(_ path: String, isPassphrase: Bool) -> OAuthError {
    OAuthError(
      .storeDamaged,
      message: isPassphrase
        ? "The passphrase does not open “\(shown(path))”, or the store is damaged."
        : "“\(shown(path))” was written with another key, or is damaged.",
      rule: integrity,
      remedy: isPassphrase
        ? "Nothing was changed. Try again; if the passphrase is lost, move the store away and sign in again."
        : "Nothing was changed. Restore the store and its key from a backup, or move the store away and sign in again.")
  }

  static func storeKeyMissing(_ path: String, of folder: String) -> OAuthError {
    OAuthError(
      .storeDamaged,
      message: "The key file “\(shown(path))” is missing, without which “\(shown(folder))” cannot be read.",
      rule: integrity, remedy: "Restore it from a backup. If it is lost, move the store away and sign in again.")
  }

  static func storeKeyMissing(in keyring: String, of folder: String) -> OAuthError {
    OAuthError(
      .storeDamaged, message: "The key of “\(shown(folder))” is not in \(keyring).", rule: integrity,
      remedy: "Restore the keyring from a backup. If the key is lost, move the store away and sign in again.")
  }

  static func storeKeyGone(from keyring: String, of folder: String) -> OAuthError {
    OAuthError(
      .storeKeyGone,
      message: "The store was for one session: its key is no longer in \(keyring), so its accounts cannot be read.",
      rule: .wayleave("a key in memory ends when the machine restarts"),
      expected: "the key of “\(shown(folder))” in \(keyring)", remedy: .beginNewStore)
  }

  static func storeKeyElsewhere(in keyring: String, of folder: String) -> OAuthError {
    OAuthError(
      .storeLocked,
      message: "The key of “\(shown(folder))” is in \(keyring) as it is seen elsewhere: the store was made outside of "
        + "this container, in another one, or on another machine.",
      rule: .wayleave("what may be in use elsewhere is not removed"),
      expected: "the key of “\(shown(folder))” in \(keyring)",
      remedy: .advice(
        "Nothing was changed. Use the store where it was made, as outside of this container. "
          + "For one of your own here, choose another folder."))
  }

  static func storeNeedsKeyring(_ path: String) -> OAuthError {
    OAuthError(
      .storeLocked, message: "The key of “\(shown(path))” is in a keyring of the system, which is not used here.",
      rule: integrity, remedy: "Use the program that made the store, or change its key there.")
  }

  static func storeHasNoPassphrase(_ path: String) -> OAuthError {
    OAuthError(
      .storeDamaged, message: "The key of “\(shown(path))” is in a keyring of the system. It has no passphrase.",
      rule: integrity, remedy: .leaveOutPassphrase)
  }

  static func storeProtectedOtherwise(_ path: String, byPassphrase: Bool) -> OAuthError {
    OAuthError(
      byPassphrase ? .storeLocked : .storeDamaged,
      message: byPassphrase
        ? "The store “\(shown(path))” has a passphrase."
        : "The store “\(shown(path))” has a key file and no passphrase.",
      rule: integrity, remedy: byPassphrase ? .givePassphrase : .leaveOutPassphrase)
  }

  static func storeTooNew(_ path: String) -> OAuthError {
    OAuthError(
      .storeTooNew, message: "“\(shown(path))” was written by a later version of this program.", rule: integrity,
      remedy: "It is left as it is. Update this program.")
  }

  static func storeWithoutLocks(_ path: String, _ error: SystemError) -> OAuthError {
    let kind = FileSystem(of: path).map { " (\(DisplayText.clean($0.kind, limit: 40)))" } ?? ""
    return OAuthError(
      .storeWithoutLocks,
      message:
        "The file system of “\(shown(path))”\(kind) has no locks, so two programs could spend one refresh token.",
      rule: .wayleave("one program at a time changes a credential"),
      received: .described("\(error.words) (\(error.call))"), remedy: .useLocalDisk)
  }

  package static func storeBusy(_ path: String, heldBy holder: LockHolder? = nil) -> OAuthError {
    OAuthError(
      .storeBusy, message: "\(holder?.sentenceStart ?? "Another program") is using “\(shown(path))”.",
      rule: .wayleave("one program at a time changes a credential"),
      remedy: "Wait for the other program, or end it: its lock ends with it.")
  }

  package static func storeWaitCancelled() -> OAuthError {
    OAuthError(
      .cancelled, message: "It was interrupted while it waited for the store.",
      rule: .wayleave("waiting ends when its task does"), remedy: "Nothing was changed.")
  }

  /// What a vault throws when a record is not in the state from which a change was made: `store.conflict`.
  public static func storeConflict() -> OAuthError {
    OAuthError(
      .storeConflict, rule: .wayleave("a change names the state it was made from"),
      expected: "the credential as it was read", received: .described("another one, or none"),
      remedy: "This change was not made. Read it again.")
  }

  static func storeAccountMismatch(_ account: Account) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The credential is not that of “\(DisplayText.clean("\(account)"))”.",
      rule: .wayleave("a credential is kept under its own account"), remedy: "Nothing was changed.")
  }

  static func storePassphraseUnusable() -> OAuthError {
    OAuthError(
      .invalidValue, message: "The passphrase is empty, or its cost is out of bounds.", rule: .rfc(7914, "2"),
      remedy: "Choose a passphrase of several words.")
  }

  private static func shown(_ path: String) -> String { DisplayText.clean(path, limit: 300) }

  private static func word(_ path: String) -> String { ShellWord.quoted(shown(path)) }
}
