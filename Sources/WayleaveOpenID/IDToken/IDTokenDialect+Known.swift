package import WayleaveOAuth2
import WayleaveWire

/// The dialects of issuers that are used without a description of their own.
///
/// A provider's entry is to say its dialect; until the entries do, this table says it for those that were known first.
extension IDTokenDialect {
  /// The dialect of the provider at an issuer, as far as one is known to depart; the issuer is compared by bytes.
  package init(of issuer: Issuer) {
    self = Self.known.first { $0.issuer == issuer }?.dialect ?? IDTokenDialect()
  }

  private static let known: [(issuer: Issuer, dialect: IDTokenDialect)] = [
    // Google signs with or without the scheme: "always https://accounts.google.com or accounts.google.com".
    ("https://accounts.google.com", IDTokenDialect(issuerForm: .alias(["accounts.google.com"]))),
    // Microsoft signs as the tenant of the user wherever more than one tenant may sign in.
    ("https://login.microsoftonline.com/common/v2.0", .microsoft),
    ("https://login.microsoftonline.com/organizations/v2.0", .microsoft),
  ]

  private static let microsoft = IDTokenDialect(
    issuerForm: .tenantTemplate("https://login.microsoftonline.com/{tenantid}/v2.0"))
}
