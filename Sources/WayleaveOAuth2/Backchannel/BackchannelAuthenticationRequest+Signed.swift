import WayleaveJOSE
public import WayleaveWire

/// The same request as one JWT that the client's key has signed.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §7.1.1.
extension BackchannelAuthenticationRequest {
  /// The request, signed and authenticated as the client; `id` distinguishes two that say the same.
  ///
  /// Nothing of it stands outside the JWT, but for what authenticates the client. A server verifies it
  /// as a ``SignedBackchannelRequest``. Throws `configuration.invalid_client` for a client without a
  /// key.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect(), signedFor issuer: Issuer,
    id: String,
    at now: Instant
  ) throws(OAuthError) -> RequestMessage {
    guard let key = client.signingKey, let algorithm = SignatureAlgorithm(goingWith: key.known) else {
      throw .unsignable()
    }
    var parameters = try form(as: client, dialect: dialect)
    parameters.append("client_id", client.id.text)
    let object = try RequestObject(parameters).sign(for: issuer, id: id, at: now, with: key, by: algorithm)
    var form = Form()
    form.append("request", object)
    return try client.request(posting: form, to: endpoint, dialect: dialect)
  }
}

extension OAuthError {
  fileprivate static func unsignable() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The client has no private key to sign the request with.",
      rule: .openID("CIBA", "7.1.1"),
      remedy: "Register a key at the provider and give it to the client, or ask unsigned.")
  }
}
