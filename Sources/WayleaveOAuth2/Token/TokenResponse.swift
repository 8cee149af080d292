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
    reading response: ResponseMessage, dialect: Dialect = Dialect(),
    accepting types: Set<TokenType> = TokenType.bearerAlone
  ) throws(OAuthError) {
    try response.requireDirectAnswer()
    let answer = TokenAnswer(of: response)
    if let refusal = answer.refusal { throw .refused(refusal) }
    guard (200..<300).contains(answer.status) else { throw .refused(answer.unreadableRefusal) }
    guard answer.isJSON && answer.isReadable || !response.looksLikeHTML else {
      throw .unexpectedContentType(response.contentType)
    }
    guard answer.status <= 201, answer.isReadable else { throw .malformedAnswer("JSON body") }
    guard !answer.isLoose || dialect.toleratesLooseTokenAnswers else {
      throw .unexpectedContentType(response.contentType)
    }
    try self.init(answer.members, dialect: dialect, accepting: types)
    if answer.isLoose { tolerated.insert(.contentType, at: 0) }
  }

  /// Reads the members of an answer, however they came.
  init(
    _ members: borrowing JSON.LazyObject, dialect: borrowing Dialect, accepting types: borrowing Set<TokenType>
  ) throws(OAuthError) {
    guard let accessToken = try Self.token("access_token", in: members) else { throw .malformedAnswer("access_token") }
    var tolerated: [Tolerance] = []
    let tokenType = try Self.tokenType(in: members, dialect: dialect, accepting: types, tolerated: &tolerated)
    let expiresIn = Self.expiry(in: members, tolerated: &tolerated)
    let scopes = try Self.scopes(in: members, dialect: dialect, tolerated: &tolerated)
    let refreshToken = try Self.refreshToken(in: members, tolerated: &tolerated)
    let idToken = try Self.token("id_token", in: members)
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.expiresIn = expiresIn
    self.refreshToken = refreshToken
    self.scopes = scopes
    self.idToken = idToken
    self.tolerated = tolerated
    additional = members.object(without: Self.ownNames)
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

  private static let ownNames: [StaticString] = [
    "access_token", "token_type", "expires_in", "refresh_token", "scope", "id_token",
  ]

  private static func token(_ name: StaticString, in members: JSON.LazyObject) throws(OAuthError) -> Secret? {
    var token: Secret?
    let isText = members.withText(name) { text in
      if text.isToken { token = Secret(copying: UnsafeRawBufferPointer(text)) }
    }
    guard token != nil || (!isText && members.isAbsent(name)) else { throw .malformedAnswer("\(name)") }
    return token
  }

  private static func refreshToken(
    in members: JSON.LazyObject, tolerated: inout [Tolerance]
  ) throws(OAuthError) -> Secret? {
    do {
      return try token("refresh_token", in: members)
    } catch {
      var isEmpty = false
      guard members.withText("refresh_token", { isEmpty = $0.isEmpty }), isEmpty else { throw error }
      tolerated.append(.emptyRefreshToken)
      return nil
    }
  }

  private static func tokenType(
    in members: JSON.LazyObject, dialect: Dialect, accepting types: Set<TokenType>, tolerated: inout [Tolerance]
  ) throws(OAuthError) -> String {
    var written: String?
    _ = members.withText("token_type") { written = String(decoding: $0, as: UTF8.self) }
    if let written { return try accepted(written, among: types) }
    guard members.isAbsent("token_type") else { throw .unsupportedTokenType(nil) }
    guard let assumed = dialect.defaultTokenType else { throw .malformedAnswer("token_type") }
    tolerated.append(.missingTokenType)
    return try accepted(assumed, among: types)
  }

  /// RFC 6749 §7.1: "The client MUST NOT use an access token if it does not understand the token type."
  private static func accepted(_ written: String, among types: Set<TokenType>) throws(OAuthError) -> String {
    let type = TokenType(written)
    // Sets of so few are looked through faster than hashed.
    if let type, types.contains(where: { $0 == type }) { return written }
    if type == .bearer, types.contains(.dpop) { throw .downgraded() }
    throw .unsupportedTokenType(written)
  }

  private static func expiry(in members: JSON.LazyObject, tolerated: inout [Tolerance]) -> Int64? {
    let seconds: Double?
    switch members.scalar("expires_in") {
    case nil: return nil
    case .integer(let seconds): return min(max(seconds, 0), maximumLifetime)
    case .text(let digits) where !digits.isEmpty && digits.utf8.allSatisfy(\.isDigit):
      seconds = Double(digits)
      tolerated.append(.textualExpiry)
    case .text: seconds = nil
    case .other:
      guard !members.isAbsent("expires_in") else { return nil }
      guard case .number(let digits) = members["expires_in"] else {
        seconds = nil
        break
      }
      seconds = Double(digits)
    }
    guard let seconds, !seconds.isNaN else {
      tolerated.append(.unreadableExpiry)
      return nil
    }
    return Int64(min(max(seconds, 0), Double(maximumLifetime)))
  }

  private static func scopes(
    in members: JSON.LazyObject, dialect: Dialect, tolerated: inout [Tolerance]
  ) throws(OAuthError) -> [String]? {
    let own = dialect.scopeSeparator
    if own.utf8.count == 1, let separator = own.utf8.first {
      var scopes: ScopeList?
      _ = members.withText("scope") { scopes = ScopeList($0, separator: separator) }
      if let scopes {
        if separator != UInt8(ascii: " "), scopes.usesSeparator { tolerated.append(.scopeShape) }
        return scopes.names
      }
    }
    switch members["scope"] {
    case nil, .null: return nil
    case .string(let text):
      if own != " ", text.contains(own) { tolerated.append(.scopeShape) }
      return text.split { $0 == " " || String($0) == own }.map(String.init)
    case .array(let elements) where dialect.toleratesLooseTokenAnswers:
      tolerated.append(.scopeShape)
      return elements.compactMap(\.string)
    default: throw .malformedAnswer("scope")
    }
  }
}

/// Scopes as they stand in one text, separated by spaces or by the dialect's character.
private struct ScopeList {
  private(set) var names: [String] = []
  private(set) var usesSeparator = false

  init(_ text: UnsafeBufferPointer<UInt8>, separator: UInt8) {
    names.reserveCapacity(4)
    var start = 0
    while start < text.count {
      let space = text.position(of: UInt8(ascii: " "), from: start) ?? text.count
      let own = separator == UInt8(ascii: " ") ? space : text.position(of: separator, from: start) ?? text.count
      let end = min(space, own)
      append(text, start..<end)
      if end < text.count, end == own { usesSeparator = true }
      start = end + 1
    }
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) {
    guard !name.isEmpty else { return }
    names.append(String(decoding: UnsafeBufferPointer(rebasing: text[name]), as: UTF8.self))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are a token: visible characters, and no more of them than anyone needs.
  fileprivate var isToken: Bool {
    guard (1...65536).contains(count) else { return false }
    // Without an early end, so that many bytes are looked at at once.
    var farthest: UInt8 = 0
    for index in 0..<count { farthest = Swift.max(farthest, self[index] &- 0x21) }
    return farthest <= 0x7E - 0x21
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
