#if canImport(Security)
  import Foundation
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
    /// The token is stored before it is deleted there, so that an interruption loses nothing. An access token that has
    /// ended is renewed, as by `adopt(refreshToken:of:as:scopes:)`: then an account of the same user is replaced.
    ///
    /// Throws `account_file.malformed` for what is no token, `configuration.invalid_value` for that of another provider or
    /// client, `configuration.account_exists` where the user has signed in since, `credential.sign_in_needed` where the
    /// sign-in has ended, and what the provider answers: then nothing is deleted.
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
      guard let found = try store.credential(at: moment) else { return nil }
      var removal: Result<Void, OAuthError>?
      let signedIn = try await adopt(found, of: provider, as: client, asking: asking) {
        removal = remove(found, from: store, at: moment)
      }
      switch removal ?? remove(found, from: store, at: moment) {
      case .success: return MovedAccount(signedIn: signedIn, leftBecause: nil)
      case .failure(let error): return MovedAccount(signedIn: signedIn, leftBecause: error)
      }
    }

    /// Takes over what the app itself reads where its keychain library put it: an archive of AppAuth, GTMAppAuth or
    /// OAuthSwift, or the JSON of OAuthSwift.
    ///
    /// As ``move(from:of:as:asking:)``, but for the deletion: delete it there after this call.
    ///
    /// - Parameters:
    ///   - archive: the bytes as they were stored.
    ///   - provider: who issued the token.
    ///   - client: the client to which it was issued.
    ///   - asking: whether to ask the provider who the user is.
    public func adopt(
      archive: Secret, of provider: Provider, as client: Client, asking: Bool = true
    ) async throws(OAuthError) -> SignedIn {
      let found = try EarlierCredential(archived: Data(archive.exposedBytes), at: now())
      return try await adopt(found, of: provider, as: client, asking: asking) {}
    }

    private func adopt(
      _ found: EarlierCredential, of provider: Provider, as client: Client, asking: Bool, onceSpent: () -> Void
    ) async throws(OAuthError) -> SignedIn {
      try found.check(of: provider, as: client)
      // A move that was cut off has stored it already.
      let own = try await all().first {
        $0.account.provider == provider.name && $0.account.client == client.id && !$0.isSignedOut
          && $0.credential.sharesToken(with: found.credential)
      }
      if let own { return SignedIn(ofAnother: own) }
      let now = now()
      guard found.credential.isRefreshable || found.credential.isAlive(at: now) else { throw .endedBefore() }
      if !found.leftOut.isEmpty {
        tell(Event(.tolerated, "not taken over: \(found.leftOut.joined(separator: ", "))"))
      }
      if asking, found.credential.mustBeRenewed(at: now) {
        return try await adoptRenewing(
          found.credential, of: provider, as: client, user: nil, replacing: true, onceSpent: onceSpent)
      }
      return try await adopt(try await identified(found.credential, of: provider, as: client, asking: asking))
    }

    private func remove(
      _ found: EarlierCredential, from store: EarlierStore, at moment: Instant
    ) -> Result<Void, OAuthError> {
      do throws(OAuthError) {
        try store.remove(found, at: moment)
        tell(Event(.credentialRemoved, "from \(store.location), where an earlier version had it"))
        return .success(())
      } catch {
        tell(Event(.tolerated, rule: error.rule, "a copy is still in \(store.location): \(error.message)"))
        return .failure(error)
      }
    }
  }

  extension EarlierCredential {
    /// Throws `configuration.invalid_value` where it belongs to another provider or client: it is sent to no one then.
    fileprivate func check(of provider: Provider, as client: Client) throws(OAuthError) {
      if let named = self.client, !named.hasSameBytes(as: client.id.text) { throw .issuedTo(named, not: client) }
      var known = [issuer?.host].compactMap(\.self)
      switch (provider.service, credential) {
      case (.oauth1, .oauth2), (.oauth2, .oauth1), (.issuer, .oauth1): throw .versionMismatch(of: provider)
      case (.issuer(let own), .oauth2):
        // A realm or a tenant is a part of the path.
        if let issuer, !issuer.isSame(as: own) { throw .issuedAt(issuer.text, not: provider) }
      // Where the issuer publishes its endpoints, their hosts are not known yet.
      case (.oauth1, .oauth1), (.oauth2, .oauth2): known += endpointHosts
      }
      guard known.isEmpty || known.contains(where: provider.isAt) else { throw .issuedAt(known[0], not: provider) }
    }
  }

  extension AbsoluteURL {
    /// Whether two issuers are the same but for a slash at the end, which AppAuth takes off.
    fileprivate func isSame(as other: AbsoluteURL) -> Bool {
      let texts = [text, other.text].map { $0.utf8.last == UInt8(ascii: "/") ? String($0.dropLast()) : $0 }
      return texts[0].hasSameBytes(as: texts[1])
    }
  }

  extension OAuthError {
    fileprivate static func endedBefore() -> OAuthError {
      OAuthError(
        .signInNeeded, message: "The token of the earlier library has ended, and there is no refresh token.",
        rule: .rfc(6749, "6"), remedy: "Nothing was changed. Sign in again, and delete what is stored there.")
    }

    fileprivate static func issuedTo(_ named: String, not client: Client) -> OAuthError {
      OAuthError(
        .invalidValue,
        message: """
          The token was issued to the client “\(DisplayText.clean(named, limit: 200))”, and not to \
          “\(DisplayText.clean(client.id.text, limit: 200))”.
          """,
        rule: .rfc(6749, "6"), remedy: "Nothing was changed. Name that client in “as:”.")
    }

    fileprivate static func issuedAt(_ host: String, not provider: Provider) -> OAuthError {
      OAuthError(
        .invalidValue,
        message: """
          The token is from “\(DisplayText.clean(host, limit: 200))”, which is not \
          \(DisplayText.clean(provider.title)).
          """,
        rule: .rfc(6749, "10.3"), remedy: "Nothing was changed. Name the provider that issued it in “of:”.")
    }
  }
#endif
