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
  /// For how many seconds the access token is good; nil when nobody says.
  public var expiresIn: Int64?
  /// The refresh token; nil when none came.
  public var refreshToken: Secret?
  /// The granted scopes; nil when the server does not say, which means what was asked for.
  public var scopes: [String]?
  /// The ID token as it came; nothing in it is proved.
  public var idToken: Secret?
  /// Whatever else came.
  public var additional: JSON.Object
  /// What was not as the specification has it, and was taken all the same.
  public var tolerated: [Tolerance]

  /// A departure from RFC 6749 §5.1 that was let pass.
  public enum Tolerance: String, Sendable, CaseIterable {
    /// The provider does not tell the type.
    case missingTokenType = "missing token_type"
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
  }

  /// The longest lifetime that is believed: ten years. It keeps arithmetic with a server's number from overflowing.
  public static let maximumLifetime: Int64 = 10 * 366 * 86400

  /// Tokens to give.
  public init(
    accessToken: Secret, tokenType: String = "Bearer", expiresIn: Int64? = nil, refreshToken: Secret? = nil,
    scopes: [String]? = nil, idToken: Secret? = nil, additional: JSON.Object = JSON.Object()
  ) {
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.expiresIn = expiresIn
    self.refreshToken = refreshToken
    self.scopes = scopes
    self.idToken = idToken
    self.additional = additional
    tolerated = []
  }

  /// Reads an answer with a token of a type that is understood here.
  ///
  /// A client that proves a key and must have it bound accepts `dpop` alone. Throws `token.downgraded` when a server
  /// then gives a token that anybody can use: RFC 9449 §5. Throws `token.refused`, `token.client_refused` or `token.grant_refused` when it holds an error, whatever its
  /// status; `token.malformed_answer`, `token.unsupported_type` and `answer.…` when it holds no tokens either.
  public init(
    reading response: ResponseMessage, dialect: Dialect = Dialect(), accepting types: Set<TokenType> = [.bearer]
  ) throws(OAuthError) {
    try response.requireDirectAnswer()
    let answer = TokenAnswer(of: response)
    if let refusal = answer.refusal { throw .refused(refusal) }
    guard (200..<300).contains(response.status) else { throw .refused(answer.unreadableRefusal) }
    guard !response.looksLikeHTML else { throw .unexpectedContentType(response.contentType) }
    guard response.status <= 201, let members = answer.members else { throw .malformedAnswer("JSON body") }
    var tolerated: [Tolerance] = []
    if answer.isLoose {
      guard dialect.toleratesLooseTokenAnswers else { throw .unexpectedContentType(response.contentType) }
      tolerated.append(.contentType)
    }
    try self.init(members, dialect: dialect, accepting: types, tolerated: tolerated)
  }

  /// Reads the members of an answer, however they came.
  init(
    _ members: JSON.Object, dialect: Dialect, accepting types: Set<TokenType>, tolerated: [Tolerance]
  ) throws(OAuthError) {
    var tolerated = tolerated
    guard let accessToken = try Self.token("access_token", in: members) else { throw .malformedAnswer("access_token") }
    self.accessToken = accessToken
    (tokenType, tolerated) = try Self.tokenType(in: members, dialect: dialect, accepting: types, tolerated: tolerated)
    (expiresIn, tolerated) = Self.expiry(in: members, tolerated: tolerated)
    (scopes, tolerated) = try Self.scopes(in: members, dialect: dialect, tolerated: tolerated)
    if members["refresh_token"]?.string == "" {
      tolerated.append(.emptyRefreshToken)
      refreshToken = nil
    } else {
      refreshToken = try Self.token("refresh_token", in: members)
    }
    idToken = try Self.token("id_token", in: members)
    var additional = members
    for name in Self.ownNames { additional[name] = nil }
    self.additional = additional
    self.tolerated = tolerated
  }

  /// The answer on the wire, which no cache may keep.
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

  private static let ownNames = ["access_token", "token_type", "expires_in", "refresh_token", "scope", "id_token"]

  private static func token(_ name: String, in members: JSON.Object) throws(OAuthError) -> Secret? {
    switch members[name] {
    case nil, .null: return nil
    case .string(let text):
      guard !text.isEmpty, text.utf8.count <= 65536, text.utf8.allSatisfy({ $0.isVisibleCharacter && $0 != 0x20 })
      else {
        throw .malformedAnswer(name)
      }
      return Secret(text)
    default: throw .malformedAnswer(name)
    }
  }

  private static func tokenType(
    in members: JSON.Object, dialect: Dialect, accepting types: Set<TokenType>, tolerated: [Tolerance]
  ) throws(OAuthError) -> (String, [Tolerance]) {
    guard let written = members["token_type"], written != .null else {
      guard let assumed = dialect.defaultTokenType else { throw .malformedAnswer("token_type") }
      return (try accepted(assumed, among: types), tolerated + [.missingTokenType])
    }
    guard let text = written.string else { throw .unsupportedTokenType(nil) }
    return (try accepted(text, among: types), tolerated)
  }

  /// RFC 6749 §7.1: "The client MUST NOT use an access token if it does not understand the token type."
  private static func accepted(_ written: String, among types: Set<TokenType>) throws(OAuthError) -> String {
    let type = TokenType(written)
    if let type, types.contains(type) { return written }
    if type == .bearer, types.contains(.dpop) { throw .downgraded() }
    throw .unsupportedTokenType(written)
  }

  private static func expiry(in members: JSON.Object, tolerated: [Tolerance]) -> (Int64?, [Tolerance]) {
    let seconds: Double?
    var tolerated = tolerated
    switch members["expires_in"] {
    case nil, .null: return (nil, tolerated)
    case .number(let digits): seconds = Double(digits)
    case .string(let digits) where !digits.isEmpty && digits.utf8.allSatisfy(\.isDigit):
      seconds = Double(digits)
      tolerated.append(.textualExpiry)
    default: seconds = nil
    }
    guard let seconds, !seconds.isNaN else { return (nil, tolerated + [.unreadableExpiry]) }
    return (Int64(min(max(seconds, 0), Double(maximumLifetime))), tolerated)
  }

  private static func scopes(
    in members: JSON.Object, dialect: Dialect, tolerated: [Tolerance]
  ) throws(OAuthError) -> ([String]?, [Tolerance]) {
    switch members["scope"] {
    case nil, .null: return (nil, tolerated)
    case .string(let text):
      let own = dialect.scopeSeparator
      let parts = text.split { $0 == " " || String($0) == own }.map(String.init)
      return (parts, tolerated + (own != " " && text.contains(own) ? [.scopeShape] : []))
    case .array(let elements) where dialect.toleratesLooseTokenAnswers:
      return (elements.compactMap(\.string), tolerated + [.scopeShape])
    default: throw .malformedAnswer("scope")
    }
  }
}

