import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// What a refresh does with a store, under the lock of the account: note, reserve, send, save.
extension CredentialStore {
  /// Notes durably that the token which renews a credential is about to be sent, and gives the credential as it is held then.
  ///
  /// The next change must expect the revision of what this gives. The note goes with what is saved; see
  /// ``StoredCredential/pendingRefresh`` for what is left after a crash.
  func beginRefresh(of held: HeldCredential, at now: Instant) async throws(OAuthError) -> HeldCredential {
    guard let token = held.stored.renewalToken else { return held }
    var stored = held.stored
    stored.refreshAttempt = RefreshAttempt(with: token, after: held.stored.refreshAttempt, at: now)
    return try await replace(held, with: stored)
  }

  /// Removes the note: the provider has surely not spent the token.
  func cancelRefresh(of held: HeldCredential) async throws(OAuthError) -> HeldCredential {
    guard held.stored.refreshAttempt != nil else { return held }
    var stored = held.stored
    stored.refreshAttempt = nil
    return try await replace(held, with: stored)
  }

  /// Saves a credential that cannot be had a second time: a write that fails is tried again until the time is over.
  ///
  /// Throws `store.unwritable` then; the caller still has the credential in memory, and no one else has it.
  @discardableResult
  func save(
    _ stored: StoredCredential, expecting revision: RecordRevision?, tryingFor time: Duration = .seconds(5)
  ) async throws(OAuthError) -> RecordRevision? {
    let deadline = ContinuousClock.now + time
    var expected = revision
    var pace = RetryPace()
    while true {
      do throws(OAuthError) {
        return try await wrapped { try await replace(stored.account, with: stored, expecting: expected) }
      } catch {
        guard error.mayPass else { throw error }
        guard (try? await pace.wait(until: deadline)) == true else {
          throw .storeUnsaved(stored.account, at: location, error)
        }
      }
      // A write may have failed at its last step only: then it is our own credential that is there.
      if let held = try? await load(stored.account), held.stored == stored { expected = held.revision }
    }
  }

  private func replace(
    _ held: HeldCredential, with stored: StoredCredential
  ) async throws(OAuthError) -> HeldCredential {
    let revision = try await wrapped {
      try await replace(held.stored.account, with: stored, expecting: held.revision)
    }
    return HeldCredential(stored: stored, revision: revision ?? held.revision)
  }
}

extension OAuthError {
  /// Whether the same write may succeed a moment later.
  fileprivate var mayPass: Bool { [.storeUnwritable, .storeUnreadable, .storeBusy].contains(code) }

  fileprivate static func storeUnsaved(_ account: Account, at location: String, _ cause: OAuthError) -> OAuthError {
    OAuthError(
      .storeUnwritable,
      message:
        "The new credential of “\(DisplayText.clean("\(account)"))” could not be saved: \(DisplayText.clean(cause.message, limit: 300))",
      rule: .wayleave("a credential is saved before it is used"),
      expected: "to save the new credential of \(DisplayText.clean("\(account)")) in “\(DisplayText.clean(location))”",
      received: .described(DisplayText.clean(cause.message, limit: 300)),
      remedy: .advice(
        "The new credential is only in the memory of this program. Make the store writable while it runs; "
          + "if it has ended, sign in again."))
  }
}
