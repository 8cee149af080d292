import WayleaveOAuth1
import WayleaveSignIn
import WayleaveWire

/// Credentials of OAuth 1.0a that are renewed by their session handle.
///
/// OAuth Session 1.0 Draft 1.
extension Accounts {
  /// The credential that the provider gives in exchange for the session handle of `stored`.
  ///
  /// Call it under the lock of the store, as a refresh is: providers may take a handle once. Nothing is saved here.
  /// Throws `token.grant_refused` when only a new sign-in helps.
  func renewedSession(_ stored: StoredCredential) async throws(OAuthError) -> Credential {
    let renewal = try SessionRenewal(of: stored, registration: registered(stored), at: now())
    var request = try renewal.request(stamp: stamp(for: stored.account))
    var response = try await exchange.send(request, within: .token)
    if signingClocks.correct(for: stored.account, by: response, at: now()) {
      request = try renewal.request(stamp: stamp(for: stored.account))
      response = try await exchange.send(request, within: .token)
    }
    do throws(OAuthError) {
      return try renewal.credential(reading: response, answering: request, at: now())
    } catch { throw error.withoutSecrets(of: request) }
  }

  /// Renews the credential of an account by its session handle, and saves it before anyone gets it.
  ///
  /// Called under the lock of the store, with the record that was read under it.
  func renewSessionUnderLock(_ held: HeldCredential) async throws(OAuthError) -> StoredCredential {
    let stored = held.stored
    // A handle may be spent by asking: what it brings must have a place to be saved before that.
    do { try await credentials.prove() } catch { throw .storeFailed(error, at: credentials.location) }
    exchange.tell(
      Event(.refreshBegan, rule: .wayleave("OAuth Session 1.0 Draft 1"), "\(stored.account)"))
    var renewed = stored
    do throws(OAuthError) {
      renewed.credential = try await renewedSession(stored)
      renewed.obtainedAt = now()
    } catch  where error.code == .grantRefused {
      renewed.endedBecause = error.refusal?.description ?? error.refusal?.error ?? "the session has ended"
      _ = try await save(renewed, over: held)
      throw .signInNeeded(stored.account, renewed.endedBecause ?? "", refusal: error.refusal)
    }
    return try await save(renewed, over: held).stored
  }

  /// The stamp of a request that an account signs now.
  func stamp(for account: Account) -> Stamp {
    var random = SystemRandomNumberGenerator()
    return Stamp(at: signingClocks.timestamp(for: account, at: now()), using: &random)
  }
}
