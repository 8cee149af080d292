import WayleaveOAuth2

/// What people have allowed the clients of one provider, so that they are not asked again.
struct Consents: Sendable {
  private struct Consent: Hashable, Sendable {
    let client: ClientID
    let person: Int64
  }

  private static let capacity = 10_000
  private var scopes: [Consent: Set<String>] = [:]

  mutating func remember(_ client: ClientID, by person: PlaygroundPerson, scopes allowed: [String] = []) {
    let consent = Consent(client: client, person: person.id)
    guard scopes.count < Self.capacity || scopes[consent] != nil else { return }
    scopes[consent, default: []].formUnion(allowed)
  }

  /// Whether a person has allowed a client these scopes, or more.
  func contain(_ client: ClientID, by person: PlaygroundPerson, scopes wanted: [String] = []) -> Bool {
    scopes[Consent(client: client, person: person.id)].map { $0.isSuperset(of: wanted) } ?? false
  }

  /// Forgets that a person has allowed a client.
  mutating func forget(_ client: ClientID, by person: PlaygroundPerson) {
    scopes[Consent(client: client, person: person.id)] = nil
  }

  /// Forgets who allowed a client that is no more.
  mutating func forget(_ client: ClientID) { scopes = scopes.filter { $0.key.client != client } }
}
