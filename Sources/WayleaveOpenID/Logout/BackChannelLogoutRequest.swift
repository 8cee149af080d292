import HTTPTypes
public import WayleaveWire

/// The provider's word, from server to server, that a session has ended: a logout token in a posted form.
///
/// OpenID Connect Back-Channel Logout §2.5.
public struct BackChannelLogoutRequest: Sendable, Equatable {
  /// The logout token, not yet verified.
  public var logoutToken: Secret

  /// A request.
  public init(logoutToken: Secret) {
    self.logoutToken = logoutToken
  }

  /// The POST to the client's address.
  public func request(to backChannelLogoutURI: Endpoint) -> RequestMessage {
    var form = Form()
    form.append("logout_token", logoutToken)
    return RequestMessage(posting: form, to: backChannelLogoutURI)
  }

  /// Reads the POST; throws `logout.malformed`, or `wire.duplicate_parameter` for two tokens.
  public init(reading request: RequestMessage) throws(OAuthError) {
    guard request.head.method == .post, let token = try request.bodyForm.nonEmptyText(of: "logout_token") else {
      throw .malformedLogout("a POST of a form with a “logout_token”")
    }
    logoutToken = Secret(token)
  }

  /// The answer to a token that was obeyed.
  ///
  /// §2.8: "If the logout succeeded, the RP MUST respond with HTTP 200 OK."
  public static var success: ResponseMessage { answer(.ok, json: nil) }

  /// The answer to a token that was refused: it says nothing but that.
  ///
  /// §2.8: "If the logout request was invalid …, the RP MUST respond with HTTP 400 Bad Request."
  public static var refusal: ResponseMessage { answer(.badRequest, json: ["error": "invalid_request"]) }

  private static func answer(_ status: HTTPResponse.Status, json: JSON?) -> ResponseMessage {
    var answer = json.map { ResponseMessage(status, json: $0) } ?? ResponseMessage(HTTPResponse(status: status))
    // "The RP's response SHOULD include the Cache-Control HTTP response header field with a no-store value".
    answer.head.headerFields[.cacheControl] = "no-store"
    return answer
  }
}

extension OAuthError {
  static func malformedLogout(_ expected: String) -> OAuthError {
    OAuthError(
      .malformedLogout, rule: .openID("Back-Channel Logout", "2.6"), expected: expected,
      received: .described("something else"), remedy: "No session was ended. If this repeats, the provider is at fault."
    )
  }
}
