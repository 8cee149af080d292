import WayleaveOAuth1
import WayleaveSignIn
import WayleaveWire

/// Credentials of OAuth 1.0a that are renewed by their session handle.
///
/// OAuth Session 1.0 Draft 1.
extension Accounts {
  /// Renews the credential of an account by its session handle, and saves it before anyone gets it.
  ///
  /// Called under the lock of the store, with the record that was read under it. A handle may be good for one use, so the
  /// order is that of a refresh.
  func renewSessionUnderLock(_ held: HeldCredential) async throws(OAuthError) -> StoredCredential {
    let renewal: SessionRenewal
    do throws(OAuthError) {
      renewal = try SessionRenewal(of: held.stored, registration: registered(held.stored), at: now())
    } catch  where error.code == .grantRefused {
      // The time of the handle is over: nothing is sent.
      return try await giveUp(held.stored.ended(by: error), over: held, because: error)
    }
    return try await renew(held, by: .wayleave("OAuth Session 1.0 Draft 1")) {
      (held: inout HeldCredential, progress: inout RefreshProgress) async throws(OAuthError) in
      try await ask(renewal, for: held.stored.account, progress: &progress)
    } saving: { (answer, time, held) async throws(OAuthError) in
      try await save(renewal.renewed(by: answer, at: time), over: held).stored
    }
  }

  /// Sends the request, once more by the provider's clock where that refuses ours, and reads the answer.
  private func ask(
    _ renewal: SessionRenewal, for account: Account, progress: inout RefreshProgress
  ) async throws(OAuthError) -> TokenCredential {
    var (request, response) = try await send(renewal, for: account, progress: &progress)
    if signingClocks.correct(for: account, by: response, at: now()) {
      (request, response) = try await send(renewal, for: account, progress: &progress)
    }
    do throws(OAuthError) { return try renewal.answer(in: response, to: request) } catch {
      throw error.withoutSecrets(of: request, answeredBy: response, with: .oauth1(renewal.credential))
        .inProviderAnswer
    }
  }

  private func send(
    _ renewal: SessionRenewal, for account: Account, progress: inout RefreshProgress
  ) async throws(OAuthError) -> (RequestMessage, ResponseMessage) {
    let request = try renewal.request(stamp: stamp(for: account))
    progress.sentAt = now()
    progress.answer = nil
    let response = try await exchange.send(request, within: .token, about: { .oauth1(renewal.credential) })
    progress.answer = response
    return (request, response)
  }

  /// The stamp of a request that an account signs now.
  func stamp(for account: Account) -> Stamp {
    var random = SystemRandomNumberGenerator()
    return Stamp(at: signingClocks.timestamp(for: account, at: now()), using: &random)
  }
}
