public import WayleaveJOSE
public import WayleaveWire

/// The JWT by which a client says who it is, as a server reads it: not yet verified.
///
/// RFC 7523 §2.2; RFC 7521 §4.2.
public struct ClientAssertion: Sendable, Equatable {
  /// The JWT.
  public let jwt: Secret
  /// The client that it claims to come from.
  public let clientID: ClientID
  /// `private_key_jwt`, or `client_secret_jwt` when its algorithm is an HMAC.
  public let method: ClientAuthenticationMethod

  /// The value of `client_assertion_type`.
  package static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// The type that newer clients name in the header.
  package static let mediaType = "client-authentication+jwt"

  /// Reads a JWT; throws `token.client_refused` unless `iss` and `sub` are one client.
  ///
  /// RFC 7523 §3, numbers 1 and 2.
  init(_ jwt: Secret) throws(OAuthError) {
    guard let signature = try? JSONWebSignature(compact: jwt.exposedBytes),
      let claims = try? JSONWebTokenClaims(decoding: signature.unverifiedPayload),
      let subject = claims.subject, !subject.isEmpty, claims.issuer.map(ClientID.init) == ClientID(subject)
    else { throw .unreadableAssertion() }
    self.jwt = jwt
    clientID = ClientID(subject)
    let algorithm = SignatureAlgorithm.allCases.first { $0.rawValue.hasSameBytes(as: signature.header.algorithm) }
    method = algorithm?.isKeyedHash == true ? .secretJWT : .privateKeyJWT
  }

  /// Verifies the JWT by the keys that are registered for the client; throws `token.client_refused`, or what the
  /// signature's check throws.
  ///
  /// `issuer` is this server's; old clients name the token endpoint, which `alternatives` can let pass. An HMAC is
  /// taken only for a client registered with `client_secret_jwt`, by its secret as the one key: so `allowing` is the
  /// caller's. The `jti` is demanded: whether it came before, the caller's store knows.
  public func proof(
    by keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>, to issuer: Issuer,
    alternatives: [String] = [], at now: Instant
  ) throws(OAuthError) -> VerifiedAssertion {
    let check = AssertionCheck(audiences: [issuer.text] + alternatives, now: now, purpose: .client)
    let verified = try VerifiedAssertion(jwt, verifiedBy: keys, allowing: algorithms, check: check)
    _ = try check.text(verified.tokenID, "jti")
    return verified
  }
}

extension OAuthError {
  fileprivate static func unreadableAssertion() -> OAuthError {
    OAuthError(
      .clientRefused, rule: .rfc(7523, "3"), expected: "a JWT with the client id as “iss” and “sub”",
      received: .described("something else"), remedy: "Sign an assertion with the registered key.",
      refusal: ProviderRefusal(error: "invalid_client"))
  }
}
