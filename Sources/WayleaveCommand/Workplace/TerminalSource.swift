import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// A callback source with a terminal: it shows codes there, and the user types there the number that the provider shows.
struct TerminalSource: CallbackSource {
  /// For the providers that send users back.
  let redirected: any CallbackSource
  /// Opens the URL; nil leaves that to the user.
  let browser: BrowserLauncher?
  let output: OutputOptions
  /// Whether nothing is typed while it waits, so that the last line can show how much time is left.
  let isAlone: Bool

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
    try await redirected.prepare(for: redirectURIs)
  }

  func show(_ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant) async throws {
    let layout = TextLayout(for: .standardError)
    let code = DisplayText.clean(codes.userCode, limit: 64)
    let picture = picture(of: codes, code: code, in: layout).map { "\n\n\($0)" } ?? ""
    Console.prompt { style in
      let whole = codes.verificationURIComplete.map {
        "\n\n  or open this URL, which contains the code:  \(style.link($0.text))"
      }
      return """
        On any device with a browser, open this URL:

          \(style.bold(style.link(codes.verificationURI.text)))

        and type this code:

          \(style.bold(code))\(whole ?? "")

        Only enter it if you began this sign-in yourself.\(picture)
        """
    }
    guard isAlone else { return }
    if !output.showsStatus { output.remark("Waiting for your answer on the other device.") }
    _ = await output.showing(.user("on the other device", for: ContinuousClock.now.duration(to: deadline))) {
      // It is shown until the answer is there, which cancels this.
      try? await Task.sleep(until: deadline)
    }
  }

  /// The address that holds the code as a picture, with its caption below, where all of it can be seen at once.
  ///
  /// RFC 8628 §3.3.1. Nil for anything but a terminal that shows colours: without them it is wrong on half of the grounds.
  private func picture(of codes: DeviceAuthorizationResponse, code: String, in layout: TextLayout) -> String? {
    let stream = FileDescriptor.standardError
    guard !output.isQuiet, stream.showsColors, Environment.showsUTF8, let size = stream.terminalSize,
      let url = codes.verificationURIComplete, let picture = QRCode(url.text)
    else { return nil }
    let caption = layout.lines("A camera reads this as the URL that contains the code \(code).")
    // The last line says what is waited for, and the cursor stands there.
    guard picture.columns <= size.columns, picture.rows + caption.count + 1 <= size.rows else { return nil }
    return "\(picture.text)\n\(caption.joined(separator: "\n"))"
  }

  func numbers(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    Console.prompt { style in
      """
      Open this URL in any browser:

        \(style.bold(style.link(page.url.text)))

      After you have allowed it, the page shows a number (PIN).
      Type it here, then press Enter:
      """
    }
    browser?.launch(page.url) { [output] reason in
      output.say("No browser could be started (\(reason)). Open the URL yourself.")
    }
    let typed = TypedCallbacks(LineInput(expecting: "the number that the provider shows"), until: deadline) {
      Console.prompt("The provider does not know that number. Type the one on its page:")
    }
    return typed.callbacks
  }
}
