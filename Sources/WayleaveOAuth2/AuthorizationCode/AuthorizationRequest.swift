public import WayleaveWire

/// Sends the user to the authorization server, to come back with a code.
///
/// RFC 6749 §4.1.1; the challenge is RFC 7636 §4.3.
public struct AuthorizationRequest: Sendable, Equatable {
  /// The client id.
  public var clientID: ClientID
  /// Where the user comes back to.
  public var redirectURI: RedirectURI
  /// What is asked for, in the client's words.
  public var scopes: [String]
  /// What binds the callback to this request.
  public var state: Secret?
  /// What binds the code to this client instance; nil only for providers that refuse it.
  public var codeChallenge: CodeChallenge?
  /// What is to come back.
  public var responseType: ResponseType
  /// How it is to come back; nil leaves it to the default of the response type.
  public var responseMode: ResponseMode?
  /// The APIs that the token is for; empty leaves them to the server.
  ///
  /// RFC 8707 §2.1.
  public var resources: [ResourceIndicator]
  /// What is asked for in more detail than by scopes; nil for none.
  ///
  /// RFC 9396 §3.
  public var details: AuthorizationDetails?
  /// The thumbprint of the key that the code is bound to; nil for none.
  ///
  /// RFC 9449 §10, `dpop_jkt`.
  public var dpopKeyThumbprint: String?
  /// Further pairs, such as `nonce`; none of them may be one of ours.
  public var additional: Form

  /// A request for a code.
  public init(
    clientID: ClientID, redirectURI: RedirectURI, scopes: [String] = [], state: Secret?, codeChallenge: CodeChallenge?,
    responseType: ResponseType = .code, responseMode: ResponseMode? = nil,
    resources: [ResourceIndicator] = [], details: AuthorizationDetails? = nil, dpopKeyThumbprint: String? = nil,
    additional: Form = Form()
  ) {
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.state = state
    self.codeChallenge = codeChallenge
    self.responseType = responseType
    self.responseMode = responseMode
    self.resources = resources
    self.details = details
    self.dpopKeyThumbprint = dpopKeyThumbprint
    self.additional = additional
  }

  /// The address to show to the user.
  ///
  /// Throws `wire.duplicate_parameter` when the endpoint's own query or an additional pair names one of ours: an
  /// attacker who edits metadata could choose the client or the redirect URI.
  public func url(
    at endpoint: Endpoint, dialect: borrowing OAuth2Dialect = .common
  ) throws(OAuthError) -> AbsoluteURL {
    if isPlain(in: dialect), endpoint.url.query == nil, dialect.authorization.fragment == nil {
      try requireFittingResponseMode()
      return try endpoint.url.adding { append(to: &$0, dialect: dialect) }
    }
    let form = try form(dialect: dialect)
    // Our own pairs are distinct already.
    if endpoint.url.query != nil { try form.requireDistinctFromQuery(of: endpoint.url) }
    guard let fragment = dialect.authorization.fragment else { return try endpoint.url.adding(form) }
    return try AbsoluteURL("\(endpoint.url.text(adding: form))#\(fragment)")
  }

  /// The pairs of the request, for a query, a pushed request or a request object.
  ///
  /// Throws `wire.duplicate_parameter` when an additional pair names one of ours.
  public func form(dialect: borrowing OAuth2Dialect = .common) throws(OAuthError) -> Form {
    try requireFittingResponseMode()
    var form = Form()
    append(to: &form, dialect: dialect)
    // Ours are distinct.
    guard !isPlain(in: dialect) else { return form }
    form = form.renamed(by: dialect.parameterNames)
    for (name, value) in dialect.authorization.parameters.sorted(by: { $0.key < $1.key }) { form.append(name, value) }
    form.append(contentsOf: additional)
    try form.requireDistinctNames(but: RequestedAccess.repeatable)
    return form
  }

  /// Whether it has our own pairs alone, under their standard names.
  private func isPlain(in dialect: borrowing OAuth2Dialect) -> Bool {
    dialect.authorization.parameters.isEmpty && additional.isEmpty && dialect.parameterNames.isEmpty
  }