extension OAuthError {
  fileprivate static func downgraded() -> OAuthError {
    OAuthError(
      .tokenDowngraded, rule: .rfc(9449, "5"), expected: "token type DPoP, since a key was proved",
      received: .described("Bearer, which whoever finds it can use"),
      remedy: "Nothing was stored. If the provider does not bind tokens, its entry must not ask for it.")
  }

  fileprivate static func malformedAnswer(_ what: String) -> OAuthError {
    OAuthError(
      .malformedTokenResponse, rule: .rfc(6749, "5.1"), expected: "a token answer with a valid “\(what)”",
      received: .described("none, or another"), remedy: "Nothing was stored. The provider's answer is at fault.")
  }

  fileprivate static func unsupportedTokenType(_ type: String?) -> OAuthError {
    OAuthError(
      .unsupportedTokenType, rule: .rfc(6749, "7.1"), expected: "a token type that is understood here",
      received: .text(type),
      remedy: "Nothing was stored: a token of a type that we do not understand must not be used.")
  }

  fileprivate static func unexpectedContentType(_ type: String?) -> OAuthError {
    OAuthError(
      .unexpectedAnswer, rule: .rfc(6749, "5.1"), expected: "application/json", received: .text(type),
      remedy: "Where a provider is known to answer so, its entry can say that loose answers are tolerated.")
  }

  /// What the client does about a refusal depends on the word alone: the grant is gone, the client is wrong, or neither.
  static func refused(_ refusal: ProviderRefusal) -> OAuthError {
    let (code, remedy): (Code, String) =
      switch refusal.error {
      case "invalid_grant": (.grantRefused, "Sign in again: the provider no longer honours this grant.")
      case "invalid_client", "unauthorized_client":
        (.clientRefused, "Check client id, secret and authentication method against the provider's page for your app.")
      case "access_denied":
        (.denied, "The user said no, or the provider in the user's name. Begin again if that is wrong.")
      case "expired_token": (.timedOut, "Begin the sign-in again, and type the new code.")
      default: (.tokenRefused, "See what the provider says, and its documentation.")
      }
    return OAuthError(
      code, rule: .rfc(6749, "5.2"), expected: "tokens", received: .text(refusal.error), remedy: remedy,
      refusal: refusal)
  }
}
