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
  let screen: SignInScreen
  /// Whether a code is the only way, so that the last line and the keys are its own.
  let isAlone: Bool

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
    try await redirected.prepare(for: redirectURIs)
  }

  func show(_ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant) async throws {
    screen.show(codes, hasOtherWay: !isAlone)
    guard isAlone else { return }
    // RFC 8628 §3.2: behind its life no one can use the code.
    let deadline = min(deadline, .now + .seconds(codes.expiresIn))
    screen.tellTime(until: deadline, isCounted: screen.output.showsStatus)
    if screen.takesKeys { screen.output.say(keys) }
    // It is shown until the answer is there, which cancels this.
    let left = ContinuousClock.now.duration(to: deadline)
    let isDone = await screen.output.showing(StatusLine.user("on the other device", for: left)) {
      await isEnded(codes, until: deadline)
    }
    if isDone { throw OAuthError.endedByKey() }
  }

  func showNoCode(because error: OAuthError) {
    screen.output.say("No code for another device: \(error.message)")
  }

  func showNoPage(because error: OAuthError) {
    screen.output.say("No page to sign in with: \(error.message) The code for another device works.")
  }

  /// Whether a browser that the keys start would be seen.
  private var canOpen: Bool { BrowserLauncher.system.reasonUnseen == nil }

  private var keys: String {
    let keys = [
      canOpen ? "o opens the page here" : nil, screen.canCopy ? "c copies its URL" : nil, "q ends the sign-in",
    ]
    return "Keys: \(keys.compactMap(\.self).joined(separator: ", "))."
  }

  /// Waits, and takes the keys; true when the user has ended it by one.
  private func isEnded(_ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant) async -> Bool {
    var isEnded = false
    guard screen.takesKeys else {
      try? await Task.sleep(until: deadline)
      return false
    }
    await KeyInput.read(until: deadline) { key in
      switch key {
      case .cancel: isEnded = true
      // Other users of this machine see the words of a command: the URL without the code is the one to start it with.
      case .open where canOpen: open(codes.verificationURI)
      case .copy: _ = screen.copy((codes.verificationURIComplete ?? codes.verificationURI).text)
      case .open, .renew: break
      }
      return !isEnded
    }
    return isEnded
  }

  private func open(_ url: AbsoluteURL) {
    BrowserLauncher.system.launch(url) { [screen] reason in
      screen.output.say(SignInText.noBrowser(reason))
    }
  }

  func numbers(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    Console.prompt { style in
      """
      \(SignInText(style: style).browserPage(page.url, isOpened: browser != nil))
      After you have allowed it, the page shows a number (PIN).
      Type it here, then press Enter.
      """
    }
    screen.tellTime(until: deadline, isCounted: screen.takesKeys)
    let opening = browser.map { browser in
      Task { [screen] in await Self.open(page, with: browser, on: screen, until: deadline) }
    }
    let typed = TypedCallbacks(
      LineInput(expecting: "the number that the provider shows"), on: screen.output, until: deadline,
      prompt: ("The number", "The number")
    ) { _ in
      Console.prompt("The provider does not know that number. Type the one on its page.")
    }
    return Callbacks { continuation in
      let reading = Task {
        do {
          for try await callback in typed.callbacks { continuation.yield(callback) }
          continuation.finish()
        } catch { continuation.finish(throwing: error) }
      }
      continuation.onTermination = { _ in
        reading.cancel()
        opening?.cancel()
      }
    }
  }

  /// Leads the browser to the page by a one-time address of this machine: other users see the words of a command, and the
  /// URL of the page has the temporary token.
  private static func open(
    _ page: AuthorizationPage, with browser: BrowserLauncher, on screen: SignInScreen,
    until deadline: ContinuousClock.Instant
  ) async {
    let opener = LoopbackSource(app: "Wayleave", browser: browser) { notice in
      if case .browserFailed(let reason) = notice { screen.output.say(SignInText.noBrowser(reason)) }
    }
    do {
      let session = try await opener.prepare(for: [.loopback])
      // Nothing comes back there.
      do {
        for try await callback in session.callbacks(for: page, until: deadline) { await callback.answer(.ignored) }
      } catch { /* The time is over, which the prompt says. */  }
      await session.close()
    } catch { screen.output.say(SignInText.noBrowser("no port of this machine is free")) }
  }
}
