public import WayleaveJOSE
import WayleaveOAuth2
public import WayleaveWire

extension AuthenticationResponse {
  /// Verifies the ID token that came with the code, and by it the code and the state; nil when none was asked for.
  ///
  /// OpenID Connect Core §3.3.2.10 to §3.3.2.12: `c_hash` is required, and `s_hash` is checked where there is one; give
  /// the state among the requirements where it must be there, as the Financial-grade API has it. Nothing of the answer
  /// is to be used before this. The ID token of the token endpoint must then be of the same issuer and subject
  /// (§3.3.3.6).
  public func idToken(
    verifiedBy keys: JSONWebKeySet, meeting requirements: IDTokenRequirements, decryption: TokenDecryption? = nil,
    at now: Instant
  ) throws(OAuthError) -> IDToken? {
    guard let idToken, case .code(let code) = callback.outcome else { return nil }
    var requirements = requirements
    requirements.isFromBrowser = true
    requirements.code = code
    let token = try IDToken(idToken, verifiedBy: keys, meeting: requirements, decryption: decryption, at: now)
    guard token.claims["s_hash"] != nil, requirements.state == nil else { return token }
    // What the token says of the state can be looked at only once the token is verified.
    requirements.state = callback.state ?? Secret("")
    return try IDToken(idToken, verifiedBy: keys, meeting: requirements, decryption: decryption, at: now)
  }
}
