import ArgumentParser
import Synchronization
import Wayleave
import WayleaveWire

/// How a sign-in reaches the user.
enum SignInFlow: String, ExpressibleByArgument, CaseIterable {
  /// The browser where there is a display, else paste.
  case auto
  /// The user's browser, which comes back to a listener on this machine.
  case browser
  /// The user opens the address wherever there is a browser, and pastes the address at which it ends.
  case paste

  /// The user agent, and the reason for the choice where the program made it against expectation.
  func userAgent(output: OutputOptions) -> (agent: any UserAgent, reason: String?) {
    let reason = self == .auto ? Self.reasonAgainstBrowser : nil
    guard self != .paste, reason == nil else {
      let agent = TerminalUserAgent(redirected: PasteUserAgent(), browser: nil, output: output)
      return (agent, reason.map { "Flow: paste, because \($0). Choose with --flow browser or --flow paste." })
    }
    return (TerminalUserAgent(redirected: Self.loopback(output: output), browser: .system, output: output), nil)
  }

  /// Why no browser of this machine would show itself to whoever typed the command.
  static var reasonAgainstBrowser: String? {
    if Environment.variable("BROWSER") != nil { return nil }
    if Environment.variable("SSH_CONNECTION") != nil { return "this is a remote shell" }
    #if os(Linux)
      if Environment.variable("DISPLAY") == nil && Environment.variable("WAYLAND_DISPLAY") == nil {
        return "there is no display"
      }
    #endif
    return nil
  }

  static func loopback(output: OutputOptions) -> LoopbackUserAgent {
    // Whoever calls again and again must not fill the terminal.
    let ignored = Atomic(0)
    return LoopbackUserAgent { notice in
      switch notice {
      case .open(let url): Console.error("Open this address to sign in:\n\n  \(url.text)\n")
      case .browserFailed(let reason): output.say("No browser could be started (\(reason)). Open the address yourself.")
      case .listening(let uri): output.say("Waiting for the answer at \(uri).")
      case .ignoredCallback(let reason):
        guard ignored.add(1, ordering: .relaxed).oldValue < 3 else { return }
        output.say("Ignored a call that answers nothing: \(DisplayText.clean(reason)). Still waiting.")
      }
    }
  }
}
