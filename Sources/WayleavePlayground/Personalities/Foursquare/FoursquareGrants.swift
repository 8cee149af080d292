import WayleaveOAuth2
import WayleaveWire

extension Foursquare {
  /// What the playground's Foursquare has given out, and the rules by which it is taken back.
  ///
  /// RFC 6749 §4.1.2 and §10.5; RFC 9700 §4.14.
  struct Grants: Sendable {
    /// A code, and all that belongs to it.
    struct Code: Sendable {
      let request: AuthorizationRequest
      let person: PlaygroundPerson
      let expiry: Instant
      /// The family of tokens that the code became; set when it is redeemed.
      var family: Int?
    }

    /// A token of either kind.
    struct Token: Sendable {
      let family: Int
      let clientID: ClientID
      let person: PlaygroundPerson
      /// Whether a refresh token was used.
      var isSpent = false
    }

    var codes = ExpiringTable<Code>(capacity: TenantContext.grantCapacity)
    var accessTokens = ExpiringTable<Token>(capacity: TenantContext.grantCapacity)
    var refreshTokens = ExpiringTable<Token>(capacity: TenantContext.grantCapacity)
    var consents: Set<Consent> = []
    private var nextFamily = 0

    mutating func beginFamily() -> Int {
      nextFamily += 1
      return nextFamily
    }

    /// Revokes the tokens of a family: what came from one code lives and dies together.
    mutating func revoke(family: Int) {
      accessTokens.removeAll { $0.family == family }
      refreshTokens.removeAll { $0.family == family }
    }

    /// Revokes every token, and forgets what was allowed.
    mutating func revokeAll() {
      accessTokens.removeAll { _ in true }
      refreshTokens.removeAll { _ in true }
      consents = []
    }

    /// The token behind a text, when it is still good.
    func accessToken(_ text: Secret, at now: Instant) -> Token? { accessTokens.value(for: text, at: now) }
  }
}
