public import WayleaveWire

/// Asks for another token in exchange for one that is there.
///
/// RFC 8693 §2.1.
public struct TokenExchangeGrant: Sendable, Equatable {
  /// A token and its kind, which are never apart.
  ///
  /// RFC 8693 §2.1: `actor_token_type` "MUST NOT be included when the actor_token parameter is not included".
  public struct Token: Sendable, Equatable {
    /// The token.
    public var token: Secret
    /// Its kind.
    public var type: TokenTypeIdentifier

    /// A token and its kind.
    public init(_ token: Secret, type: TokenTypeIdentifier) {
      self.token = token
      self.type = type
    }
  }

  /// The token of the user that the new one is about.
  public var subject: Token
  /// The token of the party that acts in their name; nil when none does.
  public var actor: Token?
  /// The kind that is wanted; nil leaves it to the server.
  public var requestedType: TokenTypeIdentifier?
  /// The names of the services that the new token is for.
  public var audiences: [String]
  /// What is asked for.
  public var access: RequestedAccess

  /// An exchange.
  public init(
    subject: Token, actor: Token? = nil, requestedType: TokenTypeIdentifier? = nil, audiences: [String] = [],
    access: RequestedAccess = RequestedAccess()
  ) {
    self.subject = subject
    self.actor = actor
    self.requestedType = requestedType
    self.audiences = audiences
    self.access = access
  }

  /// The request, authenticated as the client.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    var form: Form = ["grant_type": Self.grantType]
    access.append(to: &form, dialect: dialect)
    for audience in audiences { form.append("audience", audience) }
    if let requestedType { form.append("requested_token_type", requestedType.text) }
    form.append("subject_token", subject.token)
    form.append("subject_token_type", subject.type.text)
    if let actor {
      form.append("actor_token", actor.token)
      form.append("actor_token_type", actor.type.text)
    }
    return try client.request(granting: form, to: endpoint, dialect: dialect)
  }

  /// Reads the form of a token request, in which `audience` and `resource` may repeat; throws `token.refused` with
  /// `invalid_request`.
  public init(reading form: Form) throws(OAuthError) {
    guard try form.text(of: "grant_type") == Self.grantType,
      let subject = try Self.token("subject_token", in: form)
    else { throw .malformedGrant(expected: "grant_type=\(Self.grantType), a subject token and its type") }
    self.subject = subject
    actor = try Self.token("actor_token", in: form)
    requestedType = try form.nonEmptyText(of: "requested_token_type").map { TokenTypeIdentifier($0) }
    audiences = form.values(of: "audience").map { String(decoding: $0, as: UTF8.self) }
    access = try RequestedAccess(reading: form)
  }

  /// The name of the grant on the wire.
  package static let grantType = "urn:ietf:params:oauth:grant-type:token-exchange"

  private static func token(_ name: String, in form: Form) throws(OAuthError) -> Token? {
    switch (try form.nonEmptyText(of: name), try form.nonEmptyText(of: name + "_type")) {
    case (let token?, let type?): return Token(Secret(token), type: TokenTypeIdentifier(type))
    case (nil, nil): return nil
    default: throw .malformedGrant(expected: "\(name) together with its type")
    }
  }
}
