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

    var codes = ExpiringTable<Code>(capacity: 1000)
    var accessTokens = ExpiringTable<Token>(capacity: 100_000)
    var refreshTokens = ExpiringTable<Token>(capacity: 100_000)
    var consents: Set<Consent> = []
    /// Every family whose tokens are still good: what came from one code lives and dies together.
    private(set) var families: Set<Int> = []
    private var nextFamily = 0

    mutating func beginFamily() -> Int {
      nextFamily += 1
      families.insert(nextFamily)
      return nextFamily
    }

    mutating func revoke(family: Int) { families.remove(family) }

    /// Revokes every token, and forgets what was allowed.
    mutating func revokeAll() {
      families = []
      consents = []
    }

    /// The token behind a text, when it is still good.
    func accessToken(_ text: Secret, at now: Instant) -> Token? {
      guard let token = accessTokens.value(for: text, at: now), families.contains(token.family) else { return nil }
      return token
    }
  }
}
