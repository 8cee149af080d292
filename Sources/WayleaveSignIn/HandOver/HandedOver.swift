public import HTTPTypes
public import WayleaveOAuth1
public import WayleaveOAuth2
public import WayleaveWire

/// What a native app hands over to its backend.
///
/// RFC 9700 §2.3 wants a token to be used only as far as it was meant. Only a code and an Echo cannot be used
/// again by anyone who saw them: prefer these.
public enum HandedOver: Sendable {
  /// A code, which our own client exchanges: the best choice wherever the provider offers it.
  ///
  /// RFC 6749 §4.1.3. The verifier is that of the challenge which this backend, or the app, sent before: RFC 7636 §4.5.
  case code(Secret, verifier: CodeVerifier?, redirectURI: RedirectURI?)
  /// An access token of OAuth 2.
  case accessToken(Secret)
  /// An ID token.
  ///
  /// OpenID Connect Core §2.
  case idToken(Secret)
  /// A token of OAuth 1.0a with its secret.
  ///
  /// RFC 5849 §2.3.
  case tokenAndSecret(TokenCredential)
  /// The header fields of an OAuth Echo: a signed request that only the provider can verify.
  ///
  /// Twitter's "OAuth Echo".
  case echo(HTTPFields)
}

extension HandedOver {
  /// What it is, for a sentence.
  package var words: String {
    switch self {
    case .code: "code"
    case .accessToken: "access token"
    case .idToken: "ID token"
    case .tokenAndSecret: "token with its secret"
    case .echo: "OAuth Echo"
    }
  }
}

extension HandedOver {
  /// Throws `hand_over.refused` for a secret that no provider issues: an empty one, or one that is longer than any.
  package func requireUsable() throws(OAuthError) {
    let secrets: [Secret] =
      switch self {
      case .code(let secret, _, _), .accessToken(let secret), .idToken(let secret): [secret]
      case .tokenAndSecret(let token): [token.token]
      case .echo: []
      }
    guard secrets.allSatisfy({ (1...Self.maximumLength).contains($0.count) }) else {
      throw OAuthError(
        .refusedHandOver, rule: .wayleave("what goes into a request is bounded"),
        expected: "1 to \(Self.maximumLength) bytes", received: .described("\(secrets.map(\.count).max() ?? 0) bytes"),
        remedy: "Nothing was sent. The app must hand over what the provider gave it, as it came.")
    }
  }

  /// The longest secret in bytes.
  private static let maximumLength = 16 * 1024
}
