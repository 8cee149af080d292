import WayleaveJOSE
public import WayleaveOAuth2
import WayleaveWire

/// How a provider's ID tokens depart from OpenID Connect Core: data, each field read in one place.
///
/// It is a part of what describes a provider. ``IDTokenRequirements`` and ``SignedUserInfo`` take it.
public struct IDTokenDialect: Sendable, Equatable {
  /// Which `iss` a provider writes.
  public enum IssuerForm: Sendable, Equatable {
    /// The issuer, byte for byte.
    case exact
    /// The issuer, or one of these, which stand for it.
    case alias([Issuer])
    /// This text with the token's own `tid` in the place of `{tenantid}`; `tid` is one word of letters, digits and
    /// hyphens.
    case tenantTemplate(String)
  }

  /// Which `iss` its tokens have.
  public var issuerForm: IssuerForm
  /// Whether dates may stand in quotes.
  public var hasTextDates: Bool
  /// Whether the provider writes the SHA-256 of the nonce that it was sent, and not the nonce.
  public var hashesNonce: Bool

  /// The common way, except where said.
  public init(issuerForm: IssuerForm = .exact, hasTextDates: Bool = false, hashesNonce: Bool = false) {
    self.issuerForm = issuerForm
    self.hasTextDates = hasTextDates
    self.hashesNonce = hashesNonce
  }

  /// The name under which a token's users are stored, when its issuer is this one; nil when it is another.
  func issuer(of claims: JSONWebTokenClaims, for expected: Issuer) -> Issuer? {
    switch issuerForm {
    case .exact: return claims.isIssued(by: expected) ? expected : nil
    // One user, one key: both names stand for the same issuer.
    case .alias(let aliases):
      return claims.isIssued(by: expected) || aliases.contains(where: claims.isIssued) ? expected : nil
    case .tenantTemplate(let template):
      guard let tenant = claims["tid"]?.string, (1...64).contains(tenant.utf8.count),
        tenant.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
      else { return nil }
      let issuer = Issuer(template.replacing(part: "{tenantid}", with: tenant))
      return claims.isIssued(by: issuer) ? issuer : nil
    }
  }

  /// The name by which the metadata of an issuer calls it.
  ///
  /// OpenID Connect Discovery §4.3 asks for the issuer itself; a template stands where tenants have issuers of their own.
  package func metadataIssuer(for issuer: Issuer) -> Issuer {
    if case .tenantTemplate(let template) = issuerForm { Issuer(template) } else { issuer }
  }
}

extension JSONWebTokenClaims {
  fileprivate func isIssued(by issuer: Issuer) -> Bool { hasText(issuer.text, as: "iss") ?? false }
}
