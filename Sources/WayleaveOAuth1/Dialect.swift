/// How an OAuth 1.0a provider departs from the common way: data, each field read at one place.
public struct Dialect: Sendable, Equatable {
  /// How requests are signed.
  public var signatureMethod: SignatureMethod
  /// Where the protocol parameters travel.
  public var placement: ParameterPlacement
  /// Whether the callback may come without a verifier, as some providers of the first hour send it.
  public var isVerifierOptional: Bool
  /// Pairs to send with the request for temporary credentials, such as `x_auth_access_type`.
  public var temporaryCredentialParameters: [String: String]
  /// Pairs to add to the authorization URL, such as `perms`.
  public var authorizationParameters: [String: String]

  /// The common way, except where said.
  public init(
    signatureMethod: SignatureMethod = .hmacSHA1, placement: ParameterPlacement = .header,
    isVerifierOptional: Bool = false, temporaryCredentialParameters: [String: String] = [:],
    authorizationParameters: [String: String] = [:]
  ) {
    self.signatureMethod = signatureMethod
    self.placement = placement
    self.isVerifierOptional = isVerifierOptional
    self.temporaryCredentialParameters = temporaryCredentialParameters
    self.authorizationParameters = authorizationParameters
  }
}

/// Where the `oauth_` parameters of a request travel.
///
/// RFC 5849 §3.5.
public enum ParameterPlacement: String, Sendable, CaseIterable {
  /// In the `Authorization` header: RFC 5849 §3.5.1.
  case header
  /// In the query: RFC 5849 §3.5.3.
  case query
}
