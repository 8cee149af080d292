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

  /// The one parameter that a request may repeat.
  ///
  /// RFC 8707 §2.
  static let repeatable = "resource"

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
    for value in form.values(of: Self.repeatable) {
      resources.append(try ResourceIndicator(String(decoding: value, as: UTF8.self)))
    }
    details = try form.nonEmptyText(of: "authorization_details").map { text throws(OAuthError) in
      try AuthorizationDetails(decoding: text)
    }
  }

  func append(to form: inout Form, dialect: Dialect) {
    if !scopes.isEmpty { form.append("scope", scopes, separator: dialect.scopeSeparator) }
    for resource in resources { form.append(Self.repeatable, resource.text) }
    if let details { form.append("authorization_details", details.json.encodedText()) }
  }
}
