import WayleaveOAuth2
import WayleaveWire

/// A token request whose client and key are verified.
struct TollgateTokenRequest {
  let client: TollgateClient
  let form: Form
  let proof: DPoPProof?
  /// The certificate that tokens are to be bound to; nil when they are not.
  let certificate: CertificateThumbprint?

  /// What the tokens are to be bound to.
  var confirmation: TokenConfirmation? {
    guard proof != nil || certificate != nil else { return nil }
    return TokenConfirmation(keyThumbprint: proof?.keyThumbprint, certificate: certificate)
  }
}
