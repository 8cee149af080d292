import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
public import WayleaveWire
import WayleaveSignIn

/// What a sign-out did, at the provider and here.
public struct SignedOut: Sendable, Equatable {
  /// What became of the credential at the provider.
  public enum Revocation: Sendable, Equatable {
    /// The provider confirmed that it is void.
    case revoked
    /// The provider offers no way to make it void.
    case notOffered
    /// It was asked for, and failed: the credential may live on at the provider.
    case failed(OAuthError)
    /// It was not asked for.
    case skipped
  }

  /// What became of the credential at the provider.
  public let revocation: Revocation
}

extension Accounts {
  /// Revokes a credential at the provider where that can be done, and removes it here in any case.
  ///
  /// RFC 7009. The refresh token goes first: with it most servers end the whole grant.
  public func signOut(_ account: Account, revoking: Bool = true) async throws(OAuthError) -> SignedOut {
    guard try await stored(account) != nil else { throw .unknownAccount(account) }
    // Under the lock of a refresh: else one that runs now would put a credential back that was never revoked.
    let revocation = try await credentials.wrapped {
      try await credentials.withLock(on: account, until: .now + .seconds(60)) {
        guard let held = try await credentials.load(account) else {
          throw OAuthError.unknownAccount(account)
        }
        let revocation = revoking ? await revoke(held.stored) : .skipped
        // Interrupted before the provider has answered: nothing is changed here, so that it can be tried again.
        if Task.isCancelled, revocation != .revoked { throw CancellationError() }
        try await credentials.replace(account, with: nil, expecting: held.revision)
        return revocation
      }
    }
    changes.add()
    exchange.tell(Event(.credentialRemoved, "\(DisplayText.clean("\(account)"))"))
    return SignedOut(revocation: revocation)
  }

  private func revoke(_ stored: StoredCredential) async -> SignedOut.Revocation {
    let registration = registered(stored)
    let (provider, client) = (registration.provider, registration.client)
    do throws(OAuthError) {
      switch (stored.credential, provider.service) {
      case (.oauth2(let tokens), .oauth2(let service)):
        guard let endpoint = service.endpoint(.revocation, for: client) else { return .notOffered }
        let requests = [
          tokens.refreshToken.map { RevocationRequest(token: $0, kind: .refreshToken) },
          RevocationRequest(token: tokens.accessToken, kind: .accessToken),
        ]
        for request in requests.compactMap(\.self) {
          let message = AuthorizationServerRequest(to: endpoint, of: service, as: client, by: request.request)
          try await exchange.send(message, within: .token, reading: RevocationRequest.confirm)
        }
        return .revoked
      case (.oauth1(let credential), .oauth1(let service)):
        guard let endpoint = service.invalidationEndpoint else { return .notOffered }
        var random = SystemRandomNumberGenerator()
        let message = try TokenInvalidationRequest(credential).request(
          to: endpoint, as: try ConsumerCredential(client, signingBy: service.dialect.signatureMethod),
          dialect: service.dialect,
          stamp: Stamp(at: signingClocks.timestamp(for: stored.account, at: now()), using: &random))
        try await exchange.send(message, within: .token, reading: TokenInvalidationRequest.confirm)
        return .revoked
      default: return .notOffered
      }
    } catch { return .failed(error) }
  }
}
