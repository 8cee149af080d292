public import WayleaveWire

/// What an exchange gives: a token to use, or one that is only handed on.
///
/// RFC 8693 §2.2.1.
public struct TokenExchangeResponse: Sendable, Equatable {
  /// The token, of whatever kind.
  public let token: Secret
  /// Its kind.
  public let issuedType: TokenTypeIdentifier
  /// The tokens that can be used at an API; nil when the type is `N_A`: what came "is not an access token", and must
  /// not be sent as one.
  public let accessTokens: TokenResponse?
  private let answer: TokenResponse

  /// An answer to give.
  public init(_ answer: TokenResponse, issuedType: TokenTypeIdentifier) {
    self.answer = answer
    self.issuedType = issuedType
    token = answer.accessToken
    accessTokens = TokenType(answer.tokenType) == .notApplicable ? nil : answer
  }

  /// Reads an answer; throws as ``TokenResponse`` does, and `answer.unexpected` without `issued_token_type`.
  public init(
    reading response: ResponseMessage, dialect: OAuth2Dialect = OAuth2Dialect(),
    accepting types: Set<TokenType> = TokenType.bearerAlone
  ) throws(OAuthError) {
    var answer = try TokenResponse(
      reading: response, dialect: dialect, accepting: types.union([.notApplicable]), to: .direct)
    guard let type = answer.additional["issued_token_type"]?.string, !type.isEmpty else {
      throw .unexpectedEndpointAnswer("“issued_token_type”", .rfc(8693, "2.2.1"), member: "issued_token_type")
    }
    answer.additional["issued_token_type"] = nil
    self.init(answer, issuedType: TokenTypeIdentifier(type))
  }

  /// The answer on the wire, which no cache may store.
  public func response() -> ResponseMessage {
    var answer = answer
    answer.additional["issued_token_type"] = .string(issuedType.text)
    return answer.response()
  }
}
