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
}
