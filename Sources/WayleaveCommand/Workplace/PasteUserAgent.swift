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
    let layout = TextLayout(for: .standardError)
    Console.prompt(
      """
      Open this address in any browser:

        \(url.text)

      \(layout.paragraph("After you have allowed it, the browser goes to an address that begins with"))
      \(redirectURI.text)
      \(layout.paragraph("and may say that it cannot open it. \(PastedAddress.request)"))
      """)
    var input = PastedAddress.input
    while await verdict(try await input.next(until: deadline)) == .ignored {
      Console.prompt(
        layout.paragraph("That address does not answer this sign-in. Paste the one the browser ended at:"))
    }
  }

  func close() async {}
}
