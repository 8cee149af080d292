public import WayleaveWire

/// Asks that a user be asked on a device of their own, without any browser here.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §7.1.
public struct BackchannelAuthenticationRequest: Sendable, Equatable {
  /// Who the user is: exactly one of three ways of saying so.
  public enum Hint: Sendable, Equatable {
    /// By a name, number or address.
    case login(String)
    /// By an ID token that the server gave before.
    case idToken(Secret)
    /// By a token that another party made.
    case loginToken(Secret)
  }

  /// What is asked for; `openid` is among the scopes.
  public var access: RequestedAccess
  /// Who the user is.
  public var hint: Hint
  /// What both devices show, so that the user knows that they belong together; nil for none.
  public var bindingMessage: String?
  /// How the user should sign in, the best way first.
  public var authenticationContextClasses: [String]
  /// A code that only the user knows, where the server wants one.
  public var userCode: Secret?
  /// For how many seconds the request should be good; nil leaves it to the server.
  public var requestedExpiry: Int64?
  /// What the server shows when it informs us that the user has answered; nil when we only poll.
  ///
  /// §10.2: a bearer token of ours, which ``BackchannelPing`` compares.
  public var notificationToken: Secret?

  /// The name of the scope that makes the request one of OpenID Connect.
  static let scope = "openid"

  /// A request.
  public init(
    _ hint: Hint, access: RequestedAccess = RequestedAccess(scopes: ["openid"]), bindingMessage: String? = nil,
    authenticationContextClasses: [String] = [], userCode: Secret? = nil, requestedExpiry: Int64? = nil,
    notificationToken: Secret? = nil
  ) {
    self.access = access
    self.hint = hint
    self.bindingMessage = bindingMessage
    self.authenticationContextClasses = authenticationContextClasses
    self.userCode = userCode
    self.requestedExpiry = requestedExpiry
    self.notificationToken = notificationToken
  }

  /// Draws a notification token of 256 bits.
  public static func notificationToken(using random: inout some RandomNumberGenerator) -> Secret {
    RandomText.secret(bytes: 32, using: &random)
  }

  /// The request, authenticated as the client; throws `configuration.invalid_client` for a public one, and
  /// `configuration.invalid_value` for a notification token that could be guessed, a lifetime of nothing, or without the
  /// scope.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    try client.request(posting: try form(as: client, dialect: dialect), to: endpoint, dialect: dialect)
  }

  /// What is asked, for a client that may ask it.
  func form(as client: Client, dialect: OAuth2Dialect) throws(OAuthError) -> Form {
    guard client.authenticationMethod(by: dialect) != .publicClient else { throw .backchannelClient() }
    try verify { expected in .backchannelValue(expected) }
    var form = Form()
    access.append(to: &form, dialect: dialect)
    switch hint {
    case .login(let text): form.append("login_hint", text)
    case .idToken(let token): form.append("id_token_hint", token)
    case .loginToken(let token): form.append("login_hint_token", token)
    }
    if let bindingMessage { form.append("binding_message", bindingMessage) }
    if !authenticationContextClasses.isEmpty {
      form.append("acr_values", authenticationContextClasses.joined(separator: " "))
    }
    if let userCode { form.append("user_code", userCode) }
    if let requestedExpiry { form.append("requested_expiry", String(requestedExpiry)) }
    if let notificationToken { form.append("client_notification_token", notificationToken) }
    return form
  }

  /// Reads the form of a request; throws `token.refused` with `invalid_request`.
  public init(reading form: Form) throws(OAuthError) {
    access = try RequestedAccess(reading: form)
    hint = try Self.hint(in: form)
    bindingMessage = try form.nonEmptyText(of: "binding_message")
    authenticationContextClasses =
      try form.nonEmptyText(of: "acr_values")?.split(separator: " ").map(String.init) ?? []
    userCode = try form.nonEmptyText(of: "user_code").map { Secret($0) }
    requestedExpiry = try form.nonEmptyText(of: "requested_expiry").map { text throws(OAuthError) in
      guard let seconds = Int64(text) else { throw .malformedGrant(expected: "a positive requested_expiry") }
      return seconds
    }
    notificationToken = try form.nonEmptyText(of: "client_notification_token").map { Secret($0) }
    try verify { expected in .malformedGrant(expected: expected) }
  }

  /// §7.1: "one (and only one) of the hints specified above" is required.
  private static func hint(in form: Form) throws(OAuthError) -> Hint {
    let hints: [Hint?] = [
      try form.nonEmptyText(of: "login_hint").map { .login($0) },
      try form.nonEmptyText(of: "id_token_hint").map { .idToken(Secret($0)) },
      try form.nonEmptyText(of: "login_hint_token").map { .loginToken(Secret($0)) },
    ]
    let given = hints.compactMap(\.self)
    guard given.count == 1 else { throw .malformedGrant(expected: "one hint, and only one") }
    return given[0]
  }

  /// §7.1: the scope "MUST contain openid"; the token "MUST NOT exceed 1024 characters" and has 128 bits at least.
  private func verify(_ refused: (String) -> OAuthError) throws(OAuthError) {
    guard access.scopes.contains(where: { $0.hasSameBytes(as: Self.scope) }) else {
      throw refused("the scope “openid”")
    }
    guard requestedExpiry.map({ $0 > 0 }) ?? true else { throw refused("a positive requested_expiry") }
    guard let notificationToken else { return }
    // 128 bits take 22 characters of base64url.
    guard (22...1024).contains(notificationToken.count),
      notificationToken.exposedBytes.allSatisfy({ $0.isUnreserved || "+/=".utf8.contains($0) })
    else { throw refused("a notification token of 22 to 1024 characters") }
  }
}

extension OAuthError {
  fileprivate static func backchannelClient() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The client has no secret, key or certificate, and it needs one to ask a user.",
      rule: .openID("CIBA", "7.1"), remedy: "Give the client its secret, its key or its certificate.")
  }

  fileprivate static func backchannelValue(_ expected: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .openID("CIBA", "7.1"), expected: expected, received: .described("another, or none"),
      remedy: "Correct the request; draw the token with notificationToken(using:).")
  }
}
