import CryptoExtras
import WayleaveJOSE
package import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveWire

extension ConsumerCredential {
  /// The registration as OAuth 1.0a has it: the id is the key; the secret or the private key signs, as the method wants.
  ///
  /// Throws `configuration.invalid_client` without the one of them that the method wants.
  package init(_ client: Client, signingBy method: SignatureMethod) throws(OAuthError) {
    guard method.usesPrivateKey else {
      guard let secret = client.secret else { throw .consumerSecretMissing(client) }
      try self.init(key: client.id.text, secret: secret)
      return
    }
    guard let key = try client.key.flatMap(RSAPrivateKey.init) else { throw .consumerKeyMissing(client, method) }
    try self.init(key: client.id.text, privateKey: key)
  }
}

extension RSAPrivateKey {
  /// The RSA key in a JWK; nil when that holds another.
  fileprivate init?(_ key: JSONWebKey) throws(OAuthError) {
    guard case .rsa(let key) = key.material, let privateKey = key.privateKey else { return nil }
    try self.init(pem: Secret(privateKey.pemRepresentation))
  }
}

extension OAuthError {
  fileprivate static func consumerSecretMissing(_ client: Client) -> OAuthError {
    OAuthError(
      .invalidClient,
      message: "The client “\(DisplayText.clean(client.id.text))” has no secret, and its requests are signed with one.",
      rule: .rfc(5849, "3.4.2"), remedy: .giveSecret)
  }

  fileprivate static func consumerKeyMissing(_ client: Client, _ method: SignatureMethod) -> OAuthError {
    OAuthError(
      .invalidClient,
      message:
        "The client “\(DisplayText.clean(client.id.text))” has no RSA private key, which \(method.rawValue) needs.",
      rule: .rfc(5849, "3.4.3"), received: client.key == nil ? .nothing : .described("a key of another kind"),
      remedy: .giveKey)
  }
}
