public import WayleaveOAuth2
public import WayleaveProvider
public import WayleaveWire

/// What is known after something that was handed over has passed every check; it says no more than these checks.
public struct VerifiedHandOver: Sendable, Equatable {
  /// The user.
  public let identity: Identity
  /// Our client, to which it was issued.
  public let clientID: ClientID
  /// When it ends; nil where it never ends, or the provider does not say.
  public let expiresAt: Instant?
  /// What it allows; nil where the check does not say, which is not the same as nothing.
  public let scopes: [String]?
  /// How it was verified.
  public let check: HandOverCheck
  /// The tokens for which our client exchanged the code; nil for everything else.
  ///
  /// An ID token and an Echo say who the user is, and allow nothing at the provider.
  public let credential: Credential?

  package init(
    identity: Identity, clientID: ClientID, check: HandOverCheck, expiresAt: Instant? = nil, scopes: [String]? = nil,
    credential: Credential? = nil
  ) {
    self.identity = identity
    self.clientID = clientID
    self.check = check
    self.expiresAt = expiresAt
    self.scopes = scopes
    self.credential = credential
  }
}
