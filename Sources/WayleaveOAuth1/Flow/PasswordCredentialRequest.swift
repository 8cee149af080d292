import HTTPTypes
public import WayleaveWire

/// Exchanges a user's name and password for token credentials, where a provider has allowed that to an application.
///
/// "xAuth", as Twitter, Instapaper and others described it; the exchange of RFC 5849 §2.3 without temporary credentials.
public struct PasswordCredentialRequest: Sendable, Equatable {
  /// The user's name.
  public var username: String
  /// The user's password.
  public var password: Secret

  /// An exchange.
  public init(username: String, password: Secret) {
    self.username = username
    self.password = password
  }

  /// The request, signed by the consumer alone; the answer is a ``TokenCredentialResponse``.
  public func request(
    to endpoint: Endpoint, as consumer: ConsumerCredential, dialect: OAuth1Dialect = OAuth1Dialect(), stamp: Stamp
  ) throws(OAuthError) -> RequestMessage {
    var form: Form = ["x_auth_mode": "client_auth", "x_auth_username": username]
    form.append("x_auth_password", password)
    return try RequestSigner(consumer: consumer, dialect: dialect)
      .sign(RequestMessage(posting: form, to: endpoint), stamp: stamp)
  }

  /// Reads a request whose signature has been verified; throws `oauth1.missing_parameter` when it is no such exchange.
  public init(reading signed: SignedRequest, of request: RequestMessage) throws(OAuthError) {
    let form = try request.bodyForm
    guard try form.text(of: "x_auth_mode") == "client_auth" else { throw .missingParameter("x_auth_mode=client_auth") }
    guard let username = try form.nonEmptyText(of: "x_auth_username") else {
      throw .missingParameter("x_auth_username")
    }
    guard let password = try form.nonEmptyText(of: "x_auth_password") else {
      throw .missingParameter("x_auth_password")
    }
    self.init(username: username, password: Secret(password))
  }
}

extension OAuthError {
  static func missingParameter(_ name: String) -> OAuthError {
    OAuthError(
      .missingParameter, message: "The request has no “\(name)”.", rule: .rfc(5849, "3.1"),
      remedy: "The client that made the request must send it.")
  }
}
