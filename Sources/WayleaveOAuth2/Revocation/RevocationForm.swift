import HTTPTypes
package import WayleaveWire

/// How a token is given back where it is another request than that of RFC 7009 §2.1.
package struct RevocationForm: Sendable, Equatable {
  /// How the parameters travel.
  package var format = TokenRequestFormat.form
  /// The parameter in which the token goes; empty where the request does not have it.
  package var tokenParameter = "token"
  /// Whether the client authenticates, as at the token endpoint.
  package var authenticates = true
  /// Pairs to add; `{client_id}` stands for the client's, and `{token.NAME}` for a member of the token answer.
  package var parameters: [String: String] = [:]
  /// Header fields to add; `{client_id}` and `{client_secret}` stand for the client's.
  package var headers: [String: String] = [:]
  /// Whether it takes refresh tokens too.
  package var takesRefreshTokens = false

  /// The usual request, with access tokens alone.
  package init() {}

  /// Whether only the token itself authorizes the request.
  package var isAuthorizedByToken: Bool { !authenticates && !needsSecret }

  /// Whether a client without a secret cannot make the request.
  package var needsSecret: Bool { ClientValue.named(in: Array(headers.values)).contains(.secret) }

  /// The request; throws `configuration.invalid_client` where the client lacks what it has to show, and
  /// `configuration.unsupported` where the token answer lacked what it has to name.
  func request(
    for token: Secret, of answer: JSON, to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect
  ) throws(OAuthError) -> RequestMessage {
    var form = Form()
    if !tokenParameter.isEmpty { form.append(tokenParameter, token) }
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      form.append(name, try Self.filled(value, as: client, of: answer))
    }
    var dialect = dialect
    dialect.request.format = format
    var request =
      authenticates
      ? try client.request(posting: form, to: endpoint, dialect: dialect)
      : try RequestMessage(form, to: endpoint, dialect: dialect)
    try request.setHeaders(headers, of: client)
    return request
  }

  private static func filled(_ text: String, as client: Client, of answer: JSON) throws(OAuthError) -> String {
    var filled = ""
    for piece in TextTemplate(text).pieces {
      switch piece {
      case .text(let part): filled += part
      case .place("client_id"): filled += client.id.text
      case .place(let name):
        let path = name.hasPrefix("token.") ? String(name.dropFirst("token.".count)) : String(name)
        guard let value = answer.value(at: path)?.string else { throw .unknownMember(path) }
        filled += value
      }
    }
    return filled
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
