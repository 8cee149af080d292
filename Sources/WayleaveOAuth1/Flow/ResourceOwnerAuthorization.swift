public import WayleaveWire

/// Sends the user to the provider to allow or deny.
///
/// RFC 5849 §2.2.
public struct ResourceOwnerAuthorizationRequest: Sendable, Equatable {
  /// The temporary token.
  public var token: Secret
  /// Further pairs, such as `force_login` or `perms`.
  public var additional: Form

  /// A request for the user's word on a temporary credential.
  public init(token: Secret, additional: Form = Form()) {
    self.token = token
    self.additional = additional
  }

  /// The address to show to the user; throws `configuration.invalid_value` when the dialect wants a consumer key or a
  /// callback there and none is given.
  public func url(
    at endpoint: Endpoint, dialect: OAuth1Dialect = OAuth1Dialect(), consumerKey: String? = nil,
    callback: AbsoluteURL? = nil
  ) throws(OAuthError) -> AbsoluteURL {
    var form = Form()
    form.append("oauth_token", token)
    form.append(contentsOf: additional)
    for (name, value) in dialect.authorizationParameters.sorted(by: { $0.key < $1.key }) {
      let meant =
        switch value {
        case "{consumer_key}": consumerKey
        case "{callback}": callback?.text
        default: value
        }
      guard let meant else { throw .nothingToPutInto(name, value) }
      form.append(name, meant)
    }
    return try AbsoluteURL(endpoint.url.text(adding: form))
  }

  /// Reads the query of a request that a user's browser sent; throws `oauth1.missing_parameter` without a token.
  public init(reading request: RequestMessage) throws(OAuthError) {
    let form = try Form(decoding: request.query ?? "")
    guard let token = try form.nonEmptyText(of: "oauth_token") else { throw .missingParameter("oauth_token") }
    self.token = Secret(token)
    additional = form
    additional.fields.removeAll { $0.name.elementsEqual("oauth_token".utf8) }
  }
}

/// What the user's browser brings back.
///
/// RFC 5849 §2.2; a refusal comes as `denied=TOKEN` from Twitter, and not at all from some.
public enum ResourceOwnerAuthorizationCallback: Sendable, Equatable {
  /// The user allowed it; the verifier is nil where a provider sends none.
  case granted(token: Secret, verifier: Secret?)
  /// The user denied it.
  case denied(token: Secret)

  /// Reads a callback; throws `sign_in.malformed_callback` when it is neither, and `sign_in.refused` when it has an error.
  ///
  /// A token next to an error is never taken for consent, also where a provider sends no verifier.
  public init(reading url: AbsoluteURL) throws(OAuthError) {
    try self.init(reading: OAuthError.blamingProvider { () throws(OAuthError) in try url.queryForm })
  }

  /// Reads the pairs of a callback.
  package init(reading form: Form) throws(OAuthError) {
    let (token, verifier, denied) = try OAuthError.blamingProvider { () throws(OAuthError) in
      (
        try form.nonEmptyText(of: "oauth_token"), try form.nonEmptyText(of: "oauth_verifier"),
        try form.nonEmptyText(of: "denied")
      )
    }
    switch (token, denied) {
    case (let token?, _?) where verifier == nil: self = .denied(token: Secret(token))
    case (let token?, nil):
      if let refusal = form.refusal { throw .refused(refusal) }
      guard (token + (verifier ?? "")).utf8.allSatisfy(\.isVisibleCharacter) else { throw .malformedCallback() }
      self = .granted(token: Secret(token), verifier: verifier.map { Secret($0) })
    case (nil, let token?): self = .denied(token: Secret(token))
    default: throw .malformedCallback()
    }
  }

  /// The temporary token that the callback is about.
  public var token: Secret {
    switch self {
    case .granted(let token, _), .denied(let token): token
    }
  }

  /// The address to send the user back to.
  public func url(to callback: AbsoluteURL) -> String {
    var form = Form()
    switch self {
    case .granted(let token, let verifier):
      form.append("oauth_token", token)
      if let verifier { form.append("oauth_verifier", verifier) }
    case .denied(let token): form.append("denied", token)
    }
    return callback.text(adding: form)
  }
}

extension Form {
  /// What a callback refuses: OAuth Problem Reporting draft 1, and the words of OAuth 2.
  fileprivate var refusal: ProviderRefusal? {
    let blotter = SecretBlotter(of: self)
    let shown = { (name: String) in
      values(of: name).first.flatMap { $0.isEmpty ? nil : blotter.cleaned(DisplayText.clean($0)) }
    }
    if let problem = shown("oauth_problem") {
      return ProviderRefusal(error: problem, description: shown("oauth_problem_advice"), shape: .problem)
    }
    guard let word = shown("error") ?? shown("error_code") ?? shown("error_reason") else { return nil }
    return ProviderRefusal(error: word, description: shown("error_description") ?? shown("error_message"))
  }
}

extension OAuthError {
  fileprivate static func refused(_ refusal: ProviderRefusal) -> OAuthError {
    OAuthError(
      .authorizationRefused, message: "The provider refuses the sign-in: \(Received.text(refusal.error)).",
      rule: .rfc(5849, "2.2"),
      remedy: Remedy(for: refusal) ?? "See what the provider says, and begin the sign-in again.", refusal: refusal)
  }

  fileprivate static func nothingToPutInto(_ name: String, _ value: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a provider's authorization parameters are filled in"),
      expected: "what “\(DisplayText.clean(name, limit: 60))” stands for", received: .text(value),
      remedy: "Give consumer key and callback with the request for authorization.")
  }

  fileprivate static func malformedCallback() -> OAuthError {
    OAuthError(
      .malformedCallback, rule: .rfc(5849, "2.2"), expected: "oauth_token, or denied, with a token in it",
      received: .described("neither, or both"), remedy: "Nothing was used. Begin the sign-in again.")
  }
}
