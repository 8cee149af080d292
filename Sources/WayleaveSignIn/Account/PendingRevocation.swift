package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// What a sign-out could not deliver to the provider yet; it stays in the encrypted store until the provider confirms it.
///
/// RFC 7009 §2.2.1: after a 503 "the client must assume the token still exists and may retry after a reasonable delay".
public struct PendingRevocation: Sendable, Equatable {
  /// A token that is to be revoked, by its name on the wire.
  public enum Token: String, Sendable, CaseIterable {
    /// The refresh token of OAuth 2.
    case refreshToken = "refresh_token"
    /// The access token of OAuth 2.
    case accessToken = "access_token"
    /// The token of OAuth 1.0a.
    case token
  }

  /// What the provider issued; nothing uses it any more.
  package let credential: Credential
  /// The client to which they were issued, where the account has moved to another registration since; nil for the
  /// account's own, and in records of earlier versions.
  ///
  /// RFC 7009 §2.1: the server "verifies whether the token was issued to the client making the revocation request".
  package var client: Client?
  /// The tokens that the provider has not confirmed, in the order in which they are sent.
  package var remaining: [Token]
  /// When the user signed out.
  package let since: Instant
  /// When the provider wants to be asked again at the earliest; nil when it did not say.
  ///
  /// RFC 9110 §10.2.3, `Retry-After`.
  package var notBefore: Instant?

  /// What is still to be revoked of a credential.
  package init(of credential: Credential, since: Instant, notBefore: Instant? = nil) {
    self.credential = credential
    // The refresh token goes first: with it most servers end the whole grant.
    switch credential {
    case .oauth1: remaining = [.token]
    case .oauth2(let tokens): remaining = tokens.refreshToken == nil ? [.accessToken] : [.refreshToken, .accessToken]
    }
    self.since = since
    self.notBefore = notBefore
  }
}

extension PendingRevocation {
  /// The record with its secrets in the clear: for the encrypted store, and nothing else.
  package var exposedJSON: JSON {
    [
      "credential": credential.exposedJSON, "remaining": JSON(remaining.map(\.rawValue)),
      "since": JSON(since.secondsSinceEpoch), "not_before": JSON(notBefore?.secondsSinceEpoch),
      "client": client?.exposedJSON ?? .null,
    ]
  }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    guard let credential = json["credential"].flatMap(Credential.init(exposedJSON:)),
      let remaining = json["remaining"]?.array, let since = json["since"]?.integer
    else { return nil }
    self.init(
      of: credential, since: Instant(secondsSinceEpoch: since),
      notBefore: json["not_before"]?.integer.map(Instant.init(secondsSinceEpoch:)))
    self.remaining = remaining.compactMap { $0.string.flatMap(Token.init) }
    guard let client = json["client"], client != .null else { return }
    guard let client = Client(exposedJSON: client) else { return nil }
    self.client = client
  }
}

extension StoredCredential {
  /// Whether the user has signed out, and the provider has not confirmed all of it: nothing may use the credential.
  public var isSignedOut: Bool { pendingRevocations.contains { $0.credential == credential } }

  /// What is still to be revoked, for another record of the account, which may have another registration: the client goes
  /// along to which the tokens were issued.
  package func pendingRevocations(movedTo other: StoredCredential) -> [PendingRevocation] {
    guard client.id != other.client.id else { return pendingRevocations }
    return pendingRevocations.map { pending in
      var pending = pending
      pending.client = pending.client ?? client
      return pending
    }
  }

  /// Whether it needs a client there: for its credential, or to revoke what that was issued before.
  package func needs(_ client: ClientID, at provider: ProviderName) -> Bool {
    account.provider == provider && (clientID == client || pendingRevocations.contains { $0.client?.id == client })
  }

  /// Adds what another record of the account still has to revoke. To revoke something twice does no harm.
  package mutating func owe(_ revocations: [PendingRevocation]) {
    for pending in revocations where !pendingRevocations.contains(pending) { pendingRevocations.append(pending) }
  }

  /// Whether a revocation is left to be sent, and the provider's pause is over.
  package func hasDueRevocation(at now: Instant) -> Bool {
    guard let first = pendingRevocations.first else { return false }
    return first.notBefore.map { $0 <= now } ?? true
  }
}
