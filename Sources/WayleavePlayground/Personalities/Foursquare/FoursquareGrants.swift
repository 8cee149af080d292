import WayleaveOAuth2

extension Foursquare {
  /// What the playground's Foursquare has issued; a code that is used twice ends its tokens.
  typealias Issued = Ledger<Code, Grant, Void>

  /// A code, and all that belongs to it.
  struct Code: Sendable {
    let request: AuthorizationRequest
    let person: PlaygroundPerson
  }

  /// Who allowed which client.
  struct Grant: Sendable {
    let clientID: ClientID
    let person: PlaygroundPerson
  }
}
