public import WayleaveOAuth2
public import WayleaveOpenID

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
