public import WayleaveWire

/// How a provider is asked about an access token, and where in its answer each thing stands.
///
/// Facebook's `debug_token`, Google's `tokeninfo` and LINE's `verify` are such endpoints. A path such as `data.app_id`
/// names a value of the answer.
public struct TokenInspectionRule: Sendable, Equatable {
  /// What is asked by a GET.
  public var endpoint: Endpoint
  /// The parameter of the query for the token.
  public var tokenParameter: String
  /// The parameter of the query for our client's id and secret with `|` between them; nil where none is sent.
  public var appTokenParameter: String?
  /// Where `true` says that the token is valid; nil where an answer of 200 says so.
  public var valid: String?
  /// Where an error stands; nil where the status alone says so.
  public var error: String?
  /// Where the client stands to which the token was issued.
  public var client: String
  /// Where the user stands; nil where only the entry's `identity` names the user.
  public var user: String?
  /// Where the times stand at which the token ends, in seconds since 1970; 0 is never. The first must be there.
  public var expiresAt: [String]
  /// Where the number of seconds stands for which the token is valid.
  public var expiresIn: String?
  /// Where the scopes stand: a list, or a text with spaces or commas.
  public var scopes: String?
  /// The parameter for a hash of the token that only we can make, which goes with the question who the user is.
  ///
  /// Facebook's `appsecret_proof`: HMAC-SHA256 of the token by the client secret, in hexadecimal digits.
  public var secretProofParameter: String?

  /// A rule.
  public init(
    endpoint: Endpoint, client: String, tokenParameter: String = "access_token", appTokenParameter: String? = nil,
    valid: String? = nil, error: String? = nil, user: String? = nil, expiresAt: [String] = [],
    expiresIn: String? = nil, scopes: String? = nil, secretProofParameter: String? = nil
  ) {
    self.endpoint = endpoint
    self.client = client
    self.tokenParameter = tokenParameter
    self.appTokenParameter = appTokenParameter
    self.valid = valid
    self.error = error
    self.user = user
    self.expiresAt = expiresAt
    self.expiresIn = expiresIn
    self.scopes = scopes
    self.secretProofParameter = secretProofParameter
  }
}
