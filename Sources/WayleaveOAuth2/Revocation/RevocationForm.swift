import HTTPTypes
import WayleaveWire

/// How a token is given back where it is another request than that of RFC 7009 §2.1.
package struct RevocationForm: Sendable, Equatable {
  /// How the parameters travel.
  package var format = TokenRequestFormat.form
  /// The parameter in which the token goes; empty where the request does not have it.
  package var tokenParameter = "token"
  /// What authorizes the request.
  package var authorization = Authorization.client
  /// Pairs to add; `{client_id}` stands for the client's, and `{token.NAME}` for a member of the token answer.
  package var parameters: [String: String] = [:]
  /// Header fields to add; `{client_id}` and `{client_secret}` stand for the client's.
  package var headers: [String: String] = [:]
  /// Whether it takes refresh tokens too; then `token_type_hint` says which one it is.
  package var takesRefreshTokens = false

  /// What authorizes a revocation.
  package enum Authorization: String, Sendable, CaseIterable {
    /// The client, which authenticates as at the token endpoint.
    case client
    /// The access token, which travels as to the API.
    case token
    /// Nothing but the token that is given back.
    case nothing = "none"
  }

  /// The usual request, with access tokens alone.
  package init() {}

  /// Whether only the token itself authorizes the request.
  package var isAuthorizedByToken: Bool { authorization != .client && !needsSecret }

  /// Whether an access token has to be good for it.
  package var needsValidToken: Bool {
    authorization == .token || !takesRefreshTokens && !tokenParameter.isEmpty
  }

  /// Whether a client without a secret cannot make the request.
  package var needsSecret: Bool { ClientValue.named(in: Array(headers.values)).contains(.secret) }

  /// The paths of what the request names of the token answer.
  package var answerMembers: [String] {
    parameters.values.sorted().flatMap { TextTemplate($0).places }.compactMap { place in
      place.hasPrefix("token.") ? String(place.dropFirst("token.".count)) : nil
    }
  }

  /// The request; throws `configuration.invalid_client` where the client lacks what it has to show, and
  /// `configuration.unsupported` where the token answer lacked what it has to name.
  func request(
    _ revocation: RevocationRequest, to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect
  ) throws(OAuthError) -> RequestMessage {
    var form = Form()
    if !tokenParameter.isEmpty { form.append(tokenParameter, revocation.token) }
    if takesRefreshTokens { form.append("token_type_hint", revocation.kind.rawValue) }
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      form.append(name, try Self.filled(value, as: client, of: revocation.tokenAnswer))
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
