import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

extension SessionIdentity {
  /// Who signed in, with the session that the provider's ID token names.
  ///
  /// The token was verified at the sign-in, but for a provider without keys: that one sends no logout tokens either, so
  /// nothing ends by what it names. What an API said later of the user has no session.
  init(_ identity: Identity, credential: Credential?) {
    let claims = credential.flatMap(Self.claims(of:))
    self.init(
      issuer: claims?.issuer ?? identity.issuer.text, subject: claims?.subject ?? identity.subject,
      sessionID: (try? claims?.text("sid")) ?? identity.raw["sid"]?.string,
      account: Identity(issuer: identity.issuer, subject: identity.subject))
  }

  /// When the provider issued the ID token of a sign-in; nil where there is none.
  static func issuedAt(_ credential: Credential) -> Instant? { claims(of: credential)?.issuedAt }

  private static func claims(of credential: Credential) -> JSONWebTokenClaims? {
    guard case .oauth2(let tokens) = credential, let token = tokens.idToken,
      let signature = try? JSONWebSignature(compact: token.exposedBytes)
    else { return nil }
    return try? JSONWebTokenClaims(decoding: signature.unverifiedPayload)
  }
}
