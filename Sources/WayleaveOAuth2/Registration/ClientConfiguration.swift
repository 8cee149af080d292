import HTTPTypes
public import WayleaveWire

/// Where a registration is read, changed and ended, and what allows it.
///
/// RFC 7592 §2 and §3. Each answer may bring another one, which replaces it.
public struct ClientConfiguration: Sendable, Equatable {
  /// The address of the registration.
  public let endpoint: Endpoint
  /// The token for it.
  public let accessToken: Secret

  /// An address and its token.
  public init(endpoint: Endpoint, accessToken: Secret) {
    self.endpoint = endpoint
    self.accessToken = accessToken
  }

  /// Asks what is registered.
  ///
  /// RFC 7592 §2.1.
  public func readRequest() throws(OAuthError) -> RequestMessage { try request(.get) }

  /// Ends the registration.
  ///
  /// RFC 7592 §2.3.
  public func deletionRequest() throws(OAuthError) -> RequestMessage { try request(.delete) }

  /// Checks that an answer confirms the end.
  ///
  /// RFC 7592 §2.3: 204.
  public static func confirmDeletion(_ response: ResponseMessage) throws(OAuthError) {
    try response.requireDirectAnswer()
    guard response.status == 204 else {
      let answer = TokenAnswer(of: response)
      throw .refused(answer.refusal ?? answer.unreadableRefusal(of: response))
    }
  }

  /// The token of a request for a registration, as a server reads it; throws `token.refused` with `invalid_token`.
  public static func accessToken(reading request: RequestMessage) throws(OAuthError) -> Secret {
    guard let token = request.bearerToken else {
      throw OAuthError(
        .tokenRefused, rule: .rfc(7592, "2"), expected: "the registration's token", received: .nothing,
        remedy: "Send the registration_access_token.", refusal: ProviderRefusal(error: "invalid_token"))
    }
    return token
  }

  func request(_ method: HTTPRequest.Method) throws(OAuthError) -> RequestMessage {
    var request = RequestMessage(method, to: endpoint.url)
    try request.setHeader(.accept, to: ContentType.json)
    try request.setHeader(.authorization, to: "Bearer \(accessToken.exposedText)")
    return request
  }
}
