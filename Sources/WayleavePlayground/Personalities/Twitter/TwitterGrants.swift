import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

extension Twitter {
  /// What the playground's Twitter has given out.
  struct Grants: Sendable {
    /// A temporary credential: one sign-in until the person has answered.
    struct Temporary: Sendable {
      let secret: Secret
      let authorization: Authorization
      var answer: Approval?
      var wrongVerifiers = 0
    }

    /// Who allowed it, and the verifier that shows that the answer came back to the application.
    struct Approval: Sendable {
      let person: PlaygroundPerson
      let verifier: Secret
    }

    /// A token credential.
    struct Token: Sendable {
      let secret: Secret
      let consumerKey: String
      let person: PlaygroundPerson
      /// When it stops opening the API.
      let expiry: Instant
      /// What renews it; nil for a token that does not expire.
      let session: Session?
    }

    /// How long a temporary credential is good.
    static let temporaryLifetime: Duration = .seconds(600)
    /// How often a verifier may be guessed: a PIN has only seven digits.
    static let maximumWrongVerifiers = 5

    /// How long the text of the first step of reverse auth can be used: as long as its timestamp is accepted.
    static let reverseAuthLifetime: Duration = .seconds(300)

    var temporaries = ExpiringTable<Temporary>(capacity: 1000)
    var tokens = ExpiringTable<Token>(capacity: 10_000)
    /// The consumers that began reverse auth, by the text that they got.
    var reverseAuth = ExpiringTable<String>(capacity: 1000)
    var consents: Set<Consent> = []
    var nonces = NonceHistory(window: reverseAuthLifetime, capacity: 100_000)

    /// Revokes every token, and forgets what was allowed.
    mutating func revokeAll() {
      tokens = ExpiringTable(capacity: tokens.capacity)
      consents = []
    }
  }
}

extension Twitter {
  /// What an application asked for with a temporary credential.
  struct Authorization: Sendable {
    let token: Secret
    let consumerKey: String
    /// Where the person comes back to; nil for `oob`, where a PIN is shown.
    let callback: RedirectURI?
    let mayWrite: Bool
  }
}
