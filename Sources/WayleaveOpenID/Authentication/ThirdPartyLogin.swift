import HTTPTypes
public import WayleaveOAuth2
public import WayleaveWire

/// A request from elsewhere, such as the provider's own pages, that we begin a sign-in.
///
/// OpenID Connect Core §4. Any page of the web can send one, so it chooses only among what is configured: the provider,
/// and a page of ours to go to. Scopes, prompts and whatever else stands in it are not looked at.
public struct ThirdPartyLogin: Sendable, Equatable {
  /// The provider's issuer.
  public let issuer: Issuer
  /// Who the sender believes the user to be.
  public let loginHint: String?
  /// The page of ours that the user wants after the sign-in.
  public let targetLinkURI: AbsoluteURL?

  /// A request to send.
  public init(issuer: Issuer, loginHint: String? = nil, targetLinkURI: AbsoluteURL? = nil) {
    self.issuer = issuer
    self.loginHint = loginHint
    self.targetLinkURI = targetLinkURI
  }

  /// The address at the client to which the sender brings the user's browser.
  public func url(at initiateLoginURI: Endpoint) throws(OAuthError) -> AbsoluteURL {
    var form: Form = ["iss": issuer.text]
    if let loginHint { form.append("login_hint", loginHint) }
    if let targetLinkURI { form.append("target_link_uri", targetLinkURI.text) }
    return try AbsoluteURL(initiateLoginURI.url.text(adding: form))
  }

  /// Reads a GET with a query or a POST of a form.
  ///
  /// Throws `configuration.unknown_provider` for an issuer that is not among `issuers`, compared by bytes, and
  /// `configuration.foreign_origin` for a target outside `origins`: "to prevent being used as an open redirector".
  public init(
    reading request: RequestMessage, from issuers: some Sequence<Issuer>, leadingTo origins: Set<Origin>
  ) throws(OAuthError) {
    let form = try request.head.method == .post ? request.bodyForm : Form(decoding: request.query ?? "")
    let issuer = try form.nonEmptyText(of: "iss").map(Issuer.init)
    guard let issuer, issuers.contains(issuer) else { throw .unknownInitiator(issuer) }
    self.issuer = issuer
    loginHint = try form.nonEmptyText(of: "login_hint")
    targetLinkURI = try form.nonEmptyText(of: "target_link_uri").map { (text) throws(OAuthError) in
      let url = try AbsoluteURL(text)
      guard let origin = Origin(of: url), origins.contains(origin) else { throw .foreignTarget(text) }
      return url
    }
  }
}

extension OAuthError {
  fileprivate static func unknownInitiator(_ issuer: Issuer?) -> OAuthError {
    OAuthError(
      .unknownProvider, message: "\(OAuthError.Received.text(issuer?.text)) is not a provider that is configured.",
      rule: .openID("Core", "4"), remedy: "No sign-in was begun. Begin it from the app itself.")
  }

  fileprivate static func foreignTarget(_ url: String) -> OAuthError {
    OAuthError(
      .foreignOrigin, message: "The link leads away from this app: \(OAuthError.Received.url(url)).",
      rule: .openID("Core", "4"), remedy: "No sign-in was begun.")
  }
}
