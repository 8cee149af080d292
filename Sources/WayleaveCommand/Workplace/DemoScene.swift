import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// One provider of the demonstration, our client there, and a request.
struct DemoScene {
  let headline: String
  let provider: Provider
  let client: Client
  let request: String

  /// The scenes in a playground, in the order in which they are shown.
  static func scenes(in playground: PlaygroundDescription) -> [DemoScene] {
    [
      ("foursquare", "Foursquare, by OAuth 2: a code, PKCE, state, and the token in the query as Foursquare wants it"),
      ("twitter", "Twitter, by OAuth 1.0a: a temporary credential, a verifier, and every request signed"),
    ].compactMap { personality, headline in
      guard
        let entry = playground.entries.first(where: { $0.provider.name == PlaygroundDescription.name(of: personality) }
        ),
        let registered = entry.clients.first, let user = entry.provider.identity?.endpoint
      else { return nil }
      return DemoScene(
        headline: headline, provider: entry.provider, client: registered.client, request: user.url.text)
    }
  }
}
