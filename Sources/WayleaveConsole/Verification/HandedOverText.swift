import HTTPTypes
import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

/// What an app handed over, as text in a file or on standard input.
package struct HandedOverText {
  /// What the text is.
  package enum Kind: String, Sendable, CaseIterable {
    case code
    case accessToken = "access-token"
    case idToken = "id-token"
    case tokenAndSecret = "token-and-secret"
    case echo
  }

  let kind: Kind
  let verifier: CodeVerifier?
  let redirectURI: RedirectURI?

  /// A text of a kind; verifier and redirect URI belong to a code.
  package init(_ kind: Kind, verifier: CodeVerifier? = nil, redirectURI: RedirectURI? = nil) {
    self.kind = kind
    self.verifier = verifier
    self.redirectURI = redirectURI
  }

  /// Reads the text; throws `configuration.invalid_value`, and `oauth1.malformed_request` for an Echo that is none.
  package func handedOver(in bytes: [UInt8]) throws(OAuthError) -> HandedOver {
    switch kind {
    case .code: .code(try word(in: bytes), verifier: verifier, redirectURI: redirectURI)
    case .accessToken: .accessToken(try word(in: bytes))
    case .idToken: .idToken(try word(in: bytes))
    case .tokenAndSecret: .tokenAndSecret(try tokenAndSecret(in: bytes))
    case .echo: .echo(try EchoVerification.request(in: bytes).head.headerFields)
    }
  }

  private func word(in bytes: [UInt8]) throws(OAuthError) -> Secret {
    let words = bytes.split { $0 <= 0x20 }
    guard words.count == 1, let word = words.first else { throw .unreadable("one word") }
    return Secret(Array(word))
  }

  /// As a provider sends them: a form, with `oauth_token` and `oauth_token_secret`.
  private func tokenAndSecret(in bytes: [UInt8]) throws(OAuthError) -> TokenCredential {
    let form = try Form(decoding: bytes.filter { $0 > 0x20 })
    guard let token = try form.nonEmptySecret(of: "oauth_token"),
      let secret = try form.secret(of: "oauth_token_secret")
    else { throw .unreadable("oauth_token=TOKEN&oauth_token_secret=SECRET") }
    return TokenCredential(token: token, secret: secret)
  }
}

extension OAuthError {
  fileprivate static func unreadable(_ expected: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The input is not what was said: it has to be \(expected).",
      rule: .wayleave("what an app hands over is given as text"), remedy: "Give it by a file or standard input.")
  }
}
