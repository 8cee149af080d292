public import WayleaveWire

/// How a provider of OAuth 1.0a is asked about a token by a request that is signed with it.
///
/// Flickr's `flickr.auth.oauth.checkToken` is such an endpoint.
public struct TokenCheckRule: Sendable, Equatable {
  /// What is asked by a signed GET.
  public var endpoint: Endpoint
  /// A template: the provider's own name for the user.
  public var subject: String
  /// A template: the user's name for people.
  public var name: String?
  /// A template: the short name of the user.
  public var handle: String?
  /// Where the token stands that the answer is about; nil where it does not say.
  public var token: String?
  /// Where the scopes stand; nil where it does not say.
  public var scopes: String?

  /// A rule.
  public init(
    endpoint: Endpoint, subject: String, name: String? = nil, handle: String? = nil, token: String? = nil,
    scopes: String? = nil
  ) {
    self.endpoint = endpoint
    self.subject = subject
    self.name = name
    self.handle = handle
    self.token = token
    self.scopes = scopes
  }

  /// How the user is read in the answer.
  package var identity: IdentityRule {
    IdentityRule(endpoint: endpoint, subject: subject, name: name, handle: handle)
  }
}
