import Crypto
public import HTTPTypes
public import WayleaveWire

extension Message where Head == HTTPRequest {
  /// Puts an access token, and what else the provider wants with every call, on a request to its API.
  ///
  /// Throws `wire.duplicate_parameter` when the request carries a token already: RFC 6750 §2, "Clients MUST NOT use
  /// more than one method".
  /// `client` is the one that the token is for: some providers want its id, or a proof of its secret, with each call.
  public mutating func authorize(
    with token: Secret, dialect: borrowing OAuth2Dialect, client: Client? = nil
  ) throws(OAuthError) {
    guard !head.headerFields.contains(.authorization) else { throw .secondAuthorization() }
    switch dialect.api.tokenPlacement {
    case .header:
      let scheme = dialect.api.scheme
      try setHeader(
        .authorization, to: scheme == "Bearer" ? token.exposedText(after: "Bearer ") : "\(scheme) \(token.exposedText)")
    case .form(let name): try appendToBody(name, token)
    case .query(let name):
      guard try !Form(decoding: query ?? "").contains(name) else { throw .secondAuthorization() }
      var added = Form()
      added.append(name, token)
      appendQuery(added)
    case .field(let name):
      guard HTTPField.Name(name).map({ !head.headerFields.contains($0) }) ?? true else { throw .secondAuthorization() }
      try setHeader(named: name, to: token.exposedText)
    }
    try appendParameters(of: dialect.api, client: client)
    switch dialect.api.adapter {
    case nil: break
    case .appSecretProof: appendAppSecretProof(of: token, client: client)
    }
  }

  /// Adds what the provider wants with every call, where the caller says nothing else; throws for a malformed query.
  package mutating func appendParameters(of api: borrowing APIDialect, client: Client? = nil) throws(OAuthError) {
    guard !api.parameters.isEmpty || !api.headers.isEmpty else { return }
    for (name, value) in api.headers.sorted(by: { $0.key < $1.key }) {
      guard HTTPField.Name(name).map({ !head.headerFields.contains($0) }) ?? true else { continue }
      try setHeader(named: name, to: client?.filling(value) ?? value)
    }
    let query = try Form(decoding: query ?? "")
    var added = Form()
    for (name, value) in api.parameters.sorted(by: { $0.key < $1.key }) where !query.contains(name) {
      added.append(name, try client?.filling(value) ?? value)
    }
    appendQuery(added)
  }

  /// Sets header fields of an entry, with the client's values in their places.
  package mutating func setHeaders(_ headers: [String: String], of client: Client?) throws(OAuthError) {
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      try setHeader(named: name, to: client?.filling(value) ?? value)
    }
  }

  /// Facebook's `appsecret_proof`: a token that was stolen from an app is of no use without the client secret.
  private mutating func appendAppSecretProof(of token: Secret, client: Client?) {
    guard let secret = client?.secret, query?.contains("appsecret_proof=") != true else { return }
    let code = HMAC<SHA256>.authenticationCode(
      for: token.exposedBytes, using: SymmetricKey(data: secret.exposedBytes))
    appendQuery(["appsecret_proof": code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()])
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
      rule: .rfc(6750, "2.2"), remedy: "Send the request as a form.")
  }

  static func secondAuthorization() -> OAuthError {
    OAuthError(
      .duplicateParameter, message: "The request already has a token of its own.", rule: .rfc(6750, "2"),
      remedy: "Leave the token out of the request: it is added.")
  }
}
