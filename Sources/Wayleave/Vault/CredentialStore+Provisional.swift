import WayleaveSignIn

/// Records that stand under a provisional name, since a program ended before it could remove them.
///
/// A store that cannot be written now is cleared the next time.
extension CredentialStore {
  /// Removes a record that also stands under the user's name, as long as it is what was read.
  func remove(superseded stored: StoredCredential) async {
    try? await withLock(on: stored.account, until: .now + .milliseconds(200)) {
      guard let held = try await load(stored.account), held.stored.credential == stored.credential else { return }
      try await replace(stored.account, with: nil, expecting: held.revision)
    }
  }

  /// Removes the provisional record of an account, where there is one.
  func removeProvisional(of stored: StoredCredential) async {
    guard let subject = stored.provisionalSubject else { return }
    let account = Account(provider: stored.account.provider, client: stored.clientID, subject: subject)
    guard let held = try? await load(account), held.stored.isProvisional else { return }
    await remove(superseded: held.stored)
  }
}
