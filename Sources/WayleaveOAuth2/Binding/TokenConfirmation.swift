public import WayleaveWire

/// What must be shown together with a token.
///
/// RFC 7800 §3.1, `cnf`; RFC 9449 §6; RFC 8705 §3.1.
public struct TokenConfirmation: Sendable, Equatable {
  /// The thumbprint of the key that the caller must hold; nil for none.
  public let keyThumbprint: String?
  /// The certificate that the connection must show; nil for none.
  public let certificate: CertificateThumbprint?

  /// A binding to a key, to a certificate, or to both.
  public init(keyThumbprint: String? = nil, certificate: CertificateThumbprint? = nil) {
    self.keyThumbprint = keyThumbprint
    self.certificate = certificate
  }

  /// Reads the claim; throws `access_token.binding` for one that names nothing we can check.
  ///
  /// A token that is bound by means unknown to us is not an unbound one.
  public init(_ json: JSON) throws(OAuthError) {
    let key = json["jkt"]?.string
    let certificate = json["x5t#S256"]?.string.flatMap { CertificateThumbprint($0) }
    guard key.map({ Base64.url.decode($0)?.count == 32 }) ?? (json["jkt"] == nil),
      (certificate == nil) == (json["x5t#S256"] == nil), key != nil || certificate != nil
    else { throw .unknownBinding() }
    self.init(keyThumbprint: key, certificate: certificate)
  }

  /// The claim as JSON.
  public var json: JSON {
    var members = JSON.Object()
    if let keyThumbprint { members["jkt"] = .string(keyThumbprint) }
    if let certificate { members["x5t#S256"] = .string(certificate.text) }
    return .object(members)
  }

  /// Verifies that what was shown is what the token is bound to; throws `access_token.binding`.
  ///
  /// The proof itself is verified by ``DPoPProof/verify(for:token:nonces:at:tolerance:)``.
  public func verify(proof: DPoPProof?, certificate shown: CertificateThumbprint?) throws(OAuthError) {
    if let keyThumbprint {
      guard let proof, ConstantTime.equal(proof.keyThumbprint.utf8, keyThumbprint.utf8) else {
        throw .unverifiedBinding("a proof of the key that the token is bound to")
      }
    }
    if let certificate {
      guard shown == certificate else { throw .unverifiedBinding("the certificate that the token is bound to") }
    }
  }
}

extension OAuthError {
  fileprivate static func unknownBinding() -> OAuthError {
    OAuthError(
      .bindingMismatch,
      message: "The token is bound by means that are not known here: its “cnf” has no usable “jkt” or “x5t#S256”.",
      rule: .rfc(7800, "3.1"), remedy: "Send the token to an API that knows how it is bound.",
      refusal: ProviderRefusal(error: "invalid_token"), member: "cnf")
  }

  fileprivate static func unverifiedBinding(_ expected: String) -> OAuthError {
    OAuthError(
      .bindingMismatch, rule: .rfc(7800, "3.1"), expected: expected, received: .described("another, or none"),
      remedy: "Send the token with the key or the certificate for which it was issued.",
      refusal: ProviderRefusal(error: "invalid_token"))
  }
}
