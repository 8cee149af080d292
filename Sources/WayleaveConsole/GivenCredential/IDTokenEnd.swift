package import WayleaveSignIn
import WayleaveJOSE
package import WayleaveWire

extension StoredCredential {
  /// The ID token for a program that verifies it itself, and when it expires; nil where there is none in the clear.
  ///
  /// It was verified when it was stored. An encrypted one is for us alone.
  package var shownIDToken: (token: Secret, expiresAt: Instant)? {
    guard case .oauth2(let tokens) = credential, let token = tokens.idToken else { return nil }
    let parts = token.exposedText.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64.url.decode(String(parts[1])),
      let end = try? JSONWebTokenClaims(decoding: payload).expiresAt
    else { return nil }
    return (token, end)
  }
}
