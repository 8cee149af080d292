import HTTPTypes
public import WayleaveProvider
public import WayleaveSignIn
public import WayleaveOAuth2
public import WayleaveWire

extension Accounts {
  /// A session that sends requests as an account.
  public func session(for account: Account) -> AuthorizedSession {
    AuthorizedSession(accounts: self, source: .kept(account))
  }

  /// A session with tokens that need no user; it asks for new ones when they expire or are refused.
  public func session(
    grant: DirectGrant, provider: Provider, client: Client, allowedOrigins: [Origin] = []
  ) -> AuthorizedSession {
    AuthorizedSession(
      accounts: self,
      source: .direct(grant, of: provider, as: client, allowedOrigins: allowedOrigins))
  }

  /// A session with a credential that is not stored.
  ///
  /// Nothing renews it, and an answer that refuses it is given as it came: ``adopt(_:of:as:identity:allowedOrigins:)``
  /// stores it and has it renewed. Requests throw `configuration.invalid_value` and `credential.sign_in_needed` for a
  /// credential that no request can carry, before anything is sent to the API.
  public func session(
    with credential: Credential, of provider: Provider, as client: Client, allowedOrigins: [Origin] = []
  ) -> AuthorizedSession {
    AuthorizedSession(
      accounts: self, source: .given(credential, of: provider, as: client, allowedOrigins: allowedOrigins))
  }

  /// A session that signs requests as the client alone, without a user.
  ///
  /// RFC 5849 §3.1. Requests throw `configuration.unsupported` at a provider of OAuth 2.
  public func session(
    grant: ConsumerOnly, provider: Provider, client: Client, allowedOrigins: [Origin] = []
  ) -> AuthorizedSession {
    AuthorizedSession(accounts: self, source: .consumer(of: provider, as: client, allowedOrigins: allowedOrigins))
  }

  /// Asks the provider whether a credential works, by asking who the user is, or whether the token is valid (RFC 7662);
  /// false when there is nowhere to ask.
  public func check(_ account: Account) async -> Result<Bool, OAuthError> {
    do throws(OAuthError) {
      let stored = try await fresh(account)
      let rule = registered(stored).provider.identity ?? stored.provider.identity
      var answers = IdentityAnswers(of: stored.credential)
      guard let rule, let request = rule.allRequests.first else { return .success(try await isActive(stored)) }
      let answer = try await session(for: account).answer(
        to: request.message(
          knowing: answers, at: rule.origin(in: answers), api: stored.provider.apiDialect), within: .token)
      answers.first = try await identityAnswer(in: answer.response, to: answer.sent, of: stored)
      // What further requests would say of the user is not asked here.
      if rule.requests.isEmpty { _ = try rule.identity(in: answers, issuer: Issuer(stored.account.provider.text)) }
      return .success(true)
    } catch { return .failure(error) }
  }
}
