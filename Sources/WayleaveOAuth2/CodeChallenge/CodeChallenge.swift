import Crypto
public import WayleaveWire

/// What the authorization server is shown of a ``CodeVerifier`` before it is revealed.
///
/// RFC 7636 §4.2. Only S256, unless the entry of a provider says that it knows nothing else: "plain" is the verifier
/// itself, and §7.2 forbids falling back to it.
public struct CodeChallenge: Sendable, Equatable {
  /// The base64url of the verifier's SHA-256, 43 characters, unless the provider's entry has another form.
  public let text: String
  /// How it is made of the verifier.
  package let form: CodeChallengeForm

  /// The name of the method on the wire.
  package static let method = "S256"

  /// The challenge of a verifier.
  public init(of verifier: CodeVerifier) { self.init(of: verifier, form: .s256) }

  /// The challenge of a verifier, in the form that a provider wants.
  package init(of verifier: CodeVerifier, form: CodeChallengeForm) {
    text = form.challenge(of: verifier)
    self.form = form
  }

  /// Reads a challenge that a client sent; throws `configuration.invalid_value` for another method or length.
  ///
  /// A missing method stands for "plain" (RFC 7636 §4.3), which is refused.
  public init(_ text: String, method: String?) throws(OAuthError) {
    try self.init(text, method: method, form: .s256)
  }

  /// Reads a challenge in the form that a provider wants.
  package init(_ text: String, method: String?, form: CodeChallengeForm) throws(OAuthError) {
    guard method == form.method || method == nil && form == .plain, form.isChallenge(text) else {
      throw .unsupportedChallenge(method: method)
    }
    self.text = text
    self.form = form
  }

  /// Whether the verifier is the one that was shown; takes the same time wherever the difference is.
  public func isMet(by verifier: CodeVerifier) -> Bool {
    ConstantTime.equal(text.utf8, CodeChallenge(of: verifier, form: form).text.utf8)
  }
}

extension OAuthError {
  fileprivate static func unsupportedChallenge(method: String?) -> OAuthError {
    OAuthError(
      .invalidValue,
      message:
        "The code challenge method “\(DisplayText.clean(method ?? "plain", limit: 60))” is not accepted: use S256.",
      rule: .rfc(7636, "4.2"), remedy: "Send code_challenge_method=S256 with the SHA-256 of the verifier.")
  }
}
