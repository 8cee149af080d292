import WayleaveSignIn
import Wayleave
import WayleaveConsole
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

/// What a running playground, or the end of one, means for accounts and clients.
extension Workplace {
  /// The failure of an account; where the cause is that its playground has ended, an error that says so.
  func explained(_ error: OAuthError, of stored: StoredCredential) -> OAuthError {
    // A playground that was started again has another port, or it has the same one and knows none of these tokens.
    guard error.category == .network || [.foreignOrigin, .signInNeeded].contains(error.code) else { return error }
    return catalogue.playground.end(for: stored) ?? error
  }

  /// The user's clients, and those of a running playground; of two with one name, the user's.
  func knownClients() async throws(OAuthError) -> [RegisteredClient] {
    let own = try await clients.all()
    return own + playedClients(besides: own)
  }

  /// The clients of a running playground; those whose name one of the user's has are not used.
  func playedClients(besides own: [RegisteredClient]) -> [RegisteredClient] {
    let played = catalogue.playground.runningOrNil?.clients ?? []
    return played.filter { client in !own.contains { $0.name.hasSameBytes(as: client.name) } }
  }
}
