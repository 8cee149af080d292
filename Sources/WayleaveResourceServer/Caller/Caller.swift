public import HTTPTypes
public import WayleaveOAuth2
public import WayleaveWire

/// Who calls an API, as a verified token says.
public struct Caller: Sendable {
  /// How the token was verified.
  public enum Verification: Sendable, Hashable {
    /// By the signature of its issuer.
    ///
    /// RFC 9068 §4.
    case signature
    /// By a question to its issuer, or by the answer to the same question a moment ago.
    ///
    /// RFC 7662 §2.
    case introspection
  }

  /// The user, as the issuer names them; the client where it calls in its own name.
  public let subject: String?
  /// The program that calls.
  public let clientID: ClientID?
  /// Who issued the token. A subject means something only together with it.
  public let issuer: Issuer
  /// What the token allows, as it says.
  public let scopes: [String]
  /// From when on the token is no longer good.
  public let expiresAt: Instant?
  /// Every claim of the token, or of the answer about it.
  public let claims: JSON.Object
  /// How the token was verified.
  public let verification: Verification
  /// The key or the certificate that the token is bound to, which the caller has shown; nil where anyone who has the token
  /// can use it.
  ///
  /// RFC 9449 §7.1; RFC 8705 §3.
  public let confirmation: TokenConfirmation?
  /// The header fields that the API's answer must have, such as a new nonce for the caller's next proof.
  ///
  /// RFC 9449 §8.2.
  public let answerFields: HTTPFields

  private let hierarchy: ScopeHierarchy

  init(
    _ claims: AccessTokenClaims, of issuer: Issuer, by verification: Verification, answerFields: HTTPFields,
    hierarchy: ScopeHierarchy
  ) {
    subject = claims.subject
    clientID = claims.clientID
    self.issuer = issuer
    scopes = claims.scopes
    expiresAt = claims.expiresAt
    self.claims = claims.members
    self.verification = verification
    confirmation = claims.confirmation
    self.answerFields = answerFields
    self.hierarchy = hierarchy
  }

  /// Whether the token allows this, itself or by a broader scope.
  public func allows(_ scope: String) -> Bool { hierarchy.covers([scope], by: scopes) }
}
