/// How a provider's token requests depart from RFC 6749 §4.1.3.
public struct TokenRequestDialect: Sendable, Equatable {
  /// How a client with a secret authenticates unless it says otherwise itself.
  public var clientAuthentication = ClientAuthenticationMethod.basic
  /// The audience of client assertions, where a server wants another audience than its issuer, such as its token endpoint.
  public var assertionAudience: String?
  /// How the parameters travel.
  public var format = TokenRequestFormat.form
  /// Pairs to add to each request for tokens.
  public var parameters: [String: String] = [:]
  /// Header fields to add to each request of the client.
  public var headers: [String: String] = [:]

  /// The common way.
  public init() {}
}

/// How the parameters of a token request travel.
public enum TokenRequestFormat: String, Sendable, CaseIterable {
  /// As the form that is the body of a POST: RFC 6749 §4.1.3.
  case form
  /// As a JSON object in the body of a POST.
  case json
  /// In the query of a POST without a body.
  case query
  /// In the query of a GET.
  case get
}
