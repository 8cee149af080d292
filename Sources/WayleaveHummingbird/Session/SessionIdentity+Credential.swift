import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

extension SessionIdentity {
  /// Who signed in, with the session that the provider's ID token names.
  ///
  /// The token was verified at the sign-in. What an API said later of the user has no session.
  init(_ identity: Identity, credential: Credential?) {
    var claims: JSONWebTokenClaims?
    if case .oauth2(let tokens)? = credential, let token = tokens.idToken {
      claims = (try? JSONWebSignature(compact: token.exposedBytes)).flatMap {
        try? JSONWebTokenClaims(decoding: $0.unverifiedPayload)
      }
    }
    self.init(
      issuer: claims?.issuer ?? identity.issuer.text, subject: claims?.subject ?? identity.subject,
      sessionID: (try? claims?.text("sid")) ?? identity.raw["sid"]?.string)
  }
}
