import HTTPTypes
public import WayleaveWire

/// The tokens that a token endpoint gives.
///
/// RFC 6749 §5.1.
public struct TokenResponse: Sendable, Equatable {
  /// The access token.
  public var accessToken: Secret
  /// The type as it was written, or the dialect's.
  public var tokenType: String
  /// For how many seconds the access token is good; nil when the server states no lifetime.
  public var expiresIn: Int64?
  /// The refresh token; nil when none came.
  public var refreshToken: Secret?
  /// The granted scopes; nil when the server does not say: see ``scopes(grantedFor:)``.
  public var scopes: [String]? {
    get { granted?.names }
    set { granted = newValue.map(GrantedScopes.names) }
  }
  /// The ID token as it came; nothing in it is verified.
  public var idToken: Secret?
  /// Whatever else came.
  public var additional: JSON.Object
  /// What was not as the specification has it, and was accepted.
  public var tolerated: [Tolerance]
  /// When the access token expires, from a provider that names the time; nil from others.
  public var expiresAt: Instant?
  var granted: GrantedScopes?

  /// A departure from RFC 6749 §5.1 that was let pass.
  public enum Tolerance: String, Sendable, CaseIterable {
    /// The provider does not say the type.
    case missingTokenType = "missing token_type"
    /// The type with spaces around it, or in a spelling that the provider's entry explains.
    case tokenTypeSpelling = "token_type in another spelling"
    /// A number written as a text.
    case textualExpiry = "expires_in as a text"
    /// An expiry that is no number of seconds, taken as unknown.
    case unreadableExpiry = "unreadable expires_in"
    /// Scopes as a list, or separated otherwise.
    case scopeShape = "scope in another shape"
    /// A form, or another content type.
    case contentType = "another content type"
    /// A refresh token without characters.
    case emptyRefreshToken = "empty refresh_token"
    /// An ID token without characters, which is none.
    case emptyIDToken = "empty id_token"
    /// An error without characters next to an access token, which is none.
    case emptyError = "empty error"
    /// A lifetime of 0 or less, which is none: see ``TokenAnswerDialect/expiresAtZero``.
    case noLifetime = "expires_in of 0 or less"
  }

  /// The longest `expires_in` that is believed: ten years. It keeps arithmetic with a server's number from overflowing.
  package static let maximumExpiresIn: Int64 = 10 * 366 * 86_400
}

extension TokenResponse {
  /// Tokens to give.
  public init(
    accessToken: Secret, tokenType: String = "Bearer", expiresIn: Int64? = nil, refreshToken: Secret? = nil,
    scopes: [String]? = nil, idToken: Secret? = nil, additional: JSON.Object = JSON.Object()
  ) {
    self.init(
      accessToken: accessToken, tokenType: tokenType, expiresIn: expiresIn, refreshToken: refreshToken,
      idToken: idToken, additional: additional, tolerated: [], granted: scopes.map(GrantedScopes.names))
  }

  /// Reads an answer with a token of a type that is understood here.
  ///
  /// A client that shows a proof and must have the token bound accepts `dpop` alone; `token.downgraded` is thrown when
  /// a server then gives a token that anyone can use. One that does not demand it accepts ``TokenType/bearerOrDPoP``,
  /// above all at a refresh: RFC 9449 §5 lets a server answer `Bearer` and bind the refresh token alone. Throws `token.refused`, `token.client_refused` or
  /// `token.grant_refused` when it holds an error, whatever its status; `token.malformed_answer`,
  /// `token.unsupported_type` and `answer.…` when it holds no tokens either.
  public init(
    reading response: borrowing ResponseMessage, dialect: borrowing OAuth2Dialect = .common,
    accepting types: borrowing Set<TokenType> = TokenType.bearerAlone
  ) throws(OAuthError) {
    try self.init(reading: response, dialect: dialect, accepting: types, to: .signIn)
  }

