import WayleaveWire

/// Where the members of a token answer stand, found in one pass.
///
/// RFC 6749 §5.1.
struct TokenMembers {
  private var accessToken: JSON.LazyObject.Value?
  private var tokenType: JSON.LazyObject.Value?
  private var expiresIn: JSON.LazyObject.Value?
  private var refreshToken: JSON.LazyObject.Value?
  private var scope: JSON.LazyObject.Value?
  private var idToken: JSON.LazyObject.Value?
  /// Whether there are members of other names.
  private(set) var hasOthers = false

  init(of object: borrowing JSON.LazyObject) {
    object.forEach { name, value in
      switch name {
      case _ where name.hasSameBytes(as: "access_token"): accessToken = value
      case _ where name.hasSameBytes(as: "token_type"): tokenType = value
      case _ where name.hasSameBytes(as: "expires_in"): expiresIn = value
      case _ where name.hasSameBytes(as: "refresh_token"): refreshToken = value
      case _ where name.hasSameBytes(as: "scope"): scope = value
      case _ where name.hasSameBytes(as: "id_token"): idToken = value
      default: hasOthers = true
      }
    }
  }

  /// The tokens; throws `token.malformed_answer`, `token.unsupported_type` and `token.downgraded`.
  func tokens(
    of object: borrowing JSON.LazyObject, dialect: borrowing OAuth2Dialect, accepting types: borrowing Set<TokenType>,
    tolerated: consuming [TokenResponse.Tolerance]
  ) throws(OAuthError) -> TokenResponse {
    guard let access = try token(accessToken, "access_token", in: object) else {
      throw .malformedAnswer("access_token")
    }
    let type = try type(in: object, dialect: dialect, accepting: types, tolerated: &tolerated)
    let lifetime = lifetime(in: object, dialect: dialect, tolerated: &tolerated)
    let granted = try scopes(in: object, dialect: dialect, tolerated: &tolerated)
    // RFC 6749 §A.17 allows a space in a refresh token; in a header no other token can have one (RFC 6750 §2.1).
    let refresh = try token(
      refreshToken, "refresh_token", in: object, from: 0x20, orEmpty: .emptyRefreshToken, tolerated: &tolerated)
    let identity = try token(idToken, "id_token", in: object, orEmpty: .emptyIDToken, tolerated: &tolerated)
    return TokenResponse(
      accessToken: access, tokenType: type, expiresIn: lifetime, refreshToken: refresh,
      idToken: identity,
      additional: hasOthers ? object.object(without: Self.names) : JSON.Object(), tolerated: tolerated,
      granted: granted)
  }

  /// The members that belong to one token.
  static let names = ["access_token", "token_type", "expires_in", "refresh_token", "scope", "id_token"]

  private func token(
    _ value: JSON.LazyObject.Value?, _ name: String, in object: borrowing JSON.LazyObject, from lowest: UInt8 = 0x21
  ) throws(OAuthError) -> Secret? {
    guard let value else { return nil }
    var token: Secret?
    var length = 0
    _ = object.withText(value) { text in
      length = text.count
      if text.isToken(from: lowest) { token = Secret(copying: UnsafeRawBufferPointer(text)) }
    }
    guard token != nil || object.isNull(value) else {
      throw length > Secret.longestToken ? .longToken(name, length) : .malformedAnswer(name)
    }
    return token
  }

  /// A token that may be left out, which an empty text does as well.
  private func token(
    _ value: JSON.LazyObject.Value?, _ name: String, in object: borrowing JSON.LazyObject, from lowest: UInt8 = 0x21,
    orEmpty tolerance: TokenResponse.Tolerance, tolerated: inout [TokenResponse.Tolerance]
  ) throws(OAuthError) -> Secret? {
    do {
      return try token(value, name, in: object, from: lowest)
    } catch {
      var isEmpty = false
      _ = value.map { object.withText($0) { isEmpty = $0.isEmpty } }
      guard isEmpty else { throw error }
      tolerated.append(tolerance)
      return nil
    }
  }

  private func type(
    in object: borrowing JSON.LazyObject, dialect: borrowing OAuth2Dialect, accepting types: borrowing Set<TokenType>,
    tolerated: inout [TokenResponse.Tolerance]
  ) throws(OAuthError) -> String {
    var isBearer = false
    guard let tokenType else { return try assumed(dialect, among: types, tolerated: &tolerated) }
    _ = object.withText(tokenType) { isBearer = $0.hasSameBytes(as: "Bearer") }
    // Nearly every answer writes it so.
    if isBearer, types == TokenType.bearerAlone { return TokenType.bearer.rawValue }
    guard case .text(let written) = object.scalar(tokenType) else {
      guard object.isNull(tokenType) else { throw .malformedAnswer("token_type") }
      return try assumed(dialect, among: types, tolerated: &tolerated)
    }
    let trimmed = written.withoutOuterSpace
    guard !trimmed.isEmpty else { return try assumed(dialect, among: types, tolerated: &tolerated) }
    let meant = dialect.answer.tokenTypes.first { $0.key.hasSameBytes(as: trimmed) }?.value ?? trimmed
    if !meant.hasSameBytes(as: written) { tolerated.append(.tokenTypeSpelling) }
    return try accepted(meant, among: types)
  }

  /// The type of tokens whose type the provider does not say, as null and an empty text do not.
  private func assumed(
    _ dialect: borrowing OAuth2Dialect, among types: borrowing Set<TokenType>,
    tolerated: inout [TokenResponse.Tolerance]
  ) throws(OAuthError) -> String {
    guard let assumed = dialect.answer.defaultTokenType else { throw .missingTokenType() }
    tolerated.append(.missingTokenType)
    return try accepted(assumed, among: types)
  }

