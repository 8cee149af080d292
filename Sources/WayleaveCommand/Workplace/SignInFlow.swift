import ArgumentParser
import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire
import WayleaveProvider

/// How a sign-in reaches the user.
enum SignInFlow: String, ExpressibleByArgument, CaseIterable {
  /// The browser, or paste; without a display a code where the provider has them, or paste. The first answer counts.
  case auto
  /// The user's browser, which comes back to a listener on this machine.
  case browser
  /// Another device: the user types a code there.
  case device
  /// The user opens the address wherever there is a browser, and pastes the address at which it ends.
  case paste
  /// Name and password, typed here, where the provider's entry says that it takes them.
  case xauth
  /// The provider's own app on this machine, which comes back by our scheme; else the browser.
  case app
  /// The browser, which brings the token itself, where the provider's entry names that grant.
  ///
  /// RFC 6749 §4.2; RFC 9700 §2.1.2 advises against it. Nothing chooses it but the user.
  case implicit
}

extension SignInFlow {
  /// The flow, and the reason where the program chose it.
  struct Choice {
    let flow: Accounts.SignInOptions.Flow
    let reason: String?
  }

  /// Throws `configuration.invalid_value` for the provider's app where its entry names none, and
  /// `configuration.unsupported` for the implicit grant where its entry does not name that.
  func requirePossible(at provider: Provider?) throws(OAuthError) {
    if self == .implicit, let provider {
      let dialect = if case .oauth2(let service) = provider.service { service.dialect } else { OAuth2Dialect.common }
      do throws(OAuthError) { try LegacyGrant.implicit.require(in: dialect) } catch {
        throw error.remedied(by: "Use --flow browser. Only an entry that names the grant allows it (legacy_grants).")
      }
    }
    guard self == .app, provider?.nativeApp == nil else { return }
    let title = provider.map { DisplayText.clean($0.title) } ?? "The provider"
    throw OAuthError(
      .invalidValue, message: "\(title) has no app that Wayleave could start: its entry names none (native_app).",
      rule: .wayleave("an app is started where the provider's entry names it"), remedy: "Use --flow browser.")
  }

  /// Whether the provider's app is to be started; says which program opens, or why none does, where it was asked for.
  ///
  /// An entry that is not ours may name the scheme of any program: the person is asked first, and where no one can be
  /// asked the answer is no.
  func startsApp(for client: Client?, at provider: Provider?, output: OutputOptions) async throws -> Bool {
    // Not in auto: the URL that opens an app has the state, and other users can read it among the arguments.
    guard self == .app, let provider, let app = provider.nativeApp else { return false }
    let status = AppSwitch(
      to: app, as: client, unseenBecause: Self.reasonAgainstBrowser, standing: SchemeInstallation.standing)
    let mustAsk = status.isReady && !provider.isBuiltIn
    let canAsk = SignInScreen.canType
    output.say(
      mustAsk && !canAsk ? status.sentenceWithoutQuestion(for: provider.title) : status.sentence(for: provider.title))
    if let more = status.sentenceOnState(of: app, for: provider.title), !mustAsk || canAsk { output.say(more) }
    guard mustAsk else { return status.isReady }
    guard canAsk else { return false }
    Console.prompt(
      "The entry of this provider is not part of Wayleave. Start that program? Type yes, or press Enter for no:")
    var input = LineInput(expecting: "yes or no")
    return try await input.line(until: .now + Self.timeToDecide).isYes
  }

  private static let timeToDecide = Duration.seconds(60)

  /// Where this client's users answer in this flow, whatever the provider offers.
  ///
  /// Without `opensBrowser` the user opens the URL of the page.
  func callbackSource(
    for client: Client?, at provider: Provider? = nil, inApp: Bool = false, output: OutputOptions,
    opensBrowser: Bool = true
  ) -> any CallbackSource {
    let browser = showsBrowser && opensBrowser ? BrowserLauncher.system : nil
    let screen = SignInScreen(output: output, at: provider)
    return TerminalSource(
      redirected: redirected(for: client, inApp: inApp, opening: browser, on: screen), browser: browser,
      screen: screen, isAlone: self != .auto && self != .app)
  }

