public import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

extension Accounts {
  /// Tokens for the client itself, without a user.
  ///
  /// RFC 6749 §4.4. Throws what ``tokens(by:of:as:minimumLifetime:renewing:bindingToKey:acceptingDowngrade:)`` throws, and
  /// `configuration.invalid_client` for a client that does not authenticate.
  public func clientCredentials(
    of provider: Provider, as client: Client, access: RequestedAccess = RequestedAccess(), audiences: [String] = [],
    minimumLifetime: Duration? = nil, bindingToKey bindsToKey: Bool = true,
    acceptingDowngrade acceptsDowngrade: Bool = false
  ) async throws(OAuthError) -> Credential.Tokens {
    let grant = ClientCredentialsGrant(access: access, audiences: audiences)
    return try await tokens(
      by: .clientCredentials(grant), of: provider, as: client, minimumLifetime: minimumLifetime,
      bindingToKey: bindsToKey, acceptingDowngrade: acceptsDowngrade)
  }

  /// Tokens by a grant that needs no user: cached ones as long as they are good, or else new ones.
  ///
  /// They are stored in memory only; those of the client itself also in the records of the program, where it has some.
  /// When many ask at once, one request is made. A provider that is known by its
  /// issuer alone is asked for its metadata first. `renewing` asks even when there are good ones. What an exchange
  /// gives may be no access token: then its type is `N_A`, and no session sends it. Where the server takes proofs, the
  /// tokens are bound to a key that is stored with them; `bindingToKey: false` has tokens that anyone can use, for those
  /// who hand them on. A server that no longer has a protection which it had before is refused, `discovery.downgraded`,
  /// unless that is accepted.
  public func tokens(
    by grant: DirectGrant, of provider: Provider, as client: Client, minimumLifetime: Duration? = nil,
    renewing: Bool = false, bindingToKey bindsToKey: Bool = true, acceptingDowngrade acceptsDowngrade: Bool = false
  ) async throws(OAuthError) -> Credential.Tokens {
    let stored = try await direct(
      by: grant, of: provider, as: client, lasting: minimumLifetime, bindingToKey: bindsToKey,
      acceptingDowngrade: acceptsDowngrade, isGood: { _ in !renewing })
    guard case .oauth2(let tokens) = stored.credential else { throw .outOfOrder("tokens of OAuth 2") }
    return tokens
  }

  /// The credential of a grant: a cached one that `isGood`, or a new one.
  func direct(
    by grant: DirectGrant, of provider: Provider, as client: Client, lasting minimum: Duration? = nil,
    bindingToKey bindsToKey: Bool = true, acceptingDowngrade acceptsDowngrade: Bool = false,
    isGood: @escaping @Sendable (StoredCredential) -> Bool = { _ in true }
  ) async throws(OAuthError) -> StoredCredential {
    // A caller who refuses a downgrade must not get the tokens of one who accepted it.
    let fingerprint =
      try grant.fingerprint(at: provider.tokenUse, as: client, bindingToKey: bindsToKey)
      + [acceptsDowngrade ? 1 : 0]
    let ask: @Sendable () async -> Result<StoredCredential, OAuthError> = {
      do throws(OAuthError) {
        let found = try await discovered(provider, acceptingDowngrade: acceptsDowngrade)
        return .success(
          try await observed(.grant, at: found.provider) { () async throws(OAuthError) in
            try await requestTokens(for: grant, of: found, as: client, bindingToKey: bindsToKey)
          })
      } catch {
        return .failure(error)
      }
    }
    return try await directCredentials.credential(of: fingerprint, lasting: minimum, at: now(), isGood: isGood) {
      // What others gave for it is shown each time, and a playground ends with its tokens.
      guard let directRecords, case .clientCredentials = grant, provider.playgroundRun == nil else {
        return await ask()
      }
      // Its API origins are in its metadata, which is stored as well.
      let known = (try? await discovered(provider))?.provider ?? provider
      let stored: @Sendable (DirectRecords.Held) -> StoredCredential = {
        StoredCredential(held: $0, of: known, as: client)
      }
      return await directRecords.credential(
        of: fingerprint, at: now(),
        isGood: {
          let stored = stored($0)
          return stored.lasts(minimum, at: now()) && isGood(stored)
        }, by: ask
      ).map(stored)
    }.get()
  }

  private func requestTokens(
    for grant: DirectGrant, of found: (provider: Provider, service: OAuth2Service), as client: Client,
    bindingToKey bindsToKey: Bool
  ) async throws(OAuthError) -> StoredCredential {
    let (provider, service) = found
    let key = bindsToKey ? try service.proofKey() : nil
    let request = AuthorizationServerRequest(
      to: service.tokenEndpoint(for: client), of: service, as: withKey(client), proving: key,
      byTimed: { (endpoint, client, dialect, now) throws(OAuthError) in
        var random = SystemRandomNumberGenerator()
        return try grant.request(to: endpoint, as: client, dialect: dialect, at: now, using: &random)
      })
    var sentAt = now()
    let answer = try await exchange.send(request, within: .token, beforeSending: { sentAt = now() }) {
      (response) throws(OAuthError) in
      try grant.tokens(
        reading: response, dialect: service.dialect, accepting: TokenType.accepted(provingKey: key != nil))
    }
    var tokens = Credential.Tokens(answer, scopes: grant.scopes, at: sentAt)
    if tokens.scopes != grant.scopes { tokens.removeScopes(repeating: [client.secret?.exposedBytes ?? []]) }
    tokens.keep(key)
    if key != nil, !tokens.isBound {
      exchange.tell(Event(.tolerated, rule: .rfc(9449, "5"), "a token that is bound to no key, though one was proved"))
    }
    exchange.tell(Event(.credentialIssued, rule: grant.rule, "by \(provider.title), without a user"))
    exchange.tellOfDepartures(of: answer, asked: grant.scopes)
    return StoredCredential(
      held: .init(credential: .oauth2(tokens), obtainedAt: sentAt, client: client.id), of: provider, as: client)
  }
}

extension StoredCredential {
  /// What a client got for itself: without a user, the client's id stands for one.
  fileprivate init(held: DirectRecords.Held, of provider: Provider, as client: Client) {
    self.init(
      account: Account(provider: provider.name, client: client.id, subject: client.id.text), provider: provider,
      client: client, credential: held.credential, obtainedAt: held.obtainedAt)
  }
}

extension Provider {
  /// What tells two providers apart that give tokens, by where they do and where their tokens go: no other entry, and no
  /// changed one, gets those of this one.
  fileprivate var tokenUse: String {
    ([tokenPlace, name.text] + apiOrigins.map(\.description).sorted()).joined(separator: "\n")
  }

  /// Where a provider gives tokens, or whose metadata tells it.
  fileprivate var tokenPlace: String {
    switch service {
    case .oauth1(let service): service.tokenEndpoint.url.text
    case .oauth2(let service): service.tokenEndpoint.url.text
    case .issuer(let issuer): issuer.text
    }
  }
}
