import WayleaveJOSE
package import WayleaveWire

/// The checks of an ID token, in the order in which they are made.
///
/// OpenID Connect Core §3.1.3.7, then §3.1.3.8, §3.3.2.11, §2 and §12.2.
package enum IDTokenCheck: String, Sendable, CaseIterable {
  /// It is a signed token at all, with claims that can be read.
  case form
  /// It is no token of another type.
  case type
  /// Rule 2: the issuer is the one that was asked.
  case issuer
  /// Rule 3: it is for us, and for no one that we do not trust.
  case audience
  /// Rules 4 and 5: it was issued to us.
  case authorizedParty = "authorized_party"
  /// Rules 6 to 8: one of the issuer's keys signed it, with an algorithm that is allowed.
  case signature
  /// Rule 9: it has not ended.
  case expiry
  /// RFC 7519 §4.1.5: it is good already.
  case notBefore = "not_before"
  /// Rule 10: it was issued now, give or take.
  case issuedAt = "issued_at"
  /// Rule 11: it answers our request.
  case nonce
  /// Rule 12: the user authenticated in a way that is enough.
  case authenticationContext = "acr"
  /// Rule 13: and lately enough.
  case authenticationTime = "auth_time"
  /// It vouches for the access token that came with it.
  case accessTokenHash = "at_hash"
  /// It vouches for the code that came with it.
  case codeHash = "c_hash"
  /// It vouches for the state that came with it.
  case stateHash = "s_hash"
  /// It names the user.
  case subject
  /// It is about the same user and sign-in as the token before it.
  case renewal

  /// All but the first, which is made by reading.
  static let ofContent = allCases.filter { $0 != .form }

  /// The checks that need neither a key nor a clock: the issuer, the audience, the user, and what came with the token.
  static let ofParties: [IDTokenCheck] = [
    .type, .issuer, .audience, .authorizedParty, .accessTokenHash, .subject, .renewal,
  ]

  /// Where the check is written.
  package var rule: OAuthError.Rule {
    switch self {
    case .form: .rfc(7519, "7.2")
    case .type: .rfc(8725, "3.11")
    case .issuer, .audience, .authorizedParty, .signature, .expiry, .issuedAt, .nonce, .authenticationContext,
      .authenticationTime:
      .openID("Core", "3.1.3.7")
    case .notBefore: .rfc(7519, "4.1.5")
    case .accessTokenHash: .openID("Core", "3.1.3.8")
    case .codeHash: .openID("Core", "3.3.2.11")
    case .stateHash: .specification("Financial-grade API Security Profile 1.0 Part 2", "5.1")
    case .subject: .openID("Core", "2")
    case .renewal: .openID("Core", "12.2")
    }
  }

  /// What one check says of one token.
  package struct Report: Sendable, Equatable {
    /// The check.
    package let check: IDTokenCheck
    /// What it says.
    package let verdict: Verdict
  }
}
