public import HTTPTypes
public import WayleaveWire

/// Where an access token travels in a request to the API.
///
/// RFC 6750 §2. The body and the query are for providers that take it no other way.
public enum TokenPlacement: Sendable, Equatable {
  /// In the `Authorization` header.
  case header
  /// In the form that is the body, under this name.
  ///
  /// RFC 6750 §2.2.
  case form(String)
  /// In the query under this name.
  case query(String)
}

extension Message where Head == HTTPRequest {
  /// Puts an access token, and what else the provider wants with every call, on a request to its API.
  ///
  /// Throws `wire.duplicate_parameter` when the request carries a token already: RFC 6750 §2, "Clients MUST NOT use
  /// more than one method".
  public mutating func authorize(with token: Secret, dialect: borrowing OAuth2Dialect) throws(OAuthError) {
    guard !head.headerFields.contains(.authorization) else { throw .secondAuthorization() }
    switch dialect.tokenPlacement {
    case .header: try setHeader(.authorization, to: token.exposedText(after: "Bearer "))
    case .form(let name): try appendToBody(name, token)
    case .query(let name):
      guard try !Form(decoding: query ?? "").contains(name) else { throw .secondAuthorization() }
      var added = Form()
      added.append(name, token)
      appendQuery(added)
    }
    try appendParameters(of: dialect)
  }

  /// Adds what the provider wants with every call, where the caller says nothing else; throws for a malformed query.
  package mutating func appendParameters(of dialect: borrowing OAuth2Dialect) throws(OAuthError) {
    guard !dialect.apiParameters.isEmpty else { return }
    let query = try Form(decoding: query ?? "")
    var added = Form()
    for (name, value) in dialect.apiParameters.sorted(by: { $0.key < $1.key }) where !query.contains(name) {
      added.append(name, value)
    }
    appendQuery(added)
  }

  /// RFC 6750 §2.2: only in a form, of a method for which a body means something: "the "GET" method MUST NOT be used".
  private mutating func appendToBody(_ name: String, _ token: Secret) throws(OAuthError) {
    let isForm = head.headerFields[.contentType].map(ContentType.essence) == ContentType.form
    guard isForm, head.method != .get, head.method != .head else { throw .noFormForToken() }
    var form = try bodyForm
    guard !form.contains(name) else { throw .secondAuthorization() }
    form.append(name, token)
    body = form.encoded()
  }
}

extension OAuthError {
  fileprivate static func noFormForToken() -> OAuthError {
    OAuthError(
      .unsupported, message: "This API takes the token only in a form, and the body of the request is not one.",
      rule: .rfc(6750, "2.2"), expected: "a request whose body is a form",
      received: .described("another"), remedy: "Send the request as a form.")
  }

  static func secondAuthorization() -> OAuthError {
    OAuthError(
      .duplicateParameter, message: "The request already has a token of its own.",
      rule: .rfc(6750, "2"), expected: "a request without a token of its own",
      received: .described("one that has"), remedy: "Leave the token out of the request: it is added.")
  }
}
