import HTTPTypes
public import WayleaveWire

/// Asks a server whether a token is valid, and for what.
///
/// RFC 7662 §2.1; RFC 9701 §4 for an answer that is signed.
public struct IntrospectionRequest: Sendable, Equatable {
  /// The token.
  public var token: Secret
  /// Which kind it may be; nil when it is unknown.
  public var kind: RevocationRequest.Kind?
  /// Whether the answer is to be signed.
  public var wantsSignedAnswer: Bool

  /// A question.
  public init(token: Secret, kind: RevocationRequest.Kind? = nil, wantsSignedAnswer: Bool = false) {
    self.token = token
    self.kind = kind
    self.wantsSignedAnswer = wantsSignedAnswer
  }

  /// The request, authenticated as the API that asks; throws `configuration.invalid_client` for a public client.
  ///
  /// RFC 7662 §2.1: "the endpoint MUST also require some form of authorization", so that no one can try tokens out.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    guard client.authenticationMethod(by: dialect) != .publicClient else { throw .introspectionByAnybody() }
    var form = Form()
    form.append("token", token)
    if let kind { form.append("token_type_hint", kind.rawValue) }
    var request = try client.request(posting: form, to: endpoint, dialect: dialect)
    if wantsSignedAnswer { try request.setHeader(.accept, to: IntrospectionResponse.signedContentType) }
    return request
  }

  /// Reads a request; throws `token.refused` with `invalid_request`. An unknown hint is none: RFC 7662 §2.1.
  public init(reading request: RequestMessage) throws(OAuthError) {
    let form = try request.bodyForm
    guard let token = try form.nonEmptyText(of: "token") else { throw .malformedGrant(expected: "a token") }
    self.token = Secret(token)
    kind = try form.nonEmptyText(of: "token_type_hint").flatMap { RevocationRequest.Kind(rawValue: $0) }
    wantsSignedAnswer =
      request.head.headerFields[.accept].map(ContentType.essence) == IntrospectionResponse.signedContentType
  }
}

extension OAuthError {
  fileprivate static func introspectionByAnybody() -> OAuthError {
    OAuthError(
      .invalidClient, message: "A public client cannot ask whether a token is valid.", rule: .rfc(7662, "2.1"),
      remedy: "Give the API a client of its own, with a secret or a key.")
  }
}
