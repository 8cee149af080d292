import WayleaveJOSE
import WayleaveWire

/// How a provider's ID tokens depart from OpenID Connect Core: data, each field read at one place.
public struct IDTokenDialect: Sendable, Equatable {
  /// Which `iss` a provider writes.
  public enum IssuerForm: Sendable, Equatable {
    /// The issuer, byte for byte.
    case exact
    /// The issuer, or one of these, which stand for it.
    case alias([String])
    /// This text with the token's own `tid` in the place of `{tenantid}`; `tid` is one word of letters, digits and
    /// hyphens.
    case tenantTemplate(String)
  }

  /// Which `iss` its tokens have.
  public var issuerForm: IssuerForm
  /// Whether dates may stand in quotes.
  public var hasTextDates: Bool

  /// The common way, except where said.
  public init(issuerForm: IssuerForm = .exact, hasTextDates: Bool = false) {
    self.issuerForm = issuerForm
    self.hasTextDates = hasTextDates
  }

  /// The dialect of the provider at an issuer, as far as one is known to depart; the issuer is compared by bytes.
  public init(of issuer: String) {
    self = Self.known.first { $0.issuer.hasSameBytes(as: issuer) }?.dialect ?? IDTokenDialect()
  }

  /// The name under which a token's users are kept, when its issuer is this one; nil when it is another.
  func issuer(of claims: JSONWebTokenClaims, for expected: String) -> String? {
    switch issuerForm {
    case .exact: return claims.isIssued(by: expected) ? expected : nil
    // One user, one key: both names stand for the same issuer.
    case .alias(let aliases):
      return claims.isIssued(by: expected) || aliases.contains(where: claims.isIssued) ? expected : nil
    case .tenantTemplate(let template):
      guard let tenant = claims["tid"]?.string, (1...64).contains(tenant.utf8.count),
        tenant.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
      else { return nil }
      let issuer = template.replacing("{tenantid}", with: tenant)
      return claims.isIssued(by: issuer) ? issuer : nil
    }
  }

  /// The name by which the metadata of an issuer calls it.
  ///
  /// OpenID Connect Discovery §4.3 asks for the issuer itself; a template stands where tenants have issuers of their own.
  package func metadataIssuer(for issuer: String) -> String {
    if case .tenantTemplate(let template) = issuerForm { template } else { issuer }
  }

  private static let known: [(issuer: String, dialect: IDTokenDialect)] = [
    // Google signs with or without the scheme: "always https://accounts.google.com or accounts.google.com".
    ("https://accounts.google.com", IDTokenDialect(issuerForm: .alias(["accounts.google.com"]))),
    // Microsoft signs as the tenant of the user wherever more than one tenant may sign in.
    ("https://login.microsoftonline.com/common/v2.0", .microsoft),
    ("https://login.microsoftonline.com/organizations/v2.0", .microsoft),
  ]

  private static let microsoft = IDTokenDialect(
    issuerForm: .tenantTemplate("https://login.microsoftonline.com/{tenantid}/v2.0"))
}

extension JSONWebTokenClaims {
  fileprivate func isIssued(by issuer: String) -> Bool { hasText(issuer, as: "iss") ?? false }
}
