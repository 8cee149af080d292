public import WayleaveWire

/// Sends the user to the authorization server, to come back with a code.
///
/// RFC 6749 §4.1.1; the challenge is RFC 7636 §4.3.
public struct AuthorizationRequest: Sendable, Equatable {
  /// The client id.
  public var clientID: String
  /// Where the user comes back to.
  public var redirectURI: RedirectURI
  /// What is asked for, in the client's words.
  public var scopes: [String]
  /// What binds the callback to this request.
  public var state: Secret?
  /// What binds the code to this client instance; nil only for providers that refuse it.
  public var codeChallenge: CodeChallenge?
  /// Further pairs, such as `nonce`; none of them may be one of ours.
  public var additional: Form

  /// A request for a code.
  public init(
    clientID: String, redirectURI: RedirectURI, scopes: [String] = [], state: Secret?, codeChallenge: CodeChallenge?,
    additional: Form = Form()
  ) {
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.state = state
    self.codeChallenge = codeChallenge
    self.additional = additional
  }

  /// The address to show to the user.
  ///
  /// Throws `wire.duplicate_parameter` when the endpoint's own query or an additional pair names one of ours: an
  /// attacker who edits metadata could choose the client or the redirect URI.
  public func url(at endpoint: Endpoint, dialect: Dialect = Dialect()) throws(OAuthError) -> AbsoluteURL {
    var form: Form = ["response_type": "code", "client_id": clientID, "redirect_uri": redirectURI.text]
    if !scopes.isEmpty { form.append("scope", scopes.joined(separator: dialect.scopeSeparator)) }
    if let state { form.append("state", state) }
    if let codeChallenge {
      form.append("code_challenge", codeChallenge.text)
      form.append("code_challenge_method", CodeChallenge.method)
    }
    for (name, value) in dialect.authorizationParameters.sorted(by: { $0.key < $1.key }) { form.append(name, value) }
    form.fields += additional.fields
    let url = try AbsoluteURL(endpoint.url.text(adding: form))
    let whole = try Form(decoding: url.query ?? "")
    for field in whole.fields { _ = try whole.text(of: String(decoding: field.name, as: UTF8.self)) }
    return url
  }

  /// Reads the query of a request that a user's browser sent.
  ///
  /// Throws `configuration.invalid_redirect_uri`, `wire.duplicate_parameter` or `configuration.invalid_value`; the last
  /// also for a response type other than `code`. Whether client and redirect URI are registered is the server's to say.
  public init(reading request: RequestMessage) throws(OAuthError) {
    let form = try Form(decoding: request.query ?? "")
    for field in form.fields { _ = try form.text(of: String(decoding: field.name, as: UTF8.self)) }
    guard let clientID = try form.nonEmptyText(of: "client_id") else {
      throw .authorizationParameterMissing("client_id")
    }
    guard let redirectURI = try form.nonEmptyText(of: "redirect_uri") else {
      throw .authorizationParameterMissing("redirect_uri")
    }
    guard try form.text(of: "response_type") == "code" else {
      throw .authorizationParameterMissing("response_type=code")
    }
    let challenge = try form.nonEmptyText(of: "code_challenge")
    self.clientID = clientID
    self.redirectURI = try RedirectURI(redirectURI)
    scopes = try form.nonEmptyText(of: "scope")?.split(separator: " ").map(String.init) ?? []
    state = try form.nonEmptyText(of: "state").map { Secret($0) }
    codeChallenge = try challenge.map { (text) throws(OAuthError) in
      try CodeChallenge(text, method: try form.text(of: "code_challenge_method"))
    }
    additional = form
    additional.fields.removeAll { field in Self.ownNames.contains { field.name.elementsEqual($0.utf8) } }
  }

  private static let ownNames = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method",
  ]
}

extension OAuthError {
  fileprivate static func authorizationParameterMissing(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .rfc(6749, "4.1.1"), expected: "“\(name)” in the authorization request",
      received: .described("none, or another"),
      remedy: "Begin the sign-in again in the app; if this repeats, it is the app's fault.")
  }
}
