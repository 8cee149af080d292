import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

extension LoginCommand {
  /// The client for development, with which a user signs in who has none of their own at a server of the AT Protocol.
  ///
  /// AT Protocol, OAuth, § Localhost Client Development. Such servers register no one: a client of one's own is an https URL.
  func developmentClient(at provider: Provider, asking scopes: [String]) throws(OAuthError) -> RegisteredClient {
    let usual = try Client.atProtocolDevelopment()
    let client = try Client.atProtocolDevelopment(
      scopes: scopes, redirectURIs: clientChoice.description.changed(usual).redirectURIs)
    output.say(
      "You have no client there: this sign-in uses the one for development (http://localhost), which a server may refuse. "
        + "`--client-id https://…` names your own.")
    return try RegisteredClient(name: provider.name.text, provider: provider.name, client: client)
  }
}
