import HTTPTypes
public import WayleaveOAuth2
public import WayleaveWire

/// Sends the user to the provider to end the session there as well.
///
/// OpenID Connect RP-Initiated Logout §2.
public struct LogoutRequest: Sendable, Equatable {
  /// The ID token of the session: by it the provider knows that a client of its own asks.
  public var idTokenHint: Secret?
  /// Whose session it is, in the provider's words.
  public var logoutHint: String?
  /// The client id; needed where the ID token is encrypted or is not sent.
  public var clientID: ClientID?
  /// Where the user comes back to; it must be registered, and written the same way.
  public var postLogoutRedirectURI: RedirectURI?
  /// What binds the way back to this request.
  public var state: Secret?
  /// The languages of the user, the preferred one first.
  public var languages: [String]

  /// A request.
  public init(
    idTokenHint: Secret?, logoutHint: String? = nil, clientID: ClientID? = nil,
    postLogoutRedirectURI: RedirectURI? = nil, state: Secret? = nil, languages: [String] = []
  ) {
    self.idTokenHint = idTokenHint
    self.logoutHint = logoutHint
    self.clientID = clientID
    self.postLogoutRedirectURI = postLogoutRedirectURI
    self.state = state
    self.languages = languages
  }

  /// The address to show to the user; throws `wire.duplicate_parameter` when the endpoint's own query names one of ours.
  public func url(at endSessionEndpoint: Endpoint) throws(OAuthError) -> AbsoluteURL {
    let url = try AbsoluteURL(endSessionEndpoint.url.text(adding: form))
    let whole = try Form(decoding: url.query ?? "")
    for name in Self.names { _ = try whole.text(of: name) }
    return url
  }

  /// The pairs of the request; the specification lets them be posted as well.
  public var form: Form {
    var form = Form()
    if let idTokenHint { form.append("id_token_hint", idTokenHint) }
    if let logoutHint { form.append("logout_hint", logoutHint) }
    if let clientID { form.append("client_id", clientID.text) }
    if let postLogoutRedirectURI { form.append("post_logout_redirect_uri", postLogoutRedirectURI.text) }
    if let state { form.append("state", state) }
    if !languages.isEmpty { form.append("ui_locales", languages.joined(separator: " ")) }
    return form
  }

  /// Reads a GET with a query or a POST of a form, as the specification has both.
  ///
  /// Throws `wire.duplicate_parameter` or `configuration.invalid_redirect_uri`. Nothing in it is verified: without an ID
  /// token that the provider finds to be its own, §6 has the user asked.
  public init(reading request: RequestMessage) throws(OAuthError) {
    let form = try request.head.method == .post ? request.bodyForm : Form(decoding: request.query ?? "")
    idTokenHint = try form.nonEmptyText(of: "id_token_hint").map { Secret($0) }
    logoutHint = try form.nonEmptyText(of: "logout_hint")
    clientID = try form.nonEmptyText(of: "client_id").map(ClientID.init)
    let redirect = try form.nonEmptyText(of: "post_logout_redirect_uri")
    postLogoutRedirectURI = try redirect.map { (text) throws(OAuthError) in try RedirectURI(text) }
    state = try form.nonEmptyText(of: "state").map { Secret($0) }
    languages = try form.nonEmptyText(of: "ui_locales")?.split(separator: " ").map(String.init) ?? []
  }

  /// Where the provider sends the user afterwards; nil when the client asked for nothing.
  ///
  /// Throws `configuration.invalid_redirect_uri` for an address that is not registered: §3, "exactly match". No port is
  /// free here, on a loopback address neither.
  public func redirect(registered: [RedirectURI]) throws(OAuthError) -> AbsoluteURL? {
    guard let requested = postLogoutRedirectURI else { return nil }
    guard registered.contains(where: { $0.text.hasSameBytes(as: requested.text) }) else {
      throw .unregisteredLogoutRedirect(requested)
    }
    return try LogoutCallback(state: state).url(to: requested)
  }

  private static let names = [
    "id_token_hint", "logout_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales",
  ]
}

extension OAuthError {
  fileprivate static func unregisteredLogoutRedirect(_ uri: RedirectURI) -> OAuthError {
    OAuthError(
      .invalidRedirectURI,
      message:
        "The provider has not registered “\(URLRedaction.redact(uri.text))” as an address to return to after a logout.",
      rule: .openID("RP-Initiated Logout", "3"),
      remedy: "Register the address at the provider, written the same way. The user stays at the provider.")
  }
}