  /// Reads the answer to a grant of a kind: its words of refusal are read by that kind.
  package init(
    reading response: borrowing ResponseMessage, dialect: borrowing OAuth2Dialect,
    accepting types: borrowing Set<TokenType>, to grant: SentGrant
  ) throws(OAuthError) {
    let status = response.status
    try response.requireDirectAnswer(ofStatus: status)
    let answer =
      dialect.answer.isPlain
      ? TokenAnswer(of: response, status: status)
      : TokenAnswer(of: response, status: status).reshaped(by: dialect.answer)
    let members = TokenMembers(of: answer.members)
    // No refusal is without a member that tokens do not have.
    if members.hasOthers, let refusal = answer.refusal { throw .refused(refusal, of: grant, by: dialect.refusalTable) }
    guard (200..<300).contains(answer.status) else {
      throw .refused(answer.unreadableRefusal(of: response), of: grant, by: dialect.refusalTable)
    }
    guard answer.isJSON && answer.isReadable || !response.looksLikeHTML else {
      throw .unexpectedContentType(response.contentType)
    }
    guard answer.status <= 201, answer.isReadable else { throw .unreadableAnswer(to: grant) }
    guard !answer.isLoose || dialect.answer.isLoose else {
      throw .unexpectedContentType(response.contentType)
    }
    var tolerated: [Tolerance] = answer.isLoose ? [.contentType] : []
    // An error that is no refusal stands there, and is empty: anything else was thrown above.
    if members.hasOthers, !answer.members.isAbsent("error"), answer.members["error"] != false {
      tolerated.append(.emptyError)
    }
    self = try members.tokens(of: answer.members, dialect: dialect, accepting: types, tolerated: tolerated)
    expiresAt = answer.expiresAt
  }

  /// Reads the members of an answer, however they came.
  init(_ members: JSON.LazyObject, dialect: OAuth2Dialect, accepting types: Set<TokenType>) throws(OAuthError) {
    self = try TokenMembers(of: members).tokens(of: members, dialect: dialect, accepting: types, tolerated: [])
  }

  /// What is granted to a request for these scopes: they themselves, where the server does not say.
  ///
  /// RFC 6749 §5.1: "OPTIONAL, if identical to the scope requested by the client; otherwise, REQUIRED."
  public func scopes(grantedFor asked: [String]) -> [String] { scopes ?? asked }

  /// The answer on the wire, which no cache may store.
  public func response() -> ResponseMessage {
    var members = JSON.Object()
    members["access_token"] = .string(accessToken.exposedText)
    members["token_type"] = tokenType.isEmpty ? nil : .string(tokenType)
    members["expires_in"] = expiresIn.map { .number(String($0)) }
    members["refresh_token"] = refreshToken.map { .string($0.exposedText) }
    members["scope"] = scopes.map { .string($0.joined(separator: " ")) }
    members["id_token"] = idToken.map { .string($0.exposedText) }
    for member in additional.members { members[member.name] = member.value }
    var response = ResponseMessage(.ok, json: .object(members))
    response.head.headerFields[.cacheControl] = "no-store"
    return response
  }
}

extension OAuthError {
  fileprivate static func unexpectedContentType(_ type: String?) -> OAuthError {
    OAuthError(
      .unexpectedAnswer,
      message: "The provider's token answer is of the type \(OAuthError.Received.text(type)), not JSON.",
      rule: .rfc(6749, "5.1"),
      remedy: "Where a provider is known to answer so, its entry can say that loose answers are tolerated.")
  }

  /// An answer that came whole, and is no JSON: bytes that are no UTF-8, or an end that is missing.
  fileprivate static func unreadableAnswer(to grant: SentGrant) -> OAuthError {
    OAuthError(
      .malformedTokenResponse, message: "The provider's token answer cannot be read as JSON.", rule: .rfc(6749, "5.1"),
      remedy: grant == .refresh
        ? "Nothing was stored. The refresh token may be spent: if the next renewal is refused, sign in again."
        : "Nothing was stored. The provider's answer is wrong.")
  }

  /// What the client does about a refusal: the grant is gone, the client is wrong, or neither.
  ///
  /// A token endpoint's answer is read by a table, since not every provider says `invalid_grant` for a grant that is
  /// gone, and one that is not recognised would be sent again and again. RFC 6749 §5.2.
  static func refused(
    _ refusal: ProviderRefusal, of grant: SentGrant = .signIn, by table: RefusalTable? = nil
  ) -> OAuthError {
    let code = grant.code(of: refusal, by: table)
    return OAuthError(
      code, message: grant.sentence(for: code, refusal), rule: .rfc(6749, "5.2"),
      remedy: grant.remedy(for: code, refusal),
      refusal: refusal)
  }
}
