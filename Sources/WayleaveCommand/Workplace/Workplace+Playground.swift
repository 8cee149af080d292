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

  /// What to say of a sign-in that takes a client that no option names; nil where there is no other.
  func sentence(choosing chosen: RegisteredClient, at provider: Provider) async throws(OAuthError) -> String? {
    let own = try await clients.all().filter { $0.provider == provider.name && $0.madeFor == nil && !$0.isForAnyServer }
    // One of the playground is the only choice, or the usual one.
    guard own.contains(where: { $0.name.hasSameBytes(as: chosen.name) }) else { return nil }
    let played = try? RegisteredClient.chosen(nil, at: provider, among: try playedClients(at: provider))
    return chosen.sentence(choosingBefore: own.map(\.name), and: played?.name)
  }

  /// The clients of a running playground; those whose name one of the user's has are not used.
  func playedClients(besides own: [RegisteredClient]) -> [RegisteredClient] {
    let played = catalogue.playground.runningOrNil?.clients ?? []
    return played.filter { client in !own.contains { $0.name.hasSameBytes(as: client.name) } }
  }
}
