public import WayleaveJOSE
public import WayleaveOAuth2
import WayleaveWire

/// What UserInfo must be when it comes signed: its issuer and its audience.
///
/// OpenID Connect Core §5.3.2.
public struct SignedUserInfo: Sendable {
  let keys: JSONWebKeySet
  let algorithms: Set<SignatureAlgorithm>
  let issuer: Issuer
  let clientID: ClientID
  let decryption: TokenDecryption?
  let dialect: IDTokenDialect

  /// Signed by one of these keys with an allowed algorithm, by this issuer for this client; without a dialect it is the
  /// one that is known for the issuer.
  public init(
    keys: JSONWebKeySet, algorithms: Set<SignatureAlgorithm> = [.rs256], issuer: Issuer, clientID: ClientID,
    decryption: TokenDecryption? = nil, dialect: IDTokenDialect? = nil
  ) {
    self.keys = keys
    self.algorithms = algorithms
    self.issuer = issuer
    self.clientID = clientID
    self.decryption = decryption
    self.dialect = dialect ?? IDTokenDialect(of: issuer)
  }

  /// The claims of a signed answer; throws what JOSE throws, `id_token.issuer` and `id_token.audience`.
  ///
  /// "the UserInfo Response SHOULD contain the Claims iss … and aud …": where it has them, they are held against.
  func claims(of body: [UInt8]) throws(OAuthError) -> JSON.Object {
    let signature = try JSONWebSignature(compact: body, decryption: decryption)
    let payload = try signature.payload(verifiedBy: keys, allowing: algorithms)
    let claims = try JSONWebTokenClaims(decoding: payload)
    // RFC 8725 §3.11: what says that it is something else is.
    guard signature.header.type == nil || signature.header.isType("JWT") else {
      throw .otherUserInfo(.idTokenType, "UserInfo", signature.header.type)
    }
    if let named = claims.issuer, dialect.issuer(of: claims, for: issuer) == nil {
      throw .otherUserInfo(.idTokenIssuer, "the issuer “\(DisplayText.clean(issuer.text))”", named)
    }
    if let first = claims.audience.first, !claims.audience.contains(where: { ClientID($0) == clientID }) {
      throw .otherUserInfo(.idTokenAudience, "the client “\(DisplayText.clean(clientID.text))”", first)
    }
    return claims.members
  }
}

extension OAuthError {
  fileprivate static func otherUserInfo(_ code: Code, _ expected: String, _ received: String?) -> OAuthError {
    OAuthError(
      code, rule: .openID("Core", "5.3.2"), expected: expected, received: .text(received),
      remedy: "Nothing in it was used: it was signed for another purpose.")
  }
}
