import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// How long a sign-in waits for a device that has locked.
private let timeToUnlock = Duration.seconds(60)

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

  /// Takes the note back: this attempt has surely not spent the token. `earlier` is the note of an attempt before it, which
  /// may have.
  func cancelRefresh(
    of held: HeldCredential, leaving earlier: RefreshAttempt? = nil
  ) async throws(OAuthError) -> HeldCredential {
    guard held.stored.refreshAttempt != earlier else { return held }
    var stored = held.stored
    stored.refreshAttempt = earlier
    return try await replace(held, with: stored)
  }

  /// Saves a credential that cannot be had a second time: a write that fails is tried again until the time is over.
  ///
  /// A device that locks before the first credential of an account is saved is waited for, for a minute: nothing else has
  /// that credential. What a refresh brought is held for the next one, which does not wait.
  ///
  /// Then the store is asked what to do: ``retry(saving:after:)``. Throws `store.unwritable` where it gives up; the caller
  /// still has the credential in memory, and no one else has it.
  @discardableResult
  func save(
    _ stored: StoredCredential, by change: UnsavedRecord.Change, expecting revision: RecordRevision?,
    tryingFor patience: Duration = Patience.of(.seconds(5)), in time: PassingTime = PassingTime()
  ) async throws(OAuthError) -> RecordRevision? {
    var deadline = time.now() + patience
    var expected = revision
    var pace = RetryPace(in: time)
    var (hasFailed, hasWaited) = (false, false)
    while true {
      let failure: OAuthError
      do throws(OAuthError) {
        return try await wrapped { try await replace(stored.account, with: stored, expecting: expected) }
      } catch { failure = error }
      // A write may have failed at its last step only: then it is our own credential that is there.
      let isConflict = failure.code == .storeConflict
      guard hasFailed || !isConflict else { throw failure }
      hasFailed = true
      let isWaitedFor = failure.code == .storeLocked && change == .signIn(over: nil) && unlocksByItself
      if isWaitedFor, !hasWaited {
        hasWaited = true
        (deadline, pace) = (time.now() + timeToUnlock, RetryPace(upTo: .seconds(1), in: time))
      }
      let mayPass = failure.mayPass || isConflict || isWaitedFor
      let isInTime = mayPass ? (try? await pace.wait(until: deadline)) == true : false
      if !isInTime {
        let unsaved = failure.code == .cancelled ? failure : .storeUnsaved(stored, at: location, failure, hasWaited)
        try await askToRetry(saving: UnsavedRecord(stored, by: change), after: unsaved)
        (deadline, pace) = (time.now() + patience, RetryPace(in: time))
      }
      guard let held = try? await load(stored.account) else { continue }
      if held.stored == stored { expected = held.revision } else if isConflict { throw failure }
    }
  }

  private func askToRetry(saving unsaved: UnsavedRecord, after failure: OAuthError) async throws(OAuthError) {
    guard !Task.isCancelled else { throw failure }
    do { try await retry(saving: unsaved, after: failure) } catch { throw error as? OAuthError ?? failure }
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

  fileprivate static func storeUnsaved(
    _ stored: StoredCredential, at location: String, _ cause: OAuthError, _ hasWaited: Bool
  ) -> OAuthError {
    let title = DisplayText.clean(stored.provider.title, limit: 100)
    let owner = stored.isProvisional ? title : DisplayText.clean("\(stored.account)")
    let reason = DisplayText.clean(cause.message, limit: 300)
    return OAuthError(
      // A device that is locked is waited for.
      cause.code == .storeLocked ? .storeLocked : .storeUnwritable,
      message: "The new credential of “\(owner)” could not be saved"
        + (hasWaited ? " within \(timeToUnlock.wholeSeconds) seconds" : "") + ": \(reason)",
      rule: .wayleave("a credential is saved before it is used"),
      expected: "to save the new credential of \(owner) in “\(DisplayText.clean(location))”",
      remedy: .advice(
        (hasWaited
          ? "Unlock the device and sign in again: the new credential was only in the memory of this program. "
          : "The new credential is only in the memory of this program. Make the store writable while it runs. If it has "
            + "ended, the credential is lost: sign in again. ")
          + "To end the lost one, open your account at \(title) and remove the access of this app (client "
          + "\(DisplayText.clean(stored.client.id.text, limit: 100)))."))
  }
}
