public import WayleaveJOSE
public import WayleaveWire

/// A signed request, verified to be of its client, for this server and good now.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §7.1.1. Unlike a ``RequestObject`` it need not hold a
/// `client_id`, and must say when it was made, from when to when it is good, and how it is called.
public struct SignedBackchannelRequest: Sendable, Equatable {
  /// What is asked.
  public let request: BackchannelAuthenticationRequest
  /// How it is called: a server takes it once.
  public let tokenID: String
  /// When it is no longer good.
  public let expiresAt: Instant

  /// Verifies what a client sent as `request`; throws `request_object.malformed`, `request_object.foreign`,
  /// `request_object.expired`, or what the check of the signature or the reading of the parameters throws.
  public init(
    verifying text: Secret, verifiedBy keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>,
    from clientID: ClientID, to issuer: Issuer, at now: Instant, tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    let signature = try JSONWebSignature(compact: text.exposedBytes)
    let claims = try JSONWebTokenClaims(decoding: signature.payload(verifiedBy: keys, allowing: algorithms))
    guard claims.issuer.map(ClientID.init) == clientID,
      try claims.text("client_id").map({ ClientID($0) == clientID }) ?? true
    else { throw .foreignRequestObject("the client as “iss”", claims.issuer, "4") }
    guard claims.audience.contains(where: { Issuer($0) == issuer }) else {
      throw .foreignRequestObject("this server in “aud”", claims.audience.first, "4")
    }
    guard let tokenID = claims.tokenID, let expiresAt = claims.expiresAt, let issuedAt = claims.issuedAt,
      let notBefore = claims.notBefore
    else { throw .malformedRequestObject("“exp”, “iat”, “nbf” and “jti”", "4") }
    guard now < expiresAt + tolerance, issuedAt <= now + tolerance, notBefore <= now + tolerance else {
      throw .expiredRequestObject()
    }
    request = try BackchannelAuthenticationRequest(reading: RequestObjectClaims.parameters(in: claims.members))
    self.tokenID = tokenID
    self.expiresAt = expiresAt
  }
}
