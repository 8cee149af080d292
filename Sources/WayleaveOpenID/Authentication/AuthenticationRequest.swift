public import WayleaveOAuth2
public import WayleaveWire

/// Sends the user to an OpenID provider, to come back with a code and proof of who they are.
///
/// OpenID Connect Core §3.1.2.1: an authorization request with the scope `openid` and with what is said here.
public struct AuthenticationRequest: Sendable, Equatable {
  /// The authorization request that this one is; its scopes have `openid` added.
  public var authorization: AuthorizationRequest
  /// What binds the ID token to this sign-in.
  public var nonce: Secret?
  /// What the provider shall or shall not ask the user; empty leaves it to the provider.
  public var prompts: [Prompt]
  /// How many seconds ago the user may have been asked for a password, say, at the longest.
  public var maximumAge: Int64?
  /// Who the client believes the user to be, such as an address of theirs.
  public var loginHint: String?
  /// An ID token of an earlier sign-in: the user must still be the same.
  public var idTokenHint: Secret?
  /// The languages of the user, the preferred one first: `fr-CA`, `fr`, `en`.
  public var languages: [String]
  /// The classes of authentication that would do, the preferred one first.
  public var authenticationContextClasses: [String]
  /// How the provider's pages shall look.
  public var display: Display?
  /// Single claims to ask for.
  public var claims: ClaimsRequest?

  /// How the provider's pages look, by the names of OpenID Connect Core §3.1.2.1.
  public enum Display: String, Sendable, Hashable, CaseIterable {
    /// A full page.
    case page
    /// A small window.
    case popup
    /// A touch screen.
    case touch
    /// A telephone of old.
    case wap
  }

  /// A request; what is not said is left to the provider.
  public init(
    _ authorization: AuthorizationRequest, nonce: Secret?, prompts: [Prompt] = [], maximumAge: Int64? = nil,
    loginHint: String? = nil, idTokenHint: Secret? = nil, languages: [String] = [],
    authenticationContextClasses: [String] = [], display: Display? = nil, claims: ClaimsRequest? = nil
  ) {
    self.authorization = authorization
    self.nonce = nonce
    self.prompts = prompts
    self.maximumAge = maximumAge
    self.loginHint = loginHint
    self.idTokenHint = idTokenHint
    self.languages = languages
    self.authenticationContextClasses = authenticationContextClasses
    self.display = display
    self.claims = claims
  }

  /// The address to show to the user; throws what ``form(dialect:)`` does, and what an address of such a text may.
  public func url(at endpoint: Endpoint, dialect: OAuth2Dialect = OAuth2Dialect()) throws(OAuthError) -> AbsoluteURL {
    try whole().url(at: endpoint, dialect: dialect)
  }

  /// The pairs of the request, for a query, a pushed request or a request object.
  ///
  /// Throws `configuration.invalid_value` for `none` with another prompt, a negative age, and an ID token next to the
  /// code without a nonce; `wire.duplicate_parameter` when an additional pair names one of ours.
  public func form(dialect: OAuth2Dialect = OAuth2Dialect()) throws(OAuthError) -> Form {
    try whole().form(dialect: dialect)
  }

  /// Reads the query of a request that a user's browser sent.
  public init(
    reading request: RequestMessage, allowing responseTypes: Set<ResponseType> = [.code]
  ) throws(OAuthError) {
    try self.init(reading: Form(decoding: request.query ?? ""), allowing: responseTypes)
  }