  /// RFC 6749 §7.1: "The client MUST NOT use an access token if it does not understand the token type."
  private func accepted(_ written: String, among types: borrowing Set<TokenType>) throws(OAuthError) -> String {
    let type = TokenType(written)
    // Sets of so few are looked through faster than hashed.
    if let type, types.contains(where: { $0 == type }) { return written }
    if type == .bearer, types.contains(.dpop) { throw .downgraded() }
    throw .unsupportedTokenType(written)
  }

  /// RFC 6749 §5.1: "The lifetime in seconds of the access token", which 0 and -1 are not; see ``TokenAnswerDialect/expiresAtZero``.
  private func lifetime(
    in object: borrowing JSON.LazyObject, dialect: borrowing OAuth2Dialect, tolerated: inout [TokenResponse.Tolerance]
  ) -> Int64? {
    guard let stated = statedLifetime(in: object, tolerated: &tolerated) else { return nil }
    if stated > 0 { return min(stated, TokenResponse.maximumExpiresIn) }
    if dialect.answer.expiresAtZero { return 0 }
    tolerated.append(.noLifetime)
    return nil
  }

  private func statedLifetime(
    in object: borrowing JSON.LazyObject, tolerated: inout [TokenResponse.Tolerance]
  ) -> Int64? {
    guard let expiresIn else { return nil }
    let seconds: Double?
    switch object.scalar(expiresIn) {
    case .integer(let seconds): return seconds
    case .text(let digits) where digits.isNumber:
      seconds = Double(digits)
      tolerated.append(.textualExpiry)
    case .text: seconds = nil
    case .other:
      if object.isNull(expiresIn) { return nil }
      if case .number(let digits)? = object[expiresIn] { seconds = Double(digits) } else { seconds = nil }
    }
    guard let seconds, !seconds.isNaN else {
      tolerated.append(.unreadableExpiry)
      return nil
    }
    return Int64(min(max(seconds, -1), Double(TokenResponse.maximumExpiresIn)))
  }

  private func scopes(
    in object: borrowing JSON.LazyObject, dialect: borrowing OAuth2Dialect, tolerated: inout [TokenResponse.Tolerance]
  ) throws(OAuthError) -> GrantedScopes? {
    guard let scope, !object.isNull(scope) else { return nil }
    if case .text(let text) = object.scalar(scope) {
      let separator = dialect.answer.scopeSeparator ?? dialect.scopeSeparator
      if separator != " ", text.contains(separator) { tolerated.append(.scopeShape) }
      return .text(text, separator: separator)
    }
    guard case .array(let elements)? = object[scope] else { throw .malformedAnswer("scope") }
    tolerated.append(.scopeShape)
    return .names(elements.compactMap(\.string))
  }
}

extension String {
  /// Whether the text is a number of seconds, perhaps with a minus.
  fileprivate var isNumber: Bool {
    let digits = utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8[...]
    return !digits.isEmpty && digits.allSatisfy(\.isDigit)
  }
}

extension Secret {
  /// The longest token that is taken, in bytes.
  static let longestToken = 65536

  /// Whether a token answer could have brought it: with `lowest` a space, as a refresh token.
  package func isToken(from lowest: UInt8 = 0x21) -> Bool {
    exposedBytes.withUnsafeBufferPointer { $0.isToken(from: lowest) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are a token: characters from `lowest` to `~`, and no more of them than anyone needs.
  func isToken(from lowest: UInt8 = 0x21) -> Bool {
    guard (1...Secret.longestToken).contains(count) else { return false }
    // Without an early end, so that many bytes are looked at at once.
    var farthest: UInt8 = 0
    for index in 0..<count { farthest = Swift.max(farthest, self[index] &- lowest) }
    return farthest <= 0x7E - lowest
  }
}

extension OAuthError {
  fileprivate static func downgraded() -> OAuthError {
    OAuthError(
      .tokenDowngraded, rule: .rfc(9449, "5"), expected: "token type DPoP, since a key was proved",
      received: .described("Bearer, which anyone who finds it can use"),
      remedy: "Nothing was stored. If the provider does not bind tokens, its entry must not ask for it.")
  }

  static func malformedAnswer(_ member: String) -> OAuthError {
    OAuthError(
      .malformedTokenResponse, message: "The provider's token answer has no valid “\(member)”.",
      rule: .rfc(6749, "5.1"),
      remedy: "Nothing was stored. The provider's answer is wrong.",
      member: member)
  }

  fileprivate static func longToken(_ member: String, _ length: Int) -> OAuthError {
    OAuthError(
      .malformedTokenResponse,
      message:
        "“\(member)” of the provider's token answer has \(length) bytes; at most \(Secret.longestToken) are taken.",
      rule: .rfc(6749, "5.1"),
      remedy: "Nothing was stored. Ask for fewer scopes, or have the provider write less into its tokens.",
      member: member)
  }

  fileprivate static func missingTokenType() -> OAuthError {
    OAuthError(
      .malformedTokenResponse,
      message: "The provider's token answer does not say the type of the token (“token_type”).",
      rule: .rfc(6749, "5.1"), remedy: "Nothing was stored. \(Remedy.addToEntry("dialect.default_token_type"))",
      member: "token_type")
  }

  fileprivate static func unsupportedTokenType(_ type: String) -> OAuthError {
    OAuthError(
      .unsupportedTokenType, rule: .rfc(6749, "7.1"), expected: "a token type that is understood here",
      received: .text(type),
      remedy: """
        Nothing was stored: a token of a type that is not understood must not be used. Where the provider only spells it \
        otherwise, its entry can say so: “dialect.token_types”.
        """,
      member: "token_type")
  }
}
