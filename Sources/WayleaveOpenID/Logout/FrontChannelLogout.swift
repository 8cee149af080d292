import HTTPTypes
public import WayleaveOAuth2
public import WayleaveWire

/// The provider's word, through a frame in the user's browser, that a session there has ended.
///
/// OpenID Connect Front-Channel Logout §2. It is not signed: any page can send one. So it ends the session here,
/// which a user can begin again, and nothing else: no token is revoked for it.
public struct FrontChannelLogout: Sendable, Equatable {
  /// The provider's name for the session; nil when the browser's own session is meant, whichever it is.
  public let sessionID: String?

  /// Reads the request; throws `logout.foreign` or `logout.malformed`.
  ///
  /// "If either is included, both MUST be": a session without its issuer, or of another one, is refused, since two
  /// providers may give their sessions the same name.
  public init(reading request: RequestMessage, from issuer: Issuer) throws(OAuthError) {
    guard request.head.method == .get else { throw .malformedLogout("a GET") }
    let form = try Form(decoding: request.query ?? "")
    let (named, session) = (try form.nonEmptyText(of: "iss"), try form.nonEmptyText(of: "sid"))
    guard (named == nil) == (session == nil) else { throw .malformedLogout("both “iss” and “sid”") }
    guard named.map({ Issuer($0) == issuer }) ?? true else {
      throw .foreignLogout("the issuer of the session", named)
    }
    sessionID = session
  }

  /// The address that the provider loads in a frame.
  public static func url(
    at logoutURI: RedirectURI, session: (issuer: Issuer, sessionID: String)?
  ) throws(OAuthError) -> AbsoluteURL {
    var form = Form()
    if let session {
      form.append("iss", session.issuer.text)
      form.append("sid", session.sessionID)
    }
    return try AbsoluteURL(logoutURI.url.text(adding: form))
  }

  /// The answer, which no cache may store.
  ///
  /// §3: "The RP's response SHOULD include the Cache-Control directive with a no-store value".
  public static var answer: ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .ok))
    response.head.headerFields[.cacheControl] = "no-cache, no-store"
    return response
  }
}
