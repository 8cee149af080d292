public import WayleaveWire

/// How a provider replaces a token that ends, where RFC 6749 §6 is not its way.
public struct RefreshDialect: Sendable, Equatable {
  /// Where refresh tokens are sent; nil for the token endpoint.
  public var endpoint: Endpoint?
  /// Pairs to add to the request.
  public var parameters: [String: String] = [:]
  /// Whether a refresh token comes when the user allows the app for the first time, and at no later sign-in.
  ///
  /// A sign-in that brings none, and no scope that is new, then goes on with the one that is stored.
  public var isGivenOnce = false
  /// How the access token itself brings the next one; nil where a refresh token does.
  public var exchange: AccessTokenExchange?
  /// How the first access token is exchanged for one that lives longer, right after the sign-in; nil for none.
  public var upgrade: AccessTokenExchange?

  /// The common way.
  public init() {}

  /// The endpoints that see refresh tokens, in addition to the token endpoint.
  package var endpoints: [Endpoint] { [endpoint, exchange?.endpoint, upgrade?.endpoint].compactMap(\.self) }
}

/// A request in which an access token brings another one, as at Facebook, Instagram and Threads.
public struct AccessTokenExchange: Sendable, Equatable {
  /// Where it goes; nil for the token endpoint.
  public var endpoint: Endpoint?
  /// The value of `grant_type`.
  public var grantType: String
  /// The parameter in which the token goes.
  public var tokenParameter: String
  /// How the parameters travel.
  public var format: TokenRequestFormat
  /// Whether the client authenticates.
  public var authenticates: Bool

  /// An exchange.
  public init(
    endpoint: Endpoint? = nil, grantType: String, tokenParameter: String, format: TokenRequestFormat = .get,
    authenticates: Bool = true
  ) {
    self.endpoint = endpoint
    self.grantType = grantType
    self.tokenParameter = tokenParameter
    self.format = format
    self.authenticates = authenticates
  }
}
