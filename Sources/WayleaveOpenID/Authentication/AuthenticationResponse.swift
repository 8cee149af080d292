public import WayleaveOAuth2
public import WayleaveWire

/// The answer to an authentication request: a code, and in the hybrid flow an ID token with it, not yet verified.
///
/// OpenID Connect Core §3.1.2.5 and §3.3.2.5.
public struct AuthenticationResponse: Sendable, Equatable {
  /// The code or the refusal, with its state and issuer.
  public let callback: AuthorizationCallback
  /// The ID token that came through the browser; nil unless one was asked for. Its `c_hash` vouches for the code.
  public let idToken: Secret?

  /// An answer to send.
  public init(_ callback: AuthorizationCallback, idToken: Secret? = nil) {
    self.callback = callback
    self.idToken = idToken
  }

  /// Reads the pairs of an answer, however they travelled: of a query, a fragment, a posted form or a JWT.
  ///
  /// Throws what ``WayleaveOAuth2/AuthorizationCallback`` throws, and `sign_in.malformed_callback` when an ID token came
  /// that was not asked for, or did not come though it was.
  public init(reading form: Form, to type: ResponseType) throws(OAuthError) {
    callback = try AuthorizationCallback(reading: form)
    idToken = try form.nonEmptyText(of: "id_token").map { Secret($0) }
    let isExpected =
      switch callback.outcome {
      case .code: type == .codeAndIDToken
      case .refused: false
      }
    guard (idToken != nil) == isExpected else { throw .unexpectedIDToken(isExpected: isExpected) }
  }

  /// Reads the fragment of a callback, where the answer of the hybrid flow is unless another mode was asked for.
  ///
  /// OAuth 2.0 Multiple Response Type Encoding Practices §5. Nothing of it may stand in the query.
  public init(readingFragmentOf url: AbsoluteURL, to type: ResponseType) throws(OAuthError) {
    let query = try Form(decoding: url.query ?? "")
    guard !["code", "error", "id_token", "access_token"].contains(where: query.contains) else {
      throw .answerInTwoPlaces()
    }
    let form = try OAuthError.blamingProvider { () throws(OAuthError) in try Form(decoding: url.fragment ?? "") }
    try self.init(reading: form, to: type)
  }

  /// The pairs of the answer.
  public var form: Form {
    var form = callback.form
    if let idToken { form.append("id_token", idToken) }
    return form
  }

  /// The address to send the user back to, with the answer in the fragment.
  public func fragmentURL(to redirectURI: RedirectURI) throws(OAuthError) -> AbsoluteURL {
    try AbsoluteURL(redirectURI.text + "#" + String(decoding: form.encodedForQuery(), as: UTF8.self))
  }
}

extension OAuthError {
  fileprivate static func unexpectedIDToken(isExpected: Bool) -> OAuthError {
    OAuthError(
      .malformedCallback, rule: .openID("Core", "3.3.2.5"),
      expected: isExpected ? "an ID token with the code" : "no ID token, since none was asked for",
      received: isExpected ? .nothing : .described("one"), remedy: "Nothing was used; the sign-in goes on waiting.")
  }

  fileprivate static func answerInTwoPlaces() -> OAuthError {
    OAuthError(
      .malformedCallback, rule: .openID("Core", "3.3.2.5"), expected: "the answer in the fragment",
      received: .described("a part of one in the query"), remedy: "Nothing was used; the sign-in goes on waiting.")
  }
}
