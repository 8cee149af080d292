import Crypto
package import WayleaveOAuth2
import WayleaveOpenID
package import WayleaveProvider
import WayleaveSignIn
package import WayleaveWire

/// What a sign-in by the operating system brought; nothing of it is verified.
package struct SystemAnswer: Sendable {
  /// The ID token.
  let idToken: Secret
  /// The code that came with it, for a backend; nil for none.
  let code: Secret?
  /// The user, as the system names them.
  let user: String
  /// What came in addition, as the callback of the provider would carry it.
  let members: JSON.Object

  package init(idToken: Secret, code: Secret?, user: String, members: JSON.Object = JSON.Object()) {
    (self.idToken, self.code, self.user, self.members) = (idToken, code, user, members)
  }
}

/// Sign-ins in which the operating system asks the user, and brings an ID token without any page.
extension Accounts {
  /// Has the system ask, verifies the ID token and stores the account.
  ///
  /// OpenID Connect Core §3.1.3.7. `ask` gets the SHA-256 of `nonce` in hexadecimal digits, which must come back in the
  /// token: so a token that someone saw does not say which nonce brings another. What is stored says who the user is, and
  /// allows nothing at the provider.
  package func signIn(
    to provider: Provider, as client: Client, withNonce nonce: Secret, named name: String?,
    bySystem ask: (_ hashedNonce: String) async throws(OAuthError) -> SystemAnswer
  ) async throws(OAuthError) -> SignedIn {
    try visibleSignIn.take()
    defer { visibleSignIn.leave() }
    try await requireStore()
    try await requireName(name, at: provider, as: client)
    exchange.tell(
      Event(.signInBegan, "\(provider.title) as client \(DisplayText.clean(client.id.text)), by the system"))
    let answer = try await ask(Array(SHA256.hash(data: nonce.exposedBytes)).hexadecimal)
    let idToken = try await verified(answer, of: provider, as: client, nonce: nonce)
    exchange.tell(Event(.idTokenVerified, rule: .openID("Core", "3.1.3.7"), "every check passes"))
    var stored = StoredCredential(
      account: Account(provider: provider.name, client: client.id, subject: ""), provider: provider, client: client,
      credential: .oauth2(.naming(answer)), obtainedAt: now())
    stored.enroll()
    return try await keep(stored, verifiedBy: idToken, named: name)
  }

  private func verified(
    _ answer: SystemAnswer, of provider: Provider, as client: Client, nonce: Secret
  ) async throws(OAuthError) -> IDToken {
    let idToken = try await verified(byKeysOf: provider) { (issuer) throws(OAuthError) in
      var requirements = issuer.rules.requirements(issuer: issuer.issuer, clientID: client.id)
      requirements.algorithms = issuer.idTokenAlgorithms
      requirements.nonce = .hashed(nonce)
      requirements.code = answer.code
      return try IDToken(
        answer.idToken, verifiedBy: issuer.keys, meeting: requirements, at: tokenTime(at: issuer.endpoint.origin))
    }
    guard idToken.subject.hasSameBytes(as: answer.user) else { throw .anotherUserThanTheSystem() }
    return idToken
  }
}

extension Credential.Tokens {
  /// An ID token in the place of an access token, which no session sends.
  ///
  /// RFC 8693 §2.2.1, `N_A`: what was issued "is not an access token". It has no end here: the token answers for the
  /// moment of the sign-in, and the system says when that is over.
  fileprivate static func naming(_ answer: SystemAnswer) -> Credential.Tokens {
    var additional = JSON.Object()
    if !answer.members.members.isEmpty { additional["callback"] = .object(answer.members) }
    return Credential.Tokens(
      accessToken: answer.idToken, tokenType: TokenType.notApplicable.rawValue, idToken: answer.idToken,
      additional: additional)
  }
}

extension OAuthError {
  fileprivate static func anotherUserThanTheSystem() -> OAuthError {
    OAuthError(
      .foreignUser, message: "The ID token is about another user than the system says.",
      rule: .openID("Core", "3.1.3.7"), remedy: "Nothing was stored. Begin the sign-in again.")
  }
}
