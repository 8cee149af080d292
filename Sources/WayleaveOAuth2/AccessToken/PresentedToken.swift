import HTTPTypes
public import WayleaveWire

/// The token that a request to an API shows, as the API reads it: nothing of it is verified.
///
/// RFC 6750 §2.1; RFC 9449 §7.1.
public struct PresentedToken: Sendable, Equatable {
  /// The token.
  public let token: Secret
  /// Whether it comes alone or with a proof.
  public let type: TokenType

  /// Reads a request; nil when it shows no token at all.
  ///
  /// Throws `access_token.malformed` for a token in the query or the body, in addition to the header or alone: "Clients MUST NOT
  /// use more than one method" (RFC 6750 §2), and here there is one.
  public init?(reading request: RequestMessage) throws(OAuthError) {
    guard !Self.hasToken((request.query ?? "").utf8), !request.hasForm || !Self.hasToken(request.body) else {
      throw .tokenOutsideHeader()
    }
    let fields = request.head.headerFields[values: .authorization]
    guard fields.count <= 1 else { throw .tokenOutsideHeader() }
    guard var field = fields.first else { return nil }
    let scheme = field.utf8.prefix { $0 != UInt8(ascii: " ") }
    guard let type = TokenType(String(decoding: scheme, as: UTF8.self)), type != .notApplicable else { return nil }
    let start = scheme.count + 1
    let token = field.withUTF8 { Array($0.dropFirst(start)) }
    guard !token.isEmpty, token.allSatisfy({ (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) }) else {
      throw .tokenOutsideHeader()
    }
    self.token = Secret(token)
    self.type = type
  }

  /// Whether one of the encoded pairs is a token. Another one whose escapes are wrong is the API's business.
  private static func hasToken(_ pairs: some Collection<UInt8>) -> Bool {
    pairs.split(separator: UInt8(ascii: "&")).contains { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      if name.elementsEqual("access_token".utf8) { return true }
      // Each of its bytes can be escaped.
      guard name.count <= 3 * "access_token".utf8.count, name.contains(UInt8(ascii: "%")) else { return false }
      return (try? Form(decoding: name))?.contains("access_token") == true
    }
  }

  /// Verifies that the token came as what it is bound to demands; throws `access_token.binding`, or what the proof's check
  /// throws.
  ///
  /// RFC 9449 §7.1: a bound token that comes as Bearer is refused, and so is a DPoP scheme with a token that is not bound.
  public func verify(
    _ claims: AccessTokenClaims, in request: RequestMessage, certificate: CertificateThumbprint? = nil,
    nonces: Set<String>? = nil, at now: Instant
  ) throws(OAuthError) -> DPoPProof? {
    try verify(
      claims, in: request, reachedAt: request.url.map { [$0] } ?? [], certificate: certificate, nonces: nonces, at: now)
  }

  /// The same for a request that reached the API at one of these addresses, whatever the request says of it.
  package func verify(
    _ claims: AccessTokenClaims, in request: RequestMessage, reachedAt addresses: [String],
    certificate: CertificateThumbprint?, nonces: Set<String>?, at now: Instant
  ) throws(OAuthError) -> DPoPProof? {
    let isBoundToKey = claims.confirmation?.keyThumbprint != nil
    guard isBoundToKey == (type == .dpop) else { throw .otherScheme() }
    let proof = isBoundToKey ? try DPoPProof(reading: request) : nil
    try proof?.verify(
      for: request.head.method, at: addresses, token: token, nonces: nonces, now: now)
    try claims.confirmation?.verify(proof: proof, certificate: certificate)
    return proof
  }
}

extension OAuthError {
  fileprivate static func tokenOutsideHeader() -> OAuthError {
    OAuthError(
      .malformedAccessToken, rule: .rfc(6750, "2.1"), expected: "one token, in the Authorization header",
      received: .described("another place, another shape, or several"), remedy: "Send the token in the header alone.",
      refusal: ProviderRefusal(error: "invalid_request"))
  }

  fileprivate static func otherScheme() -> OAuthError {
    OAuthError(
      .bindingMismatch, rule: .rfc(9449, "7.1"), expected: "the scheme that belongs to the token: DPoP for a bound one",
      received: .described("the other"), remedy: "Send a bound token with its proof, and no other token so.",
      refusal: ProviderRefusal(error: "invalid_token"))
  }
}
