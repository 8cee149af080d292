import WayleaveJOSE
public import WayleaveOAuth2
public import WayleaveOpenID
import WayleaveWire

/// For which other clients a provider's ID tokens may be, and how they depart from OpenID Connect Core.
public struct IDTokenRules: Sendable, Equatable {
  /// Audiences that may stand in the tokens in addition to the client.
  ///
  /// OpenID Connect Core §3.1.3.7, rule 3.
  public var trustedAudiences: [String]
  /// Other clients of ours to which the provider may have issued the tokens.
  ///
  /// OpenID Connect Core §3.1.3.7, rule 5.
  public var trustedAuthorizedParties: [ClientID]
  /// How the tokens depart from the specification; nil for what is known of the issuer.
  public var dialect: IDTokenDialect?

  /// The common way, except where said.
  public init(
    trustedAudiences: [String] = [], trustedAuthorizedParties: [ClientID] = [], dialect: IDTokenDialect? = nil
  ) {
    self.trustedAudiences = trustedAudiences
    self.trustedAuthorizedParties = trustedAuthorizedParties
    self.dialect = dialect
  }

  /// What the ID tokens of an issuer for a client must be by these rules.
  package func requirements(issuer: Issuer, clientID: ClientID) -> IDTokenRequirements {
    var requirements = IDTokenRequirements(issuer: issuer, clientID: clientID, dialect: dialect)
    requirements.trustedAudiences = trustedAudiences
    requirements.trustedAuthorizedParties = trustedAuthorizedParties
    return requirements
  }
}

extension IDTokenRules {
  init(_ reader: inout ProviderReader) throws(OAuthError) {
    self.init(
      trustedAudiences: try reader.texts("trusted_audiences"),
      trustedAuthorizedParties: try reader.texts("trusted_authorized_parties").map(ClientID.init),
      dialect: try reader.object("id_token_dialect").map { (section) throws(OAuthError) in
        var section = section
        return try IDTokenDialect(&section)
      })
  }

  func describe(in object: inout JSON.Object) {
    object["trusted_audiences"] = trustedAudiences.isEmpty ? nil : JSON(trustedAudiences)
    object["trusted_authorized_parties"] =
      trustedAuthorizedParties.isEmpty ? nil : JSON(trustedAuthorizedParties.map(\.text))
    object["id_token_dialect"] = dialect?.json
  }
}

extension IDTokenDialect {
  fileprivate init(_ section: inout ProviderReader) throws(OAuthError) {
    self.init(
      hasTextDates: try section.bool("text_dates") ?? false, hashesNonce: try section.bool("hashed_nonce") ?? false)
    if section.has("issuer_aliases") { issuerForm = .alias(try section.texts("issuer_aliases").map(Issuer.init)) }
    if let template = try section.text("issuer_template") {
      guard issuerForm == .exact else {
        throw .malformedProvider("id_token_dialect", "issuer_aliases or issuer_template")
      }
      guard section.isRecord || Self.isTemplate(template) else {
        throw .malformedProvider("id_token_dialect.issuer_template", "an https URL with {tenantid} in its path")
      }
      issuerForm = .tenantTemplate(template)
    }
    try section.finish()
  }

  /// The tenant chooses no host: a word of the token must not name another issuer.
  private static func isTemplate(_ text: String) -> Bool {
    let parts = text.split(separator: "{tenantid}", omittingEmptySubsequences: false)
    guard parts.count == 2, let url = try? AbsoluteURL(text.replacing("{tenantid}", with: "x")) else { return false }
    return url.scheme == "https" && url.query == nil && url.fragment == nil && parts[0].utf8.count { $0 == 0x2F } > 2
  }

  fileprivate var json: JSON {
    var section = JSON.Object()
    switch issuerForm {
    case .exact: break
    case .alias(let aliases): section["issuer_aliases"] = JSON(aliases.map(\.text))
    case .tenantTemplate(let template): section["issuer_template"] = .string(template)
    }
    section["text_dates"] = hasTextDates ? true : nil
    section["hashed_nonce"] = hashesNonce ? true : nil
    return .object(section)
  }
}
