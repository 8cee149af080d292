import WayleaveWire

extension RevocationForm {
  /// The request; throws `configuration.invalid_client` where the client lacks what it has to show, and
  /// `configuration.unsupported` where the token answer lacked what it has to name.
  func request(
    _ revocation: RevocationRequest, to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect
  ) throws(OAuthError) -> RequestMessage {
    var form = Form()
    if !tokenParameter.isEmpty { form.append(tokenParameter, revocation.token) }
    if takesRefreshTokens { form.append("token_type_hint", revocation.kind.rawValue) }
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      form.append(name, try client.filling(value, or: revocation.member))
    }
    var dialect = dialect
    dialect.request.format = format
    var request =
      authorization == .client
      ? try client.request(posting: form, to: endpoint, dialect: dialect)
      : try RequestMessage(form, to: endpoint, dialect: dialect)
    if authorization == .token {
      try request.authorize(with: revocation.accessToken ?? revocation.token, dialect: dialect, client: client)
    }
    try request.setHeaders(headers, of: client)
    return request
  }
}

extension RevocationRequest {
  /// The member of the token answer in whose place `name` is, such as `token.user_id`.
  fileprivate func member(_ name: Substring) throws(OAuthError) -> String {
    let path = name.hasPrefix("token.") ? String(name.dropFirst("token.".count)) : String(name)
    guard let value = tokenAnswer.value(at: path)?.string else { throw .unknownMember(path) }
    return value
  }
}

extension OAuthError {
  fileprivate static func unknownMember(_ path: String) -> OAuthError {
    OAuthError(
      .unsupported,
      message:
        "The sign-out has to name “\(DisplayText.clean(path, limit: 60))”, which the token answer did not have.",
      rule: .wayleave("an entry says how a token is given back"),
      remedy: "Remove the app's access on the provider's page for your account.")
  }
}
