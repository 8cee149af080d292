public import WayleaveWire

/// Asks for tokens in exchange for an authorization code.
///
/// RFC 6749 §4.1.3; the verifier is RFC 7636 §4.5.
public struct AuthorizationCodeGrant: Sendable, Equatable {
  /// The code, used once.
  public var code: Secret
  /// The verifier of the challenge that went before; nil only where a provider refuses PKCE.
  public var verifier: CodeVerifier?
  /// The redirect URI of the authorization request, the same to the byte.
  public var redirectURI: RedirectURI?
  /// The APIs to narrow the token to; empty for what was granted.
  ///
  /// RFC 8707 §2.2.
  public var resources: [ResourceIndicator]
  /// What the provider wants repeated of the callback, by ``AuthorizationDialect/tokenCallbackMembers``.
  package var repeated = Form()

  /// An exchange.
  public init(code: Secret, verifier: CodeVerifier?, redirectURI: RedirectURI?, resources: [ResourceIndicator] = []) {
    self.code = code
    self.verifier = verifier
    self.redirectURI = redirectURI
    self.resources = resources
  }

  /// The request, authenticated as the client.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: borrowing OAuth2Dialect = .common
  ) throws(OAuthError) -> RequestMessage {
    var form = Form()
    form.append("grant_type", Self.grantType)
    form.append("code", code)
    if let redirectURI { form.append("redirect_uri", redirectURI.text) }
    if let verifier { form.append("code_verifier", verifier.secret) }
    RequestedAccess(resources: resources).append(to: &form, dialect: dialect)
    form.append(contentsOf: repeated)
    return try client.request(granting: form, to: endpoint, dialect: dialect)
  }

  /// Reads the form of a token request; throws `token.refused` with `invalid_request`.
  public init(reading form: Form) throws(OAuthError) {
    guard try form.text(of: "grant_type") == Self.grantType, let code = try form.nonEmptyText(of: "code") else {
      throw .malformedGrant(expected: "grant_type=authorization_code and a code")
    }
    self.code = Secret(code)
    verifier = try form.nonEmptyText(of: "code_verifier").map { (text) throws(OAuthError) in
      try CodeVerifier(Secret(text))
    }
    redirectURI = try form.nonEmptyText(of: "redirect_uri").map { (text) throws(OAuthError) in try RedirectURI(text) }
    resources = try RequestedAccess(reading: form).resources
  }

  /// Whether the verifier answers the challenge that the authorization request had: what a server must see first.
  ///
  /// RFC 7636 §4.6. Neither is good without the other: RFC 9700 §4.8.2 has a verifier refused where no challenge was
  /// sent, since an attacker took the challenge out of the request.
  public func isVerified(for challenge: CodeChallenge?) -> Bool {
    switch (challenge, verifier) {
    case (nil, nil): true
    case (let challenge?, let verifier?): challenge.isMet(by: verifier)
    default: false
    }
  }

  /// The name of the grant on the wire.
  package static let grantType = "authorization_code"
}

extension OAuthError {
  static func malformedGrant(expected: String) -> OAuthError {
    OAuthError(
      .tokenRefused, rule: .rfc(6749, "5.2"), expected: expected, received: .described("something else"),
      remedy: "Send the parameters that the grant names.", refusal: ProviderRefusal(error: "invalid_request"))
  }
}
