import HTTPTypes
public import WayleaveWire

/// Who the user is, in an OpenID provider's words.
///
/// OpenID Connect Core §5.1 and §5.3.2.
public struct UserInfo: Sendable, Equatable {
  /// The provider's own, unchanging name for the user.
  public let subject: String
  /// Everything it said.
  public let claims: JSON.Object

  /// Reads an answer; throws `answer.unexpected` without a usable `sub`.
  ///
  /// `subject`, when given, is the one that an ID token names: OpenID Connect Core §5.3.2, "if they do not match, the
  /// UserInfo Response values MUST NOT be used". An answer that is a JWT is refused unless `signed` says how to verify
  /// it; then it throws what ``SignedUserInfo`` is about as well.
  public init(
    reading response: ResponseMessage, subject expected: String? = nil, signed: SignedUserInfo? = nil
  ) throws(OAuthError) {
    try response.requireDirectAnswer()
    guard response.status == 200 else { throw .notUserInfo("an answer with status 200", "status \(response.status)") }
    let claims = try OAuthError.blamingProvider { () throws(OAuthError) in try Self.claims(of: response, signed) }
    guard let subject = claims["sub"]?.string, SubjectIdentifier.isValid(subject) else {
      throw .notUserInfo("one whose “sub” is 1 to 255 ASCII characters", Self.words(for: claims["sub"]), member: "sub")
    }
    guard expected.map({ $0.hasSameBytes(as: subject) }) ?? true else {
      throw .notUserInfo("one about the user of the ID token", Self.words(for: claims["sub"]), member: "sub")
    }
    self.subject = subject
    self.claims = claims
  }

  /// What an answer has as `sub`.
  private static func words(for subject: JSON?) -> String {
    switch subject {
    case nil, .null: "one without “sub”"
    case .string(""): "one whose “sub” is empty"
    case .string(let text): "one whose “sub” is “\(DisplayText.clean(text, limit: 60))”"
    default: "one whose “sub” is no text"
    }
  }

  private static func claims(of response: ResponseMessage, _ signed: SignedUserInfo?) throws(OAuthError) -> JSON.Object
  {
    if response.contentType == "application/jwt" {
      guard let signed else { throw .notUserInfo("JSON, as no signature was agreed", "a JWT") }
      return try signed.claims(of: response.body)
    }
    guard let claims = try JSON(decodingAnswer: response.body).object else {
      throw .notUserInfo("a JSON object", "another value of JSON")
    }
    return claims
  }

  /// Whether the provider says that it checked the email address; some send the word in place of the value.
  package var isEmailVerified: Bool? { claims.isEmailVerified }
}

extension OAuthError {
  fileprivate static func notUserInfo(_ expected: String, _ received: String, member: String? = nil) -> OAuthError {
    OAuthError(
      .unexpectedAnswer,
      message: "The provider's answer about the user cannot be used: it is \(received), and not \(expected).",
      rule: .openID("Core", "5.3.2"),
      remedy: "Nothing in it was used. Check that the scope “openid” was asked for and granted.", member: member)
  }
}