  private func requireFittingResponseMode() throws(OAuthError) {
    if let responseMode, !responseMode.mayCarry(responseType) {
      throw .authorizationParameter("a response_mode that keeps ID tokens out of queries")
    }
  }

  /// Writes our own pairs.
  private func append(to pairs: inout some PairList, dialect: borrowing OAuth2Dialect) {
    pairs.append("response_type", responseType.rawValue)
    pairs.append("client_id", clientID.text)
    pairs.append("redirect_uri", redirectURI.text)
    if let responseMode { pairs.append("response_mode", responseMode.rawValue) }
    RequestedAccess(scopes: scopes, resources: resources, details: details).append(to: &pairs, dialect: dialect)
    if let dpopKeyThumbprint { pairs.append("dpop_jkt", dpopKeyThumbprint) }
    if let state { pairs.append("state", state) }
    if let codeChallenge {
      pairs.append("code_challenge", codeChallenge.text)
      pairs.append("code_challenge_method", codeChallenge.form.method)
    }
  }

  /// Reads the query of a request that a user's browser sent; see ``init(reading:allowing:)-(Form,_)``.
  public init(
    reading request: RequestMessage, allowing responseTypes: Set<ResponseType> = [.code]
  ) throws(OAuthError) {
    try self.init(reading: Form(decoding: request.query ?? ""), allowing: responseTypes)
  }

  /// Reads the pairs of a request: of a query, a pushed request or a request object.
  ///
  /// Throws `configuration.invalid_redirect_uri`, `wire.duplicate_parameter` or `configuration.invalid_value`; the last
  /// also for a response type that is not allowed. Whether client and redirect URI are registered is the server's to say.
  public init(reading form: Form, allowing responseTypes: Set<ResponseType> = [.code]) throws(OAuthError) {
    try self.init(reading: form, allowing: responseTypes, challenge: .s256)
  }

  /// The same at a provider that wants the challenge in another form.
  package init(
    reading form: Form, allowing responseTypes: Set<ResponseType> = [.code], challenge challengeForm: CodeChallengeForm
  ) throws(OAuthError) {
    try form.requireDistinctNames(but: ["resource"])
    guard let clientID = try form.nonEmptyText(of: "client_id").map(ClientID.init) else {
      throw .authorizationParameter("“client_id”")
    }
    guard let redirectURI = try form.nonEmptyText(of: "redirect_uri") else {
      throw .authorizationParameter("“redirect_uri”")
    }
    guard let type = try form.text(of: "response_type").flatMap({ ResponseType($0) }), responseTypes.contains(type)
    else {
      throw .authorizationParameter("a response_type that is offered")
    }
    let mode = try form.nonEmptyText(of: "response_mode")
    guard mode.map({ ResponseMode(rawValue: $0)?.mayCarry(type) ?? false }) ?? true else {
      throw .authorizationParameter("a response_mode that fits the response type")
    }
    let challenge = try form.nonEmptyText(of: "code_challenge")
    self.clientID = clientID
    self.redirectURI = try RedirectURI(redirectURI)
    let access = try RequestedAccess(reading: form)
    (scopes, resources, details) = (access.scopes, access.resources, access.details)
    dpopKeyThumbprint = try form.nonEmptyText(of: "dpop_jkt")
    state = try form.nonEmptySecret(of: "state")
    codeChallenge = try challenge.map { (text) throws(OAuthError) in
      try CodeChallenge(text, method: try form.text(of: "code_challenge_method"), form: challengeForm)
    }
    responseType = type
    responseMode = mode.flatMap { ResponseMode(rawValue: $0) }
    additional = form
    additional.fields.removeAll { field in Self.ownNames.contains { field.name.elementsEqual($0.utf8) } }
  }

  private static let ownNames = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method",
    "response_mode", "resource", "authorization_details", "dpop_jkt",
  ]
}

extension OAuthError {
  fileprivate static func authorizationParameter(_ expected: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .rfc(6749, "4.1.1"), expected: "\(expected) in the authorization request",
      received: .described("none, or another"),
      remedy: "Begin the sign-in again in the app; if this repeats, it is the app's fault.")
  }
}
