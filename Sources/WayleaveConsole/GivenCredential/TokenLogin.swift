import Wayleave
package import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

/// An access token as a user name and a password, for programs that send no other credential.
///
/// RFC 7617 §2.
package struct TokenLogin: Sendable, Equatable {
  /// The user name that the provider wants next to a token.
  package let user: String
  /// The access token, which is the password.
  package let token: Secret
  /// When the token expires; nil when the provider does not say, or it never expires.
  package let expiresAt: Instant?
  /// What the account is called.
  package let account: String
  /// The name of the user at the provider; nil when that is not known.
  package let handle: String?
  /// The provider's own name for the user; nil when that is not known.
  package let subject: String?

  package init(
    user: String, token: Secret, expiresAt: Instant? = nil, account: String, handle: String? = nil,
    subject: String? = nil
  ) {
    (self.user, self.token, self.expiresAt, self.account, self.handle) = (user, token, expiresAt, account, handle)
    self.subject = subject
  }

  /// The token of an account; throws `configuration.unsupported` for one that is not sent as it is.
  package init(_ stored: StoredCredential, at provider: Provider, named name: String) throws(OAuthError) {
    guard case .oauth2(let tokens) = stored.credential, stored.credential.servesEveryRequest else {
      throw .noPassword(name, at: provider)
    }
    self.init(
      user: provider.apiDialect.gitUser, token: tokens.accessToken, expiresAt: tokens.expiresAt, account: name,
      handle: stored.identity?.handle, subject: stored.account.subject)
  }

  /// Whether a program that asks for a user name means this one.
  package func answers(to user: String?) -> Bool {
    guard let user else { return true }
    return Self.isStandIn(user, self.user)
      || [account, handle, subject].contains { $0?.hasSameBytes(as: user) ?? false }
  }

  /// Whether a user name stands for no user: the one that the provider wants next to a token, or git's own.
  static func isStandIn(_ user: String, _ ofProvider: String) -> Bool {
    user.hasSameBytes(as: ofProvider) || user.hasSameBytes(as: "git")
  }
}

extension TokenLogin {
  /// The members with the token in the clear, for the program that asked the agent.
  package var exposedJSON: JSON {
    [
      "user": .string(user), "token": .string(token.exposedText), "expires_at": JSON(expiresAt?.secondsSinceEpoch),
      "account": .string(account), "handle": JSON(handle),
      "subject": JSON(subject),
    ]
  }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    guard let user = json["user"]?.string, let token = json["token"]?.string, let account = json["account"]?.string
    else { return nil }
    self.init(
      user: user, token: Secret(token),
      expiresAt: json["expires_at"]?.integer.map(Instant.init(secondsSinceEpoch:)), account: account,
      handle: json["handle"]?.string, subject: json["subject"]?.string)
  }
}

extension StoredCredential {
  /// Whether its token can be a password at all: then it is one to choose from.
  package var canLogIn: Bool { credential.servesEveryRequest }

  /// Whether its token may go to a server as a password: wherever its requests may go, and to the servers that see the
  /// provider's tokens anyway.
  ///
  /// GitHub and Bitbucket have git where the token endpoint is, and the API elsewhere. Today's entry can add no such
  /// server: only that of the sign-in counts.
  package func mayLogIn(at origin: Origin, by registration: Registration) -> Bool {
    guard !isSignedOut else { return false }
    let authorization = RequestAuthorization(
      self, registration: registration, clocks: SigningClocks(), servers: SharedServerKnowledge())
    // An issuer names its endpoints itself: its word makes no other server one of its own.
    return authorization.allows(origin)
      || account.provider.isCatalogueName && provider.tokenOrigins.contains(origin)
  }
}

extension OAuthError {
  fileprivate static func noPassword(_ account: String, at provider: Provider) -> OAuthError {
    let isSigned = if case .oauth1 = provider.service { true } else { false }
    return OAuthError(
      .unsupported,
      message: isSigned
        ? "“\(account)” is an account of OAuth 1.0a, which signs each request: it has no token that can be a password."
        : "The token of “\(account)” is bound to a key (DPoP), so it cannot be a password.",
      rule: .rfc(6750, "2.1"),
      remedy: .advice(
        (isSigned ? nil : Remedy.signInUnbound(account))
          ?? "Name another account of that server, whose token is sent as it is."))
  }
}
