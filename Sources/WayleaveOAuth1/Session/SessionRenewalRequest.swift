import HTTPTypes
public import WayleaveWire

/// Renews a token that has run out, without the user, by the handle that came with it.
///
/// OAuth Session 1.0 Draft 1, as Yahoo and Xero had it: the exchange of RFC 5849 §2.3 with the old token in place of
/// temporary credentials.
public struct SessionRenewalRequest: Sendable {
  /// The credential that has run out.
  public let credential: TokenCredential
  /// What the provider gave to renew it by.
  public let handle: Secret

  /// A renewal; throws `credential.sign_in_needed` when the credential came without a handle.
  public init(_ credential: TokenCredential) throws(OAuthError) {
    guard let handle = credential.sessionHandle else {
      throw OAuthError(
        .signInNeeded, message: "The token has ended, and the provider gave nothing to renew it with.",
        rule: .wayleave("a token is renewed by its session handle"), expected: "oauth_session_handle",
        remedy: "Sign in again.")
    }
    self.credential = credential
    self.handle = handle
  }

  /// The request, signed with the old token's secret; the answer is a ``TokenCredentialResponse``.
  public func request(
    to endpoint: Endpoint, as consumer: ConsumerCredential, dialect: OAuth1Dialect = OAuth1Dialect(), stamp: Stamp
  ) throws(OAuthError) -> RequestMessage {
    var additional = Form()
    additional.append("oauth_session_handle", handle)
    return try RequestSigner(consumer: consumer, token: credential, dialect: dialect)
      .sign(RequestMessage(posting: Form(), to: endpoint), additional: additional, stamp: stamp)
  }

  /// The handle of a request whose signature has been verified; nil when it is no renewal.
  public static func handle(in signed: SignedRequest) throws(OAuthError) -> Secret? {
    try signed.parameters.nonEmptyText(of: "oauth_session_handle").map { Secret($0) }
  }
}

extension TokenCredential {
  /// What renews the token; nil when the provider gave nothing of the kind.
  ///
  /// OAuth Session 1.0 Draft 1.
  public var sessionHandle: Secret? {
    additional.fields.first { $0.name.elementsEqual("oauth_session_handle".utf8) && !$0.value.isEmpty }
      .map { Secret($0.value) }
  }

  /// For how many seconds from its issue the token is good; nil when the provider did not say.
  ///
  /// `oauth_expires_in`, or the older `oauth_token_duration`.
  public var lifetime: Int64? { seconds("oauth_expires_in") ?? seconds("oauth_token_duration") }

  /// For how many seconds from its issue the handle is good; nil when the provider did not say, or it does not run out.
  public var sessionLifetime: Int64? { seconds("oauth_authorization_expires_in") }

  /// When the token ends; nil when the provider did not say.
  public var expiresAt: Instant? { issuedAt.flatMap { issuedAt in lifetime.map { issuedAt + $0 } } }

  /// When the handle ends; nil when the provider did not say, or it does not run out.
  public var sessionEndsAt: Instant? { issuedAt.flatMap { issuedAt in sessionLifetime.map { issuedAt + $0 } } }

  private func seconds(_ name: String) -> Int64? {
    guard let text = try? additional.nonEmptyText(of: name), text.utf8.allSatisfy(\.isDigit) else { return nil }
    // "0" stands for a token that never runs out.
    return Int64(text).flatMap { $0 > 0 ? $0 : nil }
  }
}
