import HTTPTypes
public import WayleaveJOSE
public import WayleaveWire

/// What a server says about a token.
///
/// RFC 7662 §2.2.
public enum IntrospectionResponse: Sendable, Equatable {
  /// Nothing; whatever else came was not looked at.
  case inactive
  /// This; issuer, audience and time are for ``AccessTokenClaims/verify(from:to:at:tolerance:)``.
  case active(AccessTokenClaims)

  /// The content type of a signed answer, and its type in the header.
  ///
  /// RFC 9701 §5.
  package static let signedContentType = "application/token-introspection+jwt"

  /// Reads an answer in the clear; throws `answer.unexpected`, or as ``TokenResponse`` does for a refusal.
  public init(reading response: ResponseMessage) throws(OAuthError) {
    try self.init(Self.members(in: response))
  }

  /// The members of an answer that says whether a token is active; throws for any other, as ``init(reading:)`` does.
  package static func members(in response: ResponseMessage) throws(OAuthError) -> JSON.Object {
    let members = try EndpointAnswer(response, rule: .rfc(7662, "2.2")).members
    guard members["active"]?.bool != nil else { throw .withoutActive() }
    return members
  }

  /// Reads a signed answer from this issuer to us; throws `answer.unexpected` for one in the clear,
  /// `access_token.malformed`, `access_token.issuer`, `access_token.audience`, or what the signature's check throws.
  ///
  /// RFC 9701 §5.
  public init(
    reading response: ResponseMessage, verifiedBy keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>,
    from issuer: Issuer, to clientID: ClientID, at now: Instant, tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    try response.requireDirectAnswer()
    guard response.status == 200, response.contentType == Self.signedContentType else {
      let answer = TokenAnswer(of: response)
      throw answer.refusal.map { .refused($0) } ?? .unexpectedEndpointAnswer("a signed JWT", .rfc(9701, "5"))
    }
    self = try OAuthError.blamingProvider { () throws(OAuthError) in
      let claims = try Self.claims(of: response.body, verifiedBy: keys, allowing: algorithms)
      try claims.signed.verify(from: issuer, to: clientID.text, at: now, tolerance: tolerance)
      return try Self(claims.about)
    }
  }

  /// What the answer says about itself, verified by its signature, and what it says about the token.
  private static func claims(
    of body: [UInt8], verifiedBy keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>
  ) throws(OAuthError) -> (signed: AccessTokenClaims, about: JSON.Object) {
    let signature = try JSONWebSignature(compact: body)
    guard signature.header.isType(signedContentType) else {
      throw .accessTokenRefused(.malformedAccessToken, "“typ” token-introspection+jwt")
    }
    let payload = try signature.payload(verifiedBy: keys, allowing: algorithms)
    let claims = try AccessTokenClaims(JSONWebTokenClaims(decoding: payload).members)
    guard claims.issuer != nil, claims.members["aud"] != nil, claims.issuedAt != nil,
      let members = claims.members["token_introspection"]?.object
    else {
      throw .accessTokenRefused(.malformedAccessToken, "“iss”, “aud”, “iat” and “token_introspection”")
    }
    return (claims, members)
  }

  /// Reads members; throws for one of an active token that cannot be used.
  package init(_ members: JSON.Object) throws(OAuthError) {
    guard let isActive = members["active"]?.bool else { throw .withoutActive() }
    var claims = members
    claims["active"] = nil
    self = isActive ? .active(try AccessTokenClaims(claims)) : .inactive
  }

  /// Until when the answer may be cached: no longer than the token is good, and a minute at most.
  ///
  /// RFC 7662 §4: what is cached does not see the token being revoked.
  public func keepable(from now: Instant, for time: Duration = .seconds(60)) -> Instant {
    guard case .active(let claims) = self, let expiresAt = claims.expiresAt else { return now + time }
    return min(expiresAt, now + time)
  }

  /// The answer on the wire; of an inactive token it says nothing more.
  ///
  /// RFC 7662 §2.2: "the authorization server SHOULD NOT include any additional information".
  public func response() -> ResponseMessage {
    var response = ResponseMessage(.ok, json: .object(members))
    response.head.headerFields[.cacheControl] = "no-store"
    return response
  }

  /// The answer on the wire, signed for the API that asked.
  public func response(
    from issuer: Issuer, to clientID: ClientID, at now: Instant, with key: JSONWebKey, by algorithm: SignatureAlgorithm
  ) throws(OAuthError) -> ResponseMessage {
    let claims: JSON = [
      "iss": .string(issuer.text), "aud": .string(clientID.text), "iat": JSON(now.secondsSinceEpoch),
      "token_introspection": .object(members),
    ]
    let jwt = try JSONWebSignature.sign(
      claims.encoded(), type: "token-introspection+jwt", with: key, algorithm: algorithm)
    var response = ResponseMessage(HTTPResponse(status: .ok), body: jwt.exposedBytes)
    response.head.headerFields[.contentType] = Self.signedContentType
    response.head.headerFields[.cacheControl] = "no-store"
    return response
  }

  private var members: JSON.Object {
    var members = JSON.Object()
    guard case .active(let claims) = self else {
      members["active"] = false
      return members
    }
    members["active"] = true
    for member in claims.members.members { members[member.name] = member.value }
    return members
  }
}

extension OAuthError {
  fileprivate static func withoutActive() -> OAuthError {
    unexpectedEndpointAnswer("“active”", .rfc(7662, "2.2"), member: "active")
  }
}
