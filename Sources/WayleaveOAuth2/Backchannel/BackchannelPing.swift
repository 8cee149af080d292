import HTTPTypes
public import WayleaveWire

/// A server's word that the user has answered: the tokens are there to be fetched.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §10.2.
public struct BackchannelPing: Sendable, Equatable {
  /// The name of the request.
  public let requestID: Secret

  /// A ping to send.
  public init(requestID: Secret) {
    self.requestID = requestID
  }

  /// The request to the client's address, with the token that the client gave.
  public func request(to endpoint: Endpoint, notificationToken: Secret) throws(OAuthError) -> RequestMessage {
    var request = RequestMessage(.post, to: endpoint.url)
    request.body = (["auth_req_id": .string(requestID.exposedText)] as JSON).encoded()
    try request.setHeader(.contentType, to: ContentType.json)
    try request.setHeader(.authorization, to: "Bearer \(notificationToken.exposedText)")
    return request
  }

  /// Reads a ping; throws `sign_in.unsolicited_callback` unless it shows the token that was given for this request.
  ///
  /// "The Client MUST verify the client_notification_token": anyone can find the address. The answer is 204. What
  /// brings tokens, or an error, is of the push mode: it throws `configuration.unsupported`, and nothing of it is read.
  public init(
    reading request: RequestMessage, expecting requestID: Secret, notificationToken: Secret
  ) throws(OAuthError) {
    guard request.head.method == .post, request.bearerToken == notificationToken,
      let json = try? JSON(decoding: request.body), let id = json["auth_req_id"]?.string, Secret(id) == requestID
    else { throw .unsolicitedPing() }
    // §10.3.1 and §12: tokens are taken only where we asked for them.
    guard ["access_token", "id_token", "refresh_token", "error"].allSatisfy({ json[$0] == nil }) else {
      throw .pushed()
    }
    self.requestID = requestID
  }

  /// The name in a ping, before anything is verified: enough to find the request that it is about.
  package static func requestID(in request: RequestMessage) -> Secret? {
    (try? JSON(decoding: request.body))?["auth_req_id"]?.string.map { Secret($0) }
  }

  /// The client's answer.
  public static func response() -> ResponseMessage { ResponseMessage(HTTPResponse(status: .noContent)) }
}

extension OAuthError {
  fileprivate static func unsolicitedPing() -> OAuthError {
    OAuthError(
      .unsolicitedCallback, message: "The ping belongs to no request that is waiting.", rule: .openID("CIBA", "10.2"),
      remedy: "Nothing was done: another party sent it.")
  }

  fileprivate static func pushed() -> OAuthError {
    OAuthError(
      .unsupported, message: "The provider pushed tokens or an error in place of a ping.", rule: .openID("CIBA", "5"),
      remedy: "Register the client for “poll” or “ping” (backchannel_token_delivery_mode).")
  }
}
