import Wayleave
import WayleaveConsole
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

/// What a running playground, or the end of one, means for accounts and clients.
extension Workplace {
  /// The failure of an account; where the cause is that its playground has ended, an error that says so.
  func explained(_ error: OAuthError, of stored: StoredCredential) -> OAuthError {
    // A playground that was started again has another port.
    guard error.category == .network || error.code == .foreignOrigin else { return error }
    return endOfPlayground(of: stored) ?? error
  }

  /// What to say of an account of a playground that has ended; nil for every other account.
  func endOfPlayground(of stored: StoredCredential) -> OAuthError? {
    let name = stored.account.provider
    guard PlaygroundDescription.offers(name) else { return nil }
    let running = catalogue.playground.runningOrNil
    let entry = (try? running?.entry(named: name))?.provider
    guard entry?.replacing(stored.provider) == nil else { return nil }
    return .playgroundEnded(at: name, name: stored.name, isAnotherRunning: running != nil)
  }

  /// The user's clients, and those of a running playground; of two with one name, the user's.
  func knownClients() async throws(OAuthError) -> [RegisteredClient] {
    let own = try await clients.all()
    let played = catalogue.playground.runningOrNil?.clients ?? []
    return own + played.filter { client in !own.contains { $0.name.hasSameBytes(as: client.name) } }
  }
}
