import WayleaveJOSE
import WayleaveOAuth2
package import WayleaveWire

/// What a refreshed ID token must have in common with the one of the sign-in.
///
/// OpenID Connect Core §12.2.
public struct EarlierIDToken: Sendable, Equatable {
  let issuer: Issuer?
  let subject: String?
  let audience: [String]
  let authorizedParty: JSON?
  private(set) var authenticationTime: JSON?
  let nonce: JSON?

  /// The token of the sign-in.
  public init(_ token: IDToken) {
    self.init(token.claims)
  }

  /// A token that was verified before it was stored; it is not verified again, since its time has passed.
  package init(kept text: Secret) throws(OAuthError) {
    let signature = try JSONWebSignature(compact: text.exposedBytes)
    self.init(try JSONWebTokenClaims(decoding: signature.unverifiedPayload, textDates: true))
  }

  /// The same without the time of the sign-in.
  package var withoutAuthenticationTime: EarlierIDToken {
    var earlier = self
    earlier.authenticationTime = nil
    return earlier
  }

  private init(_ claims: JSONWebTokenClaims) {
    issuer = claims.issuer.map(Issuer.init)
    subject = claims.subject
    audience = claims.audience
    authorizedParty = claims["azp"]
    authenticationTime = claims["auth_time"]
    nonce = claims["nonce"]
  }
}
