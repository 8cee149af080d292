public import WayleaveWire

/// Hands an authorization request over directly, so that the user's browser carries only its name.
///
/// RFC 9126 §2.1.
public struct PushedAuthorizationRequest: Sendable, Equatable {
  /// The parameters: plain, or as a request object.
  public let parameters: AuthorizationParameters

  /// A request to push; throws `token.refused` with `invalid_request` for the name of another one.
  ///
  /// RFC 9126 §2.1: "The request_uri authorization request parameter is one exception, and it MUST NOT be provided."
  public init(_ parameters: AuthorizationParameters) throws(OAuthError) {
    switch parameters {
    case .reference: throw .pushedReference()
    case .plain(let form):
      guard !form.contains("request_uri") else { throw .pushedReference() }
    case .object: break
    }
    self.parameters = parameters
  }

  /// Pushes an authorization request as it is.
  public init(_ request: AuthorizationRequest, dialect: OAuth2Dialect = OAuth2Dialect()) throws(OAuthError) {
    try self.init(.plain(request.form(dialect: dialect)))
  }

  /// The request, authenticated as at the token endpoint; throws `configuration.invalid_client` when it names another
  /// client.
  ///
  /// RFC 9126 §2: client authentication is the token endpoint's; `client_id` is among the parameters in any case.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    let form = parameters.form
    guard try form.text(of: "client_id").map(ClientID.init) == client.id else { throw .pushedForAnother() }
    return try client.request(posting: form, to: endpoint, dialect: dialect)
  }

  /// Reads the form of a request; who pushes it, ``ClientCredentials`` says, and it must be the `client_id` inside.
  public init(reading form: Form, from clientID: ClientID) throws(OAuthError) {
    guard try form.text(of: "client_id").map({ ClientID($0) == clientID }) ?? true else { throw .pushedForAnother() }
    var form = form
    let authentication = ["client_secret", "client_assertion", "client_assertion_type"]
    form.fields.removeAll { field in authentication.contains { field.name.elementsEqual($0.utf8) } }
    if !form.contains("client_id") { form.append("client_id", clientID.text) }
    try self.init(AuthorizationParameters(reading: form))
  }
}

extension OAuthError {
  fileprivate static func pushedReference() -> OAuthError {
    OAuthError(
      .tokenRefused, rule: .rfc(9126, "2.1"), expected: "the request itself", received: .described("a request_uri"),
      remedy: "Push the parameters, not the name of another request.",
      refusal: ProviderRefusal(error: "invalid_request"))
  }

  fileprivate static func pushedForAnother() -> OAuthError {
    OAuthError(
      .invalidClient, rule: .rfc(9126, "2"), expected: "the client_id of the client that pushes",
      received: .described("another, or none"), remedy: "Push the request as the client that it names.",
      refusal: ProviderRefusal(error: "invalid_request"))
  }
}
