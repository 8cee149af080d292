import Crypto
public import HTTPTypes
import WayleaveJOSE
public import WayleaveWire

extension Message where Head == HTTPRequest {
  /// Puts a proof of the key on the request, in place of any that is there: each request, and each retry, has its own.
  ///
  /// RFC 9449 §4.1 and §4.2. With a token, the token goes along as `Authorization: DPoP` (§7.1), and the proof is for
  /// that token. Throws `wire.duplicate_parameter` when the request carries another token already.
  public mutating func prove(
    _ key: DPoPKey, token: Secret? = nil, nonce: String? = nil, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) {
    guard let url, let address = DPoPProof.address(of: url) else { throw .unprovableRequest() }
    var claims = JSONObjectWriter()
    // "at least 96 bits of pseudorandom data": RFC 9449 §4.2.
    claims.append("jti", RandomText.base64URL(bytes: 16, using: &random))
    claims.append("htm", head.method.rawValue)
    claims.append("htu", address)
    claims.append("iat", now.secondsSinceEpoch)
    if let token { claims.append("ath", DPoPProof.hash(of: token)) }
    if let nonce { claims.append("nonce", nonce) }
    let proof = try key.signer.sign(claims.encoded())
    if let token { try authorize(withBound: token) }
    // Base64url and points can stand in a header, and the shorter of the two ways to see that is enough.
    head.headerFields[fields: .dpop] = [HTTPField(name: .dpop, lenientValue: proof)]
  }

  private mutating func authorize(withBound token: Secret) throws(OAuthError) {
    let value = "DPoP \(token.exposedText)"
    // On a retry the same token is there already; another one, or one as Bearer, is a mistake: RFC 9449 §7.1.
    guard head.headerFields[.authorization].map({ $0.hasSameBytes(as: value) }) ?? true else {
      throw .secondAuthorization()
    }
    try setHeader(.authorization, to: value)
  }
}

extension HTTPField.Name {
  /// RFC 9449 §4.1. The names are tokens, so that the second ones never stand.
  static let dpop = HTTPField.Name("DPoP") ?? .expect
  /// RFC 9449 §8.1.
  package static let dpopNonce = HTTPField.Name("DPoP-Nonce") ?? .expect
}

extension OAuthError {
  fileprivate static func unprovableRequest() -> OAuthError {
    OAuthError(
      .malformedProof, rule: .rfc(9449, "4.2"), expected: "a request to an http or https URL", received: .nothing,
      remedy: "Give the request its whole address.")
  }
}
