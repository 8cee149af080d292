public import WayleaveWire

/// Tokens that a browser brings back in the fragment: for providers that give them no other way.
///
/// RFC 6749 §4.2.2, which RFC 9700 §2.1.2 takes back. Off unless ``OAuth2Dialect/legacyGrants`` names it. An access token that
/// comes with an ID token is used only when the ID token's `at_hash` is verified to be the token's.
public struct ImplicitResponse: Sendable, Equatable {
  /// What the server says.
  public enum Outcome: Sendable, Equatable {
    /// The user allowed it.
    case tokens(TokenResponse)
    /// The user or the server refused.
    case refused(ProviderRefusal)
  }

  /// What the server says.
  public let outcome: Outcome
  /// The state that came back; nil when there was none.
  public let state: Secret?
  /// The issuer that the server says it is; nil when it does not say.
  ///
  /// RFC 9207 §2.
  public let issuer: Issuer?

  /// An answer to send.
  public init(_ outcome: Outcome, state: Secret?, issuer: Issuer? = nil) {
    self.outcome = outcome
    self.state = state
    self.issuer = issuer
  }

  /// Reads the fragment of a callback; throws `configuration.unsupported` where the provider's entry does not allow it,
  /// `sign_in.malformed_callback`, `wire.duplicate_parameter`, or as ``TokenResponse`` does.
  ///
  /// Refused: tokens or a code in the query, a code in the fragment, both a token and an error, neither, a refresh token
  /// (RFC 6749 §4.2.2: "MUST NOT issue a refresh token").
  public init(reading url: AbsoluteURL, dialect: OAuth2Dialect) throws(OAuthError) {
    try LegacyGrant.implicit.require(in: dialect)
    let query = try Form(decoding: url.query ?? "")
    for name in ["access_token", "code"] where query.contains(name) {
      throw .malformedImplicit("no \(name) in the query")
    }
    let form = try Form(decoding: url.fragment ?? "")
    try form.requireDistinctNames(but: AuthorizationCallback.forPeople)
    guard !form.contains("code"), !form.contains("refresh_token") else {
      throw .malformedImplicit("neither a code nor a refresh token in the fragment")
    }
    switch (form.contains("access_token"), try form.nonEmptyText(of: "error")) {
    case (true, nil): outcome = .tokens(try TokenResponse(implicit: form, dialect: dialect))
    case (false, let error?): outcome = .refused(form.refusal(named: error))
    default: throw .malformedImplicit("either a token or an error")
    }
    state = try form.nonEmptyText(of: "state").map { Secret($0) }
    issuer = try form.nonEmptyText(of: "iss").map(Issuer.init)
  }

  /// The refusal in the fragment of a callback, such as the user's no; nil where something else is there.
  ///
  /// Some providers answer there though a code was asked for.
  package static func refusal(inFragmentOf url: AbsoluteURL) -> ProviderRefusal? {
    guard let form = try? Form(decoding: url.fragment ?? ""), !form.contains("access_token"), !form.contains("code")
    else { return nil }
    return (try? form.nonEmptyText(of: "error")).flatMap { $0 }.map { form.refusal(named: $0) }
  }

  /// The address to send the user back to, as a provider of this dialect writes it.
  public func url(to redirectURI: RedirectURI, dialect: OAuth2Dialect = .common) -> Secret {
    var form = Form()
    switch outcome {
    case .tokens(let tokens):
      form.append("access_token", tokens.accessToken)
      if dialect.answer.defaultTokenType == nil { form.append("token_type", tokens.tokenType) }
      if let seconds = tokens.expiresIn { form.append("expires_in", String(seconds)) }
      if let scopes = tokens.scopes {
        form.append("scope", scopes.joined(separator: dialect.answer.scopeSeparator ?? dialect.scopeSeparator))
      }
      if let idToken = tokens.idToken { form.append("id_token", idToken) }
    case .refused(let refusal):
      form.append("error", refusal.error)
      if let description = refusal.description { form.append("error_description", description) }
    }
    if let state { form.append("state", state) }
    if let issuer { form.append("iss", issuer.text) }
    return Secret(redirectURI.text + "#" + String(decoding: form.encodedForQuery(), as: UTF8.self))
  }
}

extension TokenResponse {
  /// Reads tokens from a fragment, in which every value is a text.
  fileprivate init(implicit form: Form, dialect: OAuth2Dialect) throws(OAuthError) {
    var members = JSON.Object()
    for field in form.fields {
      let name = String(decoding: field.name, as: UTF8.self)
      guard !["state", "iss"].contains(name), let text = try form.text(of: name) else { continue }
      members[name] = .string(text)
    }
    try self.init(JSON.LazyObject(members), dialect: dialect, accepting: [.bearer])
    tolerated.removeAll { $0 == .textualExpiry }
  }
}

extension OAuthError {
  fileprivate static func malformedImplicit(_ expected: String) -> OAuthError {
    OAuthError(
      .malformedCallback, rule: .rfc(6749, "4.2.2"), expected: expected, received: .described("something else"),
      remedy: "Nothing was used. Begin the sign-in again; if this repeats, tell the provider.")
  }
}
