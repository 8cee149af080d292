import HTTPTypes
import Wayleave
package import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

/// Checks that a request was signed by a consumer whose secrets we know.
///
/// RFC 5849 §3.2.
package struct SignedRequestVerification {
  let client: Client
  let tokenSecret: Secret?
  let publicKey: RSAPublicKey?
  let now: Instant

  package init(client: Client, tokenSecret: Secret?, publicKey: RSAPublicKey?, now: Instant) {
    self.client = client
    self.tokenSecret = tokenSecret
    self.publicKey = publicKey
    self.now = now
  }

  package func verification(of bytes: [UInt8]) -> Verification {
    var verification = Verification(of: "oauth1")
    let request = verification.check("form", .rfc(9112, "2.1")) { () throws(OAuthError) in
      let request = try RequestText(bytes).request
      let header = request.head.headerFields[.authorization] ?? ""
      guard !header.contains("=\"\(Secret.mark)") else { throw .hiddenSignature() }
      return request
    }
    let signed = verification.check("parameters", .rfc(5849, "3.1"), of: request) { (request) throws(OAuthError) in
      try SignedRequest(reading: request)
    }
    verification.checkConsumer(of: signed, client.id)
    _ = verification.check("signature", .rfc(5849, "3.2"), of: signed) { (signed) throws(OAuthError) in
      try verify(signed)
    }
    verification.checkTimestamp(of: signed, at: now)
    verification.add("nonce", .rfc(5849, "3.3"), .notAsked)
    guard let signed else { return verification }
    verification.facts = [
      ("signature_method", signed.signatureMethod.rawValue), ("base_string", Self.shown(signed.baseString)),
    ]
    return verification
  }

  /// The text that must have been signed; in xAuth a password is part of it.
  private static func shown(_ baseString: SignatureBaseString) -> String {
    let text = baseString.description
    guard let name = text.firstRange(of: "x_auth_password%3D") else { return text }
    let end = text[name.upperBound...].firstRange(of: "%26")?.lowerBound ?? text.endIndex
    return text[..<name.upperBound] + "…" + text[end...]
  }

  /// A token secret may be empty, so only a signature that does not match shows that one is missing.
  private func verify(_ signed: SignedRequest) throws(OAuthError) {
    do throws(OAuthError) { try signed.verify(with: try key(for: signed.signatureMethod)) } catch {
      let needsSecret = tokenSecret == nil && !signed.signatureMethod.usesPrivateKey && signed.token?.isEmpty == false
      throw error.code == .signatureMismatch && needsSecret ? .tokenSecretMissing() : error
    }
  }

  private func key(for method: SignatureMethod) throws(OAuthError) -> SignatureKey {
    if method.usesPrivateKey, let publicKey { return try SignatureKey(method, publicKey: publicKey) }
    let consumer = try ConsumerCredential(client, signingBy: method)
    if let privateKey = consumer.privateKey { return try SignatureKey(method, publicKey: privateKey.publicKey) }
    return try SignatureKey(method, consumerSecret: consumer.secret, tokenSecret: tokenSecret)
  }
}

extension Verification {
  /// RFC 5849 §3.1: the consumer key is ours.
  mutating func checkConsumer(of signed: SignedRequest?, _ id: ClientID) {
    _ = check("consumer", .rfc(5849, "3.1"), of: signed) { (signed) throws(OAuthError) in
      guard ClientID(signed.consumerKey) == id else { throw .foreignConsumer(signed.consumerKey, expected: id) }
    }
  }

  /// RFC 5849 §3.3: the request was signed less than five minutes ago or ahead.
  mutating func checkTimestamp(of signed: SignedRequest?, at now: Instant) {
    guard signed == nil || signed?.stamp != nil else { return add("timestamp", .rfc(5849, "3.3"), .notAsked) }
    _ = check("timestamp", .rfc(5849, "3.3"), of: signed) { (signed) throws(OAuthError) in
      try NonceHistory().requireNew(signed, at: now)
    }
  }
}

extension OAuthError {
  fileprivate static func tokenSecretMissing() -> OAuthError {
    OAuthError(
      .signatureMismatch, message: "The request has an “oauth_token”, and you gave no token secret.",
      rule: .rfc(5849, "3.4.2"), received: .nothing,
      remedy: "Give it with --token-secret-file FILE; `wayleave token --json` prints it as oauth_token_secret.")
  }

  fileprivate static func hiddenSignature() -> OAuthError {
    OAuthError(
      .malformedSignedRequest, message: "The request shows its token and its signature only by their fingerprint.",
      rule: .rfc(5849, "3.5.1"), remedy: "Print all of it with `wayleave request --dry-run --show-credential`.")
  }

  fileprivate static func foreignConsumer(_ key: String, expected: ClientID) -> OAuthError {
    OAuthError(
      .foreignEcho,
      message:
        "The request was signed by another app: its consumer key is “\(DisplayText.clean(key))”, not “\(DisplayText.clean(expected.text))”.",
      rule: .rfc(5849, "3.1"), remedy: "Another app signed it, or the client is not the one you mean.")
  }
}