  /// Reads the pairs of a request: of a query, a pushed request or a request object.
  ///
  /// Throws what ``WayleaveOAuth2/AuthorizationRequest`` throws, and `configuration.invalid_value` without the scope
  /// `openid`, for words that OpenID Connect Core §3.1.2.1 does not have, and for what ``form(dialect:)`` refuses.
  public init(reading form: Form, allowing responseTypes: Set<ResponseType> = [.code]) throws(OAuthError) {
    var authorization = try AuthorizationRequest(reading: form, allowing: responseTypes)
    guard authorization.scopes.contains(where: { $0.hasSameBytes(as: "openid") }) else {
      throw .authenticationParameter("the scope “openid”", in: "3.1.2.1")
    }
    authorization.additional.fields.removeAll { field in Self.ownNames.contains { field.name.elementsEqual($0.utf8) } }
    let prompts = try form.words(of: "prompt").map { (word) throws(OAuthError) in
      guard let prompt = Prompt(rawValue: word) else { throw .authenticationParameter("a known prompt", in: "3.1.2.1") }
      return prompt
    }
    let display = try form.nonEmptyText(of: "display")
    self.init(
      authorization, nonce: try form.nonEmptyText(of: "nonce").map { Secret($0) }, prompts: prompts,
      maximumAge: try form.age(of: "max_age"), loginHint: try form.nonEmptyText(of: "login_hint"),
      idTokenHint: try form.nonEmptyText(of: "id_token_hint").map { Secret($0) },
      languages: try form.words(of: "ui_locales"), authenticationContextClasses: try form.words(of: "acr_values"),
      // Its support "is OPTIONAL": an unknown word shows the usual page.
      display: display.flatMap { Display(rawValue: $0) },
      claims: try form.nonEmptyText(of: "claims").map { (text) throws(OAuthError) in try ClaimsRequest(reading: text) })
    try verify()
  }

  private static let ownNames = [
    "nonce", "prompt", "max_age", "login_hint", "id_token_hint", "ui_locales", "acr_values", "display", "claims",
  ]

  private func whole() throws(OAuthError) -> AuthorizationRequest {
    try verify()
    var whole = authorization
    if !whole.scopes.contains(where: { $0.hasSameBytes(as: "openid") }) { whole.scopes.insert("openid", at: 0) }
    var own = Form()
    if let nonce { own.append("nonce", nonce) }
    if !prompts.isEmpty { own.append("prompt", prompts.map(\.rawValue).joined(separator: " ")) }
    if let maximumAge { own.append("max_age", String(maximumAge)) }
    if let loginHint { own.append("login_hint", loginHint) }
    if let idTokenHint { own.append("id_token_hint", idTokenHint) }
    if !languages.isEmpty { own.append("ui_locales", languages.joined(separator: " ")) }
    if !authenticationContextClasses.isEmpty {
      own.append("acr_values", authenticationContextClasses.joined(separator: " "))
    }
    if let display { own.append("display", display.rawValue) }
    if let claims { own.append("claims", claims.json.encodedText()) }
    whole.additional.fields = own.fields + whole.additional.fields
    return whole
  }

  private func verify() throws(OAuthError) {
    // "If this parameter contains none with any other value, an error is returned."
    guard !prompts.contains(.none) || prompts.count == 1 else {
      throw .authenticationParameter("“none” as the only prompt", in: "3.1.2.1")
    }
    guard maximumAge.map({ $0 >= 0 }) ?? true else {
      throw .authenticationParameter("a max_age of 0 or more seconds", in: "3.1.2.1")
    }
    // "Use of the nonce Claim is REQUIRED for this flow": the ID token comes through the browser.
    guard authorization.responseType == .code || nonce != nil else {
      throw .authenticationParameter("a nonce with a response type with an ID token", in: "3.3.2.11")
    }
  }
}

extension Form {
  /// The words of a list that is separated by spaces; none when it is absent.
  fileprivate func words(of name: String) throws(OAuthError) -> [String] {
    try nonEmptyText(of: name)?.split(separator: " ").map(String.init) ?? []
  }

  fileprivate func age(of name: String) throws(OAuthError) -> Int64? {
    guard let text = try nonEmptyText(of: name) else { return nil }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let age = Int64(text) else {
      throw .authenticationParameter("a “\(name)” in whole seconds", in: "3.1.2.1")
    }
    return age
  }
}

extension OAuthError {
  static func authenticationParameter(_ expected: String, in section: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .openID("Core", section), expected: expected, received: .described("none, or another"),
      remedy: "Begin the sign-in again in the app; if this repeats, it is the app's fault.")
  }
}
