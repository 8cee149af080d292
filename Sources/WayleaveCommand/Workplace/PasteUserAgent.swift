import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// The user's browser on whichever machine: the user carries the address there, and the answer back.
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
    Console.prompt(
      """
      Open this address in any browser:

        \(url.text)

      After you have allowed it, the browser goes to an address that begins with
      \(redirectURI.text) and may say that it cannot open it. Copy that
      whole address from the address bar and paste it here, then press Enter:
      """)
    var input = LineInput(expecting: "the address at which the browser ended")
    while await verdict(try await input.next(until: deadline)) == .ignored {
      Console.prompt("That address does not answer this sign-in. Paste the one the browser ended at:")
    }
  }

  func close() async {}
}
