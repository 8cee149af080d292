import WayleaveOAuth1
public import WayleaveOAuth2
public import WayleaveOpenID
public import WayleaveProvider
public import WayleaveSignIn
public import WayleaveWire

/// The backend's side of a sign-in that a native app has made.
extension Accounts {
  /// Verifies what an app hands over: that the provider issued it to this client, for one user, and that it is valid now.
  ///
  /// What cannot show to which client it was issued is refused, `hand_over.unverifiable`: have the app hand over the code
  /// instead. Throws `hand_over.…`, and what the check itself throws: `id_token.…`, `oauth1.…`, `token.…`,
  /// `access_token.…` and `answer.…`. Nothing is stored in the credential store.
  ///
  /// - Parameters:
  ///   - handedOver: what came from the app.
  ///   - provider: where the app got it; its entry says how it is verified: ``Provider/handOver``.
  ///   - client: our client there, to which it must have been issued.
  ///   - nonce: the nonce that this backend gave to the app for this sign-in; then an ID token must have it.
  ///   - subject: the user that it must be, by the provider's own name; nil for any user.
  ///   - seen: remembers ID tokens and Echos, so that each is accepted once.
  public func verify(
    _ handedOver: HandedOver, of provider: Provider, as client: Client, nonce: IDTokenNonce? = nil,
    subject: String? = nil, seen: any SeenOnce
  ) async throws(OAuthError) -> VerifiedHandOver {
    try await observed(.handOver, at: provider) { () async throws(OAuthError) in
      let checked = try await check(
        handedOver, against: HandOverTerms(provider: provider, client: client, nonce: nonce, subject: subject),
        seen: seen)
      if let failure = checked.verification.firstFailure { throw failure.error }
      guard let verified = checked.verified else { throw .unverifiableHandOver(handedOver, at: provider) }
      return verified
    }
  }

  /// Makes the checks one by one; without a memory a replay is not looked for.
  ///
  /// Throws where nothing can be checked, such as `hand_over.unverifiable`, and where the provider cannot be reached.
  package func check(
    _ handedOver: HandedOver, against terms: HandOverTerms, seen: (any SeenOnce)?
  ) async throws(OAuthError) -> CheckedHandOver {
    try handedOver.requireUsable()
    let terms = try await complete(terms, for: handedOver)
    let kind = try HandOverCheck(of: handedOver, at: terms.provider)
    switch handedOver {
    case .code(let code, let verifier, let redirectURI):
      let grant = AuthorizationCodeGrant(code: code, verifier: verifier, redirectURI: redirectURI)
      return try await exchange(grant, by: terms)
    case .idToken(let token): return try await checkIDToken(token, by: terms, seen: seen)
    case .accessToken(let token):
      return kind == .inspection ? try await inspect(token, by: terms) : try await introspect(token, by: terms)
    case .tokenAndSecret(let token): return try await check(token, by: kind, terms)
    case .echo(let fields): return try await checkEcho(fields, by: terms, seen: seen)
    }
  }

  /// The terms with the endpoints of a provider that is known by its issuer alone; an ID token needs its keys alone.
  private func complete(_ terms: HandOverTerms, for handedOver: HandedOver) async throws(OAuthError) -> HandOverTerms {
    switch (handedOver, terms.provider.service) {
    case (.code, .issuer), (.accessToken, .issuer):
      let provider = try await discovered(terms.provider).provider
      return HandOverTerms(provider: provider, client: terms.client, nonce: terms.nonce, subject: terms.subject)
    default: return terms
    }
  }
}
