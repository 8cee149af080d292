public import WayleaveWire

/// How a provider is asked about an access token, and where in its answer each thing stands.
///
/// Facebook's `debug_token`, Google's `tokeninfo`, and GitHub's "check a token" are such endpoints. A path such as `data.app_id`
/// names a value of the answer.
public struct TokenInspectionRule: Sendable, Equatable {
  /// What is asked; `{client_id}` in it stands for our client's.
  public var endpoint: Endpoint
  /// Where the token travels.
  public var placement: Placement
  /// The name under which the token is sent; none is needed in a header.
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
  /// Where the token travels in the question.
  public enum Placement: String, Sendable, CaseIterable {
    /// In the query of a GET.
    case query
    /// In the `Authorization` header of a GET, as a request to an API has it.
    ///
    /// RFC 6750 §2.1.
    case bearer
    /// In JSON, which our client posts with its id and secret.
    case json
  }

  /// A rule.
  public init(
    endpoint: Endpoint, client: String, placement: Placement = .query, tokenParameter: String = "access_token",
    appTokenParameter: String? = nil,
    valid: String? = nil, error: String? = nil, user: String? = nil, expiresAt: [String] = [],
    expiresIn: String? = nil, scopes: String? = nil
  ) {
    self.endpoint = endpoint
    self.client = client
    self.placement = placement
    self.tokenParameter = tokenParameter
    self.appTokenParameter = appTokenParameter
    self.valid = valid
    self.error = error
    self.user = user
    self.expiresAt = expiresAt
    self.expiresIn = expiresIn
    self.scopes = scopes
  }
}
