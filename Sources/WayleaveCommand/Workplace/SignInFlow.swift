import ArgumentParser
import Synchronization
import Wayleave
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider

/// How a sign-in reaches the user.
enum SignInFlow: String, ExpressibleByArgument, CaseIterable {
  /// The browser where there is a display; else a code where the provider has them, else paste.
  case auto
  /// The user's browser, which comes back to a listener on this machine.
  case browser
  /// Another device: the user types a code there.
  case device
  /// The user opens the address wherever there is a browser, and pastes the address at which it ends.
  case paste
  /// Name and password, typed here, where the provider's entry says that it takes them.
  case xauth
  /// The provider's own app on the same device: for apps, which can be switched back to.
  case app
}

extension SignInFlow {
  /// A flow that was chosen, and why where the program chose it against expectation.
  struct Choice {
    let flow: Accounts.SignInOptions.Flow
    let reason: String?
  }

  /// The flows to choose from, in one line of a message: without the one that no terminal has.
  static var allValueStrings: [String] { allCases.filter { $0 != .app }.map(\.rawValue) }

  /// Throws `configuration.invalid_value` for the flow that no program of a terminal has.
  func requirePossible() throws(OAuthError) {
    guard self == .app else { return }
    throw OAuthError(
      .invalidValue, rule: .wayleave("the provider's app hands over to an app, and not to a terminal"),
      expected: "--flow auto, browser, device or paste", received: .text(rawValue),
      remedy: "Use --flow browser; or --flow device, to answer on the phone that has the provider's app.")
  }

  /// What can serve the user in this flow, whatever the provider turns out to offer.
  func userAgent(output: OutputOptions) -> any UserAgent {
    guard showsBrowser else { return TerminalUserAgent(redirected: PasteUserAgent(), browser: nil, output: output) }
    return TerminalUserAgent(redirected: Self.loopback(output: output), browser: .system, output: output)
  }

  /// The flow for a client at a provider, which is asked what it offers where that decides.
  func choice(for client: Client, at provider: Provider, in accounts: Accounts) async throws(OAuthError) -> Choice {
    guard self == .auto, let reason = Self.reasonAgainstBrowser, !provider.showsNumber(to: client) else {
      return Choice(flow: self == .device ? .device : .browser, reason: nil)
    }
    let offersCodes = try await Self.offersCodes(provider, to: accounts)
    return Choice(
      flow: offersCodes ? .device : .browser,
      reason:
        "Flow: \(offersCodes ? "device" : "paste"), because \(reason). Choose with --flow browser, device or paste.")
  }

  /// Where the provider gives this client no codes, the other way is left.
  static func pasting(after refusal: OAuthError) -> Choice? {
    guard refusal.refusal?.error == "unauthorized_client" else { return nil }
    return Choice(flow: .browser, reason: "Flow: paste, because the provider gives this client no codes for devices.")
  }

  private var showsBrowser: Bool {
    switch self {
    case .auto: Self.reasonAgainstBrowser == nil
    case .browser: true
    case .device, .paste, .xauth, .app: false
    }
  }

  private static func offersCodes(_ provider: Provider, to accounts: Accounts) async throws(OAuthError) -> Bool {
    if case .oauth1 = provider.service { return false }
    return try await accounts.found(provider).service.deviceAuthorizationEndpoint != nil
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
      case .listening(let uri): output.remark("Waiting for the answer at \(uri).")
      case .ignoredCallback(let reason):
        guard ignored.add(1, ordering: .relaxed).oldValue < 3 else { return }
        output.say("Ignored a call that answers nothing: \(DisplayText.clean(reason)). Still waiting.")
      }
    }
  }
}
