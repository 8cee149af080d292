#if canImport(Security)
  public import Wayleave
  public import WayleaveOAuth2
  public import WayleaveProvider
  import WayleaveSignIn
  public import WayleaveWire

  /// An account that moved from where an earlier version of the app had it.
  public struct MovedAccount: Sendable {
    /// The account.
    public let signedIn: SignedIn
    /// Why the earlier copy is still there; nil where it is deleted.
    ///
    /// Move it again later: the account stays as it is, and the copy is deleted.
    public let leftBecause: OAuthError?
  }

  extension Accounts {
    /// Moves what an earlier version of the app left into these accounts, and deletes it there; nil where there is nothing.
    ///
    /// The token is stored before it is deleted there, so that an interruption loses nothing. Throws
    /// `account_file.malformed` for what is no token, `configuration.account_exists` where the user has signed in since,
    /// and what the provider answers: then nothing is deleted.
    ///
    /// - Parameters:
    ///   - store: where it is.
    ///   - provider: who issued it.
    ///   - client: the client to which it was issued.
    ///   - asking: whether to ask the provider who the user is, by which a token that was revoked is found out.
    public func move(
      from store: EarlierStore, of provider: Provider, as client: Client, asking: Bool = true
    ) async throws(OAuthError) -> MovedAccount? {
      let moment = now()
      guard let credential = try store.credential(at: moment) else { return nil }
      let signedIn = try await moved(credential, of: provider, as: client, asking: asking)
      do throws(OAuthError) {
        try store.remove(credential, at: moment)
        tell(Event(.credentialRemoved, "from \(store.location), where an earlier version had it"))
        return MovedAccount(signedIn: signedIn, leftBecause: nil)
      } catch {
        tell(Event(.tolerated, rule: error.rule, "a copy is still in \(store.location): \(error.message)"))
        return MovedAccount(signedIn: signedIn, leftBecause: error)
      }
    }

    private func moved(
      _ credential: Credential, of provider: Provider, as client: Client, asking: Bool
    ) async throws(OAuthError) -> SignedIn {
      // A move that was cut off has stored it already.
      let own = try await all().first {
        $0.account.provider == provider.name && $0.account.client == client.id && !$0.isSignedOut
          && $0.credential.sharesToken(with: credential)
      }
      if let own { return SignedIn(ofAnother: own) }
      return try await adopt(try await identified(credential, of: provider, as: client, asking: asking))
    }
  }
#endif
