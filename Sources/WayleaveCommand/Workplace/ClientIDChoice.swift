import ArgumentParser
import WayleaveSignIn
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Whose id a check compares with: that of the named registration, the given one, or the provider's only one.
struct ClientIDChoice: ParsableArguments {
  @Option(
    name: .customLong("client"), help: "The name, or the client id, of a registration of `wayleave clients`.",
    completion: CompletedNames.clients)
  var name: String?

  @Option(name: .customLong("client-id"), help: "The client id; of OAuth 1.0a the consumer key.")
  var id: String?

  func validate() throws {
    guard name == nil || id == nil else { throw ValidationError("--client and --client-id exclude each other.") }
  }

  /// The id of the client; throws `configuration.unknown_client` with what to add.
  func clientID(for provider: Provider, in workplace: Workplace) async throws(OAuthError) -> ClientID {
    if let id { return ClientID(id) }
    return try await workplace.registered(at: provider) { (all) throws(OAuthError) in
      try RegisteredClient.chosen(name, at: provider, among: all)
    }.client.id
  }
}
