import WayleaveOAuth2
package import WayleaveProvider

extension Provider {
  /// Whether its entry has an endpoint that registers clients, so that a sign-in needs none of the user's.
  package var registersClients: Bool {
    guard case .oauth2(let service) = service else { return false }
    return service[.registration] != nil
  }
}
