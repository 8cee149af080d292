public import WayleaveWire

/// Sends the user to the authorization server, to come back with the token itself: for providers that take it.
///
/// RFC 6749 §4.2.1, which RFC 9700 §2.1.2 takes back. Off unless ``OAuth2Dialect/legacyGrants`` names it.
public struct ImplicitRequest: Sendable, Equatable {
  /// What is asked for. It has no code, so no challenge either; and it comes back in the fragment, whatever mode it names.
  public var authorization: AuthorizationRequest

  /// A request for a token.
  public init(_ authorization: AuthorizationRequest) {
    self.authorization = authorization
    self.authorization.codeChallenge = nil
    self.authorization.responseMode = nil
  }

  /// The address to show to the user; throws `configuration.unsupported` where the dialect does not allow it, and as
  /// ``AuthorizationRequest/url(at:dialect:)`` does.
  public func url(at endpoint: Endpoint, dialect: OAuth2Dialect) throws(OAuthError) -> AbsoluteURL {
    try LegacyGrant.implicit.require(in: dialect)
    var (request, dialect) = (authorization, dialect)
    // It is the request for a code, with another word for what comes back.
    let name = dialect.parameterNames[Self.responseTypeName] ?? Self.responseTypeName
    dialect.parameterNames[Self.responseTypeName] = ""
    if !name.isEmpty { request.additional.append(name, Self.responseType) }
    return try request.url(at: endpoint, dialect: dialect)
  }

  /// Reads the pairs of a request; throws `configuration.unsupported` where the server does not allow it, and
  /// `configuration.invalid_value` for another type or mode, or as ``AuthorizationRequest/init(reading:allowing:)-(Form,_)``
  /// does.
  public init(reading form: Form, dialect: OAuth2Dialect) throws(OAuthError) {
    try LegacyGrant.implicit.require(in: dialect)
    guard Self.isNamed(in: form), try form.nonEmptyText(of: "response_mode").map({ $0 == "fragment" }) ?? true else {
      throw .noImplicitRequest()
    }
    var standard = form
    for index in standard.fields.indices where standard.fields[index].name.elementsEqual(Self.responseTypeName.utf8) {
      standard.fields[index].value = Array(ResponseType.code.rawValue.utf8)
    }
    self.init(try AuthorizationRequest(reading: standard))
  }

  /// Whether the pairs of a request ask for a token.
  package static func isNamed(in form: Form) -> Bool { (try? form.text(of: responseTypeName)) == responseType }

  private static let responseTypeName = "response_type"
  private static let responseType = "token"
}

extension OAuthError {
  fileprivate static func noImplicitRequest() -> OAuthError {
    OAuthError(
      .invalidValue, rule: .rfc(6749, "4.2.1"), expected: "response_type=token, with the answer in the fragment",
      received: .described("another type or mode"),
      remedy: "Begin the sign-in again in the app; if this repeats, it is the app's fault.")
  }
}