  private func redirected(
    for client: Client?, inApp: Bool, opening browser: BrowserLauncher?, on screen: SignInScreen
  ) -> any CallbackSource {
    let output = screen.output
    let comesBack = client.map { RedirectWay.canListen(for: $0.redirectURIs) } ?? true
    switch self {
    case .auto where showsBrowser && SignInScreen.canType && !output.isJSON,
      .implicit where showsBrowser && SignInScreen.canType && !output.isJSON,
      .app where showsBrowser && SignInScreen.canType && !output.isJSON:
      return RacingSources(
        Self.returning(inApp: inApp, opening: browser, output: output), PasteSource(prompt: .line, screen: screen))
    case .auto where !showsBrowser && comesBack, .implicit where !showsBrowser && comesBack:
      let listener = LoopbackSource(app: "Wayleave", browser: nil) { _ in }
      return ListeningOrPasting(
        listening: RacingSources(listener, PasteSource(prompt: .forwarded, screen: screen)), screen: screen)
    default:
      guard showsBrowser else { return PasteSource(prompt: .whole, screen: screen) }
      return WaitingSource(source: Self.returning(inApp: inApp, opening: browser, output: output), screen: screen)
    }
  }

  /// The flow for a client at a provider; the provider is asked what it offers where that decides.
  ///
  /// `pageOption` is an option that only the provider's page gets: a code for another device would leave it out.
  func choice(
    for client: Client, at provider: Provider, pageOption: String?, in accounts: Accounts
  ) async throws(OAuthError) -> Choice {
    guard self == .auto, let reason = Self.reasonAgainstBrowser, !provider.showsNumber(to: client) else {
      return Choice(flow: self == .device ? .device : .browser, reason: nil)
    }
    let offersCodes = try await (pageOption == nil ? Self.offersCodes(provider, to: accounts) : false)
    let isForPage = pageOption.map { ", and \($0) is for the provider's page" } ?? ""
    return Choice(
      flow: offersCodes ? .either : .browser,
      reason:
        "Flow: \(offersCodes ? "device or paste" : "paste"), because \(reason)\(isForPage). "
        + "Choose with --flow \(offersCodes ? "browser, device or paste" : "browser or paste")."
    )
  }

  private var showsBrowser: Bool {
    switch self {
    case .auto, .app, .implicit: Self.reasonAgainstBrowser == nil
    case .browser: true
    case .device, .paste, .xauth: false
    }
  }

  private static func offersCodes(_ provider: Provider, to accounts: Accounts) async throws(OAuthError) -> Bool {
    if case .oauth1 = provider.service { return false }
    return try await accounts.discovered(provider).service[.deviceAuthorization] != nil
  }

  /// Why a browser of this machine would not be seen by the user.
  static var reasonAgainstBrowser: String? { BrowserLauncher.system.reasonUnseen }

  /// The browser, and how much time is left.
  static func loopback(opening browser: BrowserLauncher? = .system, on screen: SignInScreen) -> WaitingSource {
    WaitingSource(source: listener(opening: browser, output: screen.output), screen: screen)
  }

  private static func returning(inApp: Bool, opening browser: BrowserLauncher?, output: OutputOptions)
    -> ReturningSource
  {
    ReturningSource(
      listener: listener(opening: browser, output: output),
      opener: listener(opening: browser, output: output, isAwaited: false), isForApp: inApp, output: output)
  }

  private static func listener(
    opening browser: BrowserLauncher?, output: OutputOptions, isAwaited: Bool = true
  ) -> LoopbackSource {
    // Repeated calls must not fill the terminal.
    let ignored = Lock(0)
    let place = Lock<RedirectURI?>(nil)
    return LoopbackSource(app: "Wayleave", browser: browser) { notice in
      switch notice {
      case .open(let url):
        Console.error(SignInText(style: Console.style).browserPage(url, isOpened: browser != nil))
        guard isAwaited, let uri = place.withLock(\.self) else { return }
        if reasonAgainstBrowser != nil, let forwarding = SSHForwarding(to: uri, for: url) {
          output.say("\(forwarding.sentence)\n")
        }
        output.remark("Waiting for the answer at \(uri).")
      case .browserFailed(let reason): output.say(SignInText.noBrowser(reason))
      // Nothing is waited for until the provider has answered, and there is a URL to show.
      case .listening(let uri): place.withLock { $0 = uri }
      case .ignoredCallback(let reason):
        let count = ignored.withLock { count in
          count += 1
          return count
        }
        guard count <= 3 else { return }
        output.say("Ignored a request that does not answer this sign-in: \(DisplayText.clean(reason)). Still waiting.")
      }
    }
  }
}

/// A listener and a prompt to paste at; the prompt alone where the port is taken: the browser is on another machine.
private struct ListeningOrPasting: CallbackSource {
  let listening: RacingSources
  let screen: SignInScreen

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
    do { return try await listening.prepare(for: redirectURIs) } catch let error as OAuthError
      where error.code == .portInUse
    {
      return try await PasteSource(prompt: .whole, screen: screen).prepare(for: redirectURIs)
    }
  }
}
