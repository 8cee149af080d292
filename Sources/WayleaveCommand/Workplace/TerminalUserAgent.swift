import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// A user agent beside a terminal: codes are shown there, and what the provider shows as a number is typed there.
struct TerminalUserAgent: UserAgent {
  /// What serves the providers that send users back.
  let redirected: any UserAgent
  /// What opens the address; nil leaves that to the user.
  let browser: BrowserLauncher?
  let output: OutputOptions

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any UserAgentSession {
    try await redirected.prepare(for: redirectURIs)
  }

  func showCode(
    _ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant,
    answered: @escaping @Sendable () async -> CallbackVerdict
  ) async throws {
    let whole = codes.verificationURIComplete.map { "\n\n  or this one, which holds it:  \($0.text)" } ?? ""
    Console.prompt(
      """
      On any device with a browser, open this address:

        \(codes.verificationURI.text)

      and type this code:

        \(DisplayText.clean(codes.userCode, limit: 64))\(whole)

      Only enter it if you began this sign-in yourself.
      """)
    output.remark("Waiting for your answer there.")
    _ = await answered()
  }

  func askForNumber(
    at url: AbsoluteURL, until deadline: ContinuousClock.Instant,
    verdict: @escaping @Sendable (String) async -> CallbackVerdict
  ) async throws {
    Console.prompt(
      """
      Open this address in any browser:

        \(url.text)

      After you have allowed it, the page shows a number (PIN).
      Type it here, then press Enter:
      """)
    browser?.launch(url) { [output] reason in
      output.say("No browser could be started (\(reason)). Open the address yourself.")
    }
    var input = LineInput(expecting: "the number that the provider shows")
    while await verdict(try await input.next(until: deadline)) == .ignored {
      Console.prompt("The provider does not know that number. Type the one on its page:")
    }
  }
}
