import HTTPTypes
public import WayleaveWire

/// Asks the authorization server to forget a token.
///
/// RFC 7009 §2.1.
public struct RevocationRequest: Sendable, Equatable {
  /// The token.
  public var token: Secret
  /// Which kind it is.
  public var kind: Kind
  /// The access token that authorizes the request, where the provider wants that; nil for the token itself.
  package var accessToken: Secret?
  /// What came with the token, of which some providers want a member.
  package var tokenAnswer = JSON.null

  /// The kinds of token, by their names on the wire.
  public enum Kind: String, Sendable {
    /// The refresh token, with which the whole grant goes at most servers.
    case refreshToken = "refresh_token"
    /// The access token.
    case accessToken = "access_token"
  }

  /// A revocation.
  public init(token: Secret, kind: Kind) {
    self.token = token
    self.kind = kind
  }

  /// The request, authenticated as the client, or in the style of the provider.
  ///
  /// `{client_id}` in the endpoint stands for the client's.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    let endpoint = try endpoint.filled { $0 == "client_id" ? client.id.text : nil }
    if let form = dialect.revocationForm {
      return try form.request(self, to: endpoint, as: client, dialect: dialect)
    }
    switch dialect.revocation {
    case .standard, .accessToken: break
    case .post, .delete:
      var request = RequestMessage(dialect.revocation == .post ? .post : .delete, to: endpoint.url)
      try request.authorize(with: token, dialect: dialect, client: client)
      return request
    case .deleteByClient:
      var request = try client.request(.delete, sending: ["access_token": .string(token.exposedText)], to: endpoint)
      try request.appendParameters(of: dialect.api, client: client)
      return request
    }
    var form = Form()
    form.append("token", token)
    if dialect.revocation == .standard { form.append("token_type_hint", kind.rawValue) }
    return try client.request(posting: form, to: endpoint, dialect: dialect)
  }

  /// Reads the form of a request; throws `token.refused` with `invalid_request`.
  ///
  /// The kind is a hint, and an unknown one is none: an access token stands for it, as the less far-reaching guess.
  public init(reading form: Form) throws(OAuthError) {
    guard let text = try form.nonEmptyText(of: "token") else { throw .malformedGrant(expected: "a token") }
    token = Secret(text)
    kind = try form.nonEmptyText(of: "token_type_hint").flatMap { Kind(rawValue: $0) } ?? .accessToken
  }

  /// Checks that an answer confirms the revocation; a token that the server does not know counts as revoked.
  ///
  /// RFC 7009 §2.2.
  public static func confirm(
    _ response: ResponseMessage, dialect: OAuth2Dialect = .common
  ) throws(OAuthError) {
    try response.requireDirectAnswer()
    let isConfirmed = response.status == 200 || response.status == 204
    guard !isConfirmed || !dialect.revokesByForm || dialect.answer.errorPath != nil else { return }
    let answer = TokenAnswer(of: response).reshaped(by: dialect.answer)
    // An API may say no with status 200, as Slack's does.
    guard let refusal = answer.refusal ?? (isConfirmed ? nil : answer.unreadableRefusal(of: response)) else { return }
    // RFC 7009 §2.2: "invalid tokens do not cause an error response". At Google and Twitch they do, with status 400.
    // With 401 it may be the client that is refused, by a gateway.
    let sendsToken = dialect.revokesByForm || dialect.revocationForm != nil
    if sendsToken, response.status == 400, dialect.refusalTable.meaning(of: refusal) == .tokenInvalid { return }
    throw .refused(refusal).worded("The provider refuses to revoke the token: \(refusal.shown).")
  }
}

extension ProviderRefusal {
  /// Its word, or the status where the provider sent no word.
  fileprivate var shown: String {
    error.hasPrefix("http_") ? "status \(error.dropFirst(5))" : "\(OAuthError.Received.text(error))"
  }
}
