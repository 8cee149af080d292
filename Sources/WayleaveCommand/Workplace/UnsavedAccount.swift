import Wayleave
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// A credential that a provider issued and that the store does not take: the user says what becomes of it.
///
/// It is only in memory, and a provider may issue it once. So the program waits for the user, for as long as it runs.
struct UnsavedAccount {
  let stored: StoredCredential
  let failure: OAuthError
  /// Where a sign-in puts it; nil for other commands.
  let place: UnsavedPlace?
  let interruption: Interruption
  let output: OutputOptions
  /// Saves it in the second place; false where that fails too.
  let setAside: @Sendable () -> Bool

  /// Returns where the store is to be tried again; throws where the account is in a file, and where no one can be asked.
  func ask() async throws(OAuthError) {
    do throws(OAuthError) { try await choice() } catch {
      // Where the program is interrupted it says what was reported, and no error.
      interruption.report("\(error.message) \(error.remedy.inCommands)")
      throw error
    }
  }

  private func choice() async throws(OAuthError) {
    if let place, let path = place.path, (try? place.take(stored)) == true { throw exported(to: path) }
    guard FileDescriptor.standardInput.isTerminal, !interruption.isInterrupted else {
      if setAside() { throw failureSetAside }
      throw place == nil ? failure : failureOfSignIn
    }
    // What saves a credential is not cancelled by a signal. The question is.
    let asking = Task { () async -> Result<Void, OAuthError> in
      do throws(OAuthError) { return .success(try await typedChoice()) } catch { return .failure(error) }
    }
    let watching = Task {
      while !interruption.isInterrupted { try await Task.sleep(for: .milliseconds(50)) }
      asking.cancel()
    }
    defer { watching.cancel() }
    try await asking.value.get()
  }

  private func typedChoice() async throws(OAuthError) {
    var input = LineInput(expecting: "what becomes of the credential")
    Console.prompt(DisplayText.clean(failure.message, limit: 500))
    while !Task.isCancelled {
      Console.prompt(
        """
        The credential is only in the memory of this program. Correct that, and press Enter to try again.
        Or type the path of a new file: the account is written to it, encrypted with a passphrase.
        Ctrl-C ends this: where that can be done, the credential is kept for the next command, encrypted.
        """)
      guard let path = try? await input.line(until: .now + .seconds(86_400)) else { break }
      guard !path.isEmpty else { return }
      do throws(OAuthError) { try export(to: path) } catch {
        Console.prompt(DisplayText.clean(error.message, limit: 500))
        continue
      }
      throw exported(to: path)
    }
    throw setAside() ? failureSetAside : failure
  }

  private func export(to path: String) throws(OAuthError) {
    let file = try NewFile(at: path)
    do throws(OAuthError) {
      let passphrase = try PassphraseInput(file: nil, protected: "file", option: "").chosen()
      output.warnIfShort(passphrase, "this passphrase", of: "file")
      try file.writeDurably(try stored.sealed(by: passphrase))
    } catch {
      file.discard()
      throw error
    }
  }

  /// The failure of a credential that waits in the second place.
  private var failureSetAside: OAuthError {
    failure.remedied(
      by: .advice(
        "It is kept, encrypted, until your session on this machine ends. Correct the store: the next `wayleave status` puts the credential into it."
      ))
  }

  /// The failure with the options that would have saved the credential.
  private var failureOfSignIn: OAuthError {
    failure.remedied(
      by: .advice(
        failure.remedy.inCommands
          + " To have the next one written to a file in such a case, encrypted, sign in with "
          + "`--unsaved-to FILE --passphrase-file FILE`."))
  }

  private func exported(to path: String) -> OAuthError {
    let command = Remedy.argument(path).map { "`wayleave import \($0)`" } ?? "`wayleave import FILE`"
    let shown = DisplayText.clean(path, limit: 300)
    return OAuthError(
      .storeUnwritable, message: "The account is not in the store. It is in “\(shown)”, encrypted.",
      rule: .wayleave("a credential is never discarded silently"),
      received: .described(DisplayText.clean(failure.message, limit: 300)),
      remedy: .advice("Correct the store, then run \(command). Delete the file after that."))
  }
}
