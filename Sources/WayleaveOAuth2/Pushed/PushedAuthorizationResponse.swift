import HTTPTypes
public import WayleaveWire

/// The name under which a server stores a pushed request: used once, and soon.
///
/// RFC 9126 §2.2.
public struct PushedAuthorizationResponse: Sendable, Equatable {
  /// The name.
  public let requestURI: String
  /// For how many seconds it is good.
  public let expiresIn: Int64

  /// A name to give.
  public init(requestURI: String, expiresIn: Int64) {
    self.requestURI = requestURI
    self.expiresIn = expiresIn
  }

  /// Reads an answer; throws `sign_in.refused` or `token.client_refused` for a refusal, `answer.unexpected` for what is no 201 with both members.
  public init(reading response: ResponseMessage) throws(OAuthError) {
    let answer: EndpointAnswer
    do throws(OAuthError) {
      answer = try EndpointAnswer(response, status: [201], rule: .rfc(9126, "2.2"))
    } catch {
      guard let refusal = error.refusal else { throw error }
      throw .pushRefused(refusal, error.code == .clientRefused ? error : nil)
    }
    requestURI = try answer.text("request_uri")
    expiresIn = try answer.lifetime("expires_in")
  }

  /// The answer on the wire, which no cache may store.
  public func response() -> ResponseMessage {
    var response = ResponseMessage(
      .created, json: ["request_uri": .string(requestURI), "expires_in": JSON(expiresIn)])
    response.head.headerFields[.cacheControl] = "no-cache, no-store"
    return response
  }

  /// The address to show to the user: the endpoint with the client id and the name, and nothing else.
  ///
  /// RFC 9126 §4. Throws `wire.duplicate_parameter` when the endpoint's own query has one of the two.
  public func url(at endpoint: Endpoint, clientID: ClientID) throws(OAuthError) -> AbsoluteURL {
    let form = AuthorizationParameters.reference(requestURI, clientID: clientID).form
    let url = try AbsoluteURL(endpoint.url.text(adding: form))
    try Form(decoding: url.query ?? "").requireDistinctNames()
    return url
  }
}

extension OAuthError {
  /// RFC 9126 §2.3: the same words as at the token endpoint, about a request and not about tokens.
  fileprivate static func pushRefused(_ refusal: ProviderRefusal, _ clientRefused: OAuthError?) -> OAuthError {
    OAuthError(
      clientRefused?.code ?? .authorizationRefused,
      message: "The provider refuses the authorization request: \(OAuthError.Received.text(refusal.error)).",
      rule: .rfc(9126, "2.3"),
      remedy: clientRefused?.remedy ?? remedy(for: refusal), refusal: refusal)
  }

  /// A word that says what is wrong with the request would be said at the page too.
  private static func remedy(for refusal: ProviderRefusal) -> Remedy {
    switch refusal.error {
    // What fails is the endpoint.
    case "server_error", "temporarily_unavailable": .sendUnpushed
    default: Remedy(for: refusal) ?? .sendUnpushed
    }
  }
}
