public import WayleaveWire

/// What a token is asked for: scopes, the APIs, and details.
///
/// RFC 6749 §3.3; RFC 8707 §2; RFC 9396 §6.
public struct RequestedAccess: Sendable, Equatable {
  /// The scopes; empty leaves them to the server.
  public var scopes: [String]
  /// The APIs; empty leaves them to the server.
  public var resources: [ResourceIndicator]
  /// The details; nil for none.
  public var details: AuthorizationDetails?

  /// The parameters that a request of ours may repeat: each names one more API.
  ///
  /// RFC 8707 §2; RFC 8693 §2.1.
  static let repeatable = ["resource", "audience"]

  /// Nothing, unless said.
  public init(
    scopes: [String] = [], resources: [ResourceIndicator] = [], details: AuthorizationDetails? = nil
  ) {
    self.scopes = scopes
    self.resources = resources
    self.details = details
  }

  /// Reads a form, in which `resource` alone may repeat; throws `token.refused` with `invalid_target` or
  /// `invalid_authorization_details`.
  public init(reading form: Form) throws(OAuthError) {
    scopes = try form.nonEmptyText(of: "scope")?.split(separator: " ").map(String.init) ?? []
    resources = []
    for value in form.values(of: "resource") {
      resources.append(try ResourceIndicator(String(decoding: value, as: UTF8.self)))
    }
    details = try form.nonEmptyText(of: "authorization_details").map { text throws(OAuthError) in
      try AuthorizationDetails(decoding: text)
    }
  }

  func append(to form: inout some PairList, dialect: borrowing OAuth2Dialect) {
    if !scopes.isEmpty { form.append("scope", scopes, separator: dialect.scopeSeparator) }
    for resource in resources { form.append("resource", resource.text) }
    if let details { form.append("authorization_details", details.json.encodedText()) }
  }
}

extension Form {
  /// Refuses two of our pairs with one name, except those that may repeat, and an endpoint whose query names one of ours.
  ///
  /// An attacker who edits metadata could choose the client or the redirect URI by such a query. RFC 6749 §3.1.
  func requireDistinctFromQuery(of endpoint: AbsoluteURL) throws(OAuthError) {
    try requireDistinctNames(but: RequestedAccess.repeatable)
    let query = try endpoint.queryForm
    try query.requireDistinctNames()
    for name in RequestedAccess.repeatable where query.contains(name) && contains(name) {
      throw .duplicateParameter(name)
    }
    var whole = query
    whole.append(contentsOf: self)
    try whole.requireDistinctNames(but: RequestedAccess.repeatable)
  }
}
