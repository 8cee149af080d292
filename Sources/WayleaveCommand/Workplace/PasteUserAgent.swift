import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// A browser on any machine: the user takes the URL there, and pastes the answer here.
struct PasteUserAgent: UserAgent {
  func prepare(for redirectURIs: [RedirectURI]) async throws -> any UserAgentSession {
    PasteSession(redirectURI: try redirectURIs.first ?? RedirectURI("http://127.0.0.1/callback"))
  }
}

private struct PasteSession: UserAgentSession {
  let redirectURI: RedirectURI

  func show(
    _ url: AbsoluteURL, until deadline: ContinuousClock.Instant,
    verdict: @escaping @Sendable (String) async -> CallbackVerdict
  ) async throws {
    Console.prompt { style in
      """
      Open this URL in any browser:

        \(style.bold(style.link(url.text)))

      After you have allowed it, the browser goes to a URL that begins with
      \(redirectURI.text)
      and may say that it cannot open it. \(PastedAddress.request)
      """
    }
    var input = PastedAddress.input
    while await verdict(try await input.next(until: deadline)) == .ignored {
      Console.prompt("That URL does not answer this sign-in. Paste the one at which the browser ended:")
    }
  }

  func close() async {}
}
