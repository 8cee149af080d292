import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// What stands before a person who signs in, whichever ways there are: each is shown once, and in a fixed order.
final class SignInScreen: Sendable {
  let output: OutputOptions
  private let provider: Provider?
  private let shownCode = Lock<String?>(nil)
  let page = Lock<AuthorizationPage?>(nil)
  private let watch = Lock<Task<Void, Never>?>(nil)

  /// `provider` is where the user signs in; nil where a page says it.
  init(output: OutputOptions, at provider: Provider? = nil) { (self.output, self.provider) = (output, provider) }

  /// Whether a person can type here: standard input is a terminal, and this process may read it.
  static var canType: Bool { FileDescriptor.standardInput.isTerminal && TerminalMode.isOurs }

  /// Whether keys that are pressed do something while a line shows what is waited for.
  var takesKeys: Bool { Self.canType && output.showsStatus }

  /// Shows a code, unless it stands there already; `hasOtherWay` where a page follows.
  func show(_ codes: DeviceAuthorizationResponse, hasOtherWay: Bool) {
    let isNew = shownCode.withLock { shown in
      defer { shown = codes.userCode }
      return shown != codes.userCode
    }
    guard isNew else { return }
    let picture = hasOtherWay ? nil : picture(of: codes).map { "\n\n\($0)" }
    Console.prompt { SignInText(style: $0).codes(codes, at: provider, hasOtherWay: hasOtherWay) + (picture ?? "") }
  }

  /// Shows what a page's source has to say of it, below the code that goes with it, and looks after the end of its URL.
  func show(_ page: AuthorizationPage, _ text: (SignInText) -> String) {
    if let codes = page.codes { show(codes, hasOtherWay: true) }
    self.page.withLock { $0 = page }
    let text = text(SignInText(style: Console.style))
    if !text.isEmpty { Console.prompt { _ in text } }
    watch.withLock { $0 = $0 ?? Task { await self.watchEnd() } }
  }

  /// Ends what is done for a page.
  func close() async {
    let watch = watch.withLock(\.self)
    watch?.cancel()
    await watch?.value
  }

  /// How much time the user has, unless a line counts it down.
  func tellTime(until deadline: ContinuousClock.Instant, isCounted: Bool) {
    guard !isCounted else { return }
    output.remark(SignInText.time(ContinuousClock.now.duration(to: deadline).wholeSeconds + 1))
  }

  /// Copies the URL of the page, or shows another one that works; gives whether the key did something.
  func press(_ key: WaitingKey) async -> Bool {
    switch key {
    case .copy: return copy(page.withLock { $0?.url.text })
    case .renew: return await renew()
    case .open, .cancel: return false
    }
  }

  /// Hands a URL to the clipboard.
  func copy(_ url: String?) -> Bool {
    guard let url, Console.copy(url) else { return false }
    output.say("The URL was given to this terminal for the clipboard.")
    return true
  }

  /// Whether a URL can be copied by a key.
  var canCopy: Bool { ClipboardText("", terminal: Environment.variable("TERM")) != nil }

  /// The address that holds the code as a picture, with its caption below, where all of it can be seen at once.
  ///
  /// RFC 8628 §3.3.1. Nil for anything but a terminal that shows colours: without them it is wrong on half of the grounds.
  private func picture(of codes: DeviceAuthorizationResponse) -> String? {
    let stream = FileDescriptor.standardError
    guard !output.isQuiet, stream.showsColors, Environment.showsUTF8, let size = stream.terminalSize,
      let url = codes.verificationURIComplete, let picture = QRCode(url.text)
    else { return nil }
    let caption = TextLayout(for: stream)
      .lines("A camera reads this as the URL that contains the code \(DisplayText.clean(codes.userCode, limit: 64)).")
    // The last lines name the keys and say what is waited for, and the cursor stands there.
    guard picture.columns <= size.columns, picture.rows + caption.count + 2 <= size.rows else { return nil }
    return "\(picture.text)\n\(caption.joined(separator: "\n"))"
  }
}

extension OAuthError {
  /// The user pressed the key that ends a sign-in.
  static func endedByKey() -> OAuthError {
    OAuthError(
      .cancelled, message: "You ended the sign-in. Nothing was changed.",
      rule: .wayleave("a user may end a sign-in that waits"), remedy: "Begin the sign-in again when you like.")
  }
}
