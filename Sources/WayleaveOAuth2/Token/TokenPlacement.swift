public import HTTPTypes
public import WayleaveWire

/// Where an access token travels in a request to the API.
///
/// RFC 6750 §2. The query is for providers that take it no other way.
public enum TokenPlacement: Sendable, Equatable {
  /// In the `Authorization` header.
  case header
  /// In the query under this name.
  case query(String)
}

extension Message where Head == HTTPRequest {
  /// Puts an access token, and what else the provider wants with every call, on a request to its API.
  ///
  /// Throws `wire.duplicate_parameter` when the request carries a token already: RFC 6750 §2, "Clients MUST NOT use
  /// more than one method".
  public mutating func authorize(with token: Secret, dialect: Dialect) throws(OAuthError) {
    guard head.headerFields[.authorization] == nil else { throw .secondAuthorization() }
    let query = try Form(decoding: query ?? "")
    var added = Form()
    switch dialect.tokenPlacement {
    case .header: try setHeader(.authorization, to: "Bearer \(token.exposedText)")
    case .query(let name):
      guard !query.contains(name) else { throw .secondAuthorization() }
      added.append(name, token)
    }
    for (name, value) in dialect.apiParameters.sorted(by: { $0.key < $1.key }) where !query.contains(name) {
      added.append(name, value)
    }
    appendQuery(added)
  }
}

extension OAuthError {
  static func secondAuthorization() -> OAuthError {
    OAuthError(
      .duplicateParameter, rule: .rfc(6750, "2"), expected: "a request without a token of its own",
      received: .described("one that has"), remedy: "Leave the token out of the request: it is added.")
  }
}
