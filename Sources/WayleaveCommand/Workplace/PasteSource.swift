import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The user pastes the URL at which a browser ended, of whichever machine it is.
struct PasteSource: CallbackSource {
  /// What is said in front of the prompt.
  enum Prompt {
    /// The page and how to come back: paste is the only way.
    case whole
    /// The same, where a listener waits on this machine too: a browser elsewhere can be forwarded to it.
    case forwarded
    /// A line: something else shows the page and brings the answer as a rule.
    case line
  }

  let prompt: Prompt
  let screen: SignInScreen

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
    PasteSession(
      redirectURI: try redirectURIs.first ?? .loopback, prompt: prompt, screen: screen)
  }
}

private final class PasteSession: CallbackSession {
  let redirectURI: RedirectURI
  private let prompt: PasteSource.Prompt
  private let screen: SignInScreen
  private let typed = Lock<TypedCallbacks?>(nil)

  init(redirectURI: RedirectURI, prompt: PasteSource.Prompt, screen: SignInScreen) {
    (self.redirectURI, self.prompt, self.screen) = (redirectURI, prompt, screen)
  }

  func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    screen.show(page) { words in [text(of: page, in: words), request].compactMap(\.self).joined(separator: "\n") }
    screen.tellTime(until: deadline, isCounted: screen.takesKeys)
    // At the prompt that most users do not need, what is typed for another program is no code.
    let answer = PastedAnswer(at: redirectURI, state: prompt == .line ? nil : page.stateOfCode)
    let typed = TypedCallbacks(
      PastedAddress.input(keys: { [screen] key in key == .renew ? await screen.press(key) : false }), on: screen.output,
      until: deadline,
      prompt: linePrompt(for: page.codes),
      isPaste: true, hasOtherWay: prompt != .whole, read: answer.callback
    ) { text in
      let mistake = WrongPaste(text, page: page.url, userCode: page.codes?.userCode)
      Console.prompt("That does not answer this sign-in. \(mistake.sentence)")
    }
    self.typed.withLock { $0 = typed }
    return typed.callbacks
  }

  /// The page and the ways back; nil where something else shows them.
  private func text(of page: AuthorizationPage, in words: SignInText) -> String? {
    let life = page.renewal?.lifetime
    guard prompt != .line else { return life.map(SignInText.life) }
    // The command forwards to 127.0.0.1 alone.
    let canForward = prompt == .forwarded && ["127.0.0.1", "localhost"].contains(redirectURI.url.host)
    return words.page(
      page.url, isOther: page.codes != nil, life: life,
      forwarding: canForward ? SSHForwarding(to: redirectURI, for: page.url) : nil, endingAt: redirectURI)
  }

  /// What stands in front of what is typed. The code is repeated: on a small terminal the one above has scrolled away.
  private func linePrompt(for codes: DeviceAuthorizationResponse?) -> (long: String, short: String) {
    guard prompt != .line else { return ("Waiting for you in the browser", "Waiting for you") }
    guard let code = codes.map({ UserCode($0.userCode).grouped }) else { return ("Paste the URL", "URL") }
    return ("Code \(code), or paste the URL", "\(code), or URL")
  }

  /// What the user is asked for; without a terminal, where an answer goes to.
  private var request: String {
    switch (prompt, SignInScreen.canType) {
    case (.line, _): "If the browser cannot come back, paste here the URL at which it ended."
    case (_, true): PastedAddress.request
    case (.whole, false): "Copy the whole URL from the address bar. It is read from standard input."
    case (.forwarded, false):
      "Then give the whole URL from its address bar to `wayleave login --resume` in a terminal."
    }
  }

  /// Gives the terminal back before the program goes on.
  func close() async {
    await typed.withLock(\.self)?.end()
    await screen.close()
  }
}

/// What the user types, line by line.
struct TypedCallbacks: Sendable {
  let callbacks: Callbacks
  private let task: Task<Void, Never>

  /// Reads lines until one is not ignored; `askAgain` is called with each one that is.
  ///
  /// The next line is read when this one has its answer: else it would be taken from whatever asks next.
  ///
  /// - Parameters:
  ///   - prompt: stands in front of what is typed, with the time that is left; the second is for a narrow terminal.
  ///   - isPaste: whether lines that come together are one text.
  ///   - hasOtherWay: whether the sign-in goes on where the user ends the input.
  init(
    _ input: LineInput, on output: OutputOptions, until deadline: ContinuousClock.Instant,
    prompt: (long: String, short: String), isPaste: Bool = false, hasOtherWay: Bool = false,
    read: @escaping @Sendable (String) -> String = { $0 },
    askAgain: @escaping @Sendable (String) -> Void
  ) {
    let (callbacks, continuation) = Callbacks.makeStream()
    let task = Task {
      var input = input
      do {
        while !Task.isCancelled {
          let status = StatusLine.prompt(
            prompt.long, short: prompt.short, for: ContinuousClock.now.duration(to: deadline))
          let text = try await output.showing(SignInScreen.canType ? status : nil) {
            try await isPaste ? input.paste(until: deadline) : input.next(until: deadline)
          }
          // Our state without an answer ends a sign-in. Of a person it is a slip, and the rest may follow.
          guard !isPaste || PastedAnswer.isAnswer(read(text)) else {
            askAgain(text)
            continue
          }
          let (answers, answered) = AsyncStream.makeStream(of: Bool.self)
          continuation.yield(Callback(read(text)) { answered.yield($0.isIgnored) })
          guard await answers.first(where: { _ in true }) == true else { break }
          askAgain(text)
        }
        continuation.finish()
      } catch {
        if hasOtherWay, SignInScreen.canType, (error as? OAuthError)?.code == .cancelled {
          output.say("Nothing more is read here. Still waiting for the other way; Ctrl-C ends it.")
          // What is typed all the same is no command for the shell.
          await KeyInput.read(until: deadline) { _ in true }
        }
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    (self.callbacks, self.task) = (callbacks, task)
  }

  /// Ends the reading; when this returns, the terminal is as it was.
  func end() async {
    task.cancel()
    await task.value
  }
}

extension CallbackAnswer {
  fileprivate var isIgnored: Bool {
    guard case .ignored = self else { return false }
    return true
  }
}

extension SSHForwarding {
  /// The command for the port of a listener, and of a page that is on this machine too; nil where this is no remote shell.
  init?(to redirectURI: RedirectURI, for page: AbsoluteURL) {
    guard let port = redirectURI.url.port else { return nil }
    self.init(
      port: port, page: page.isLoopback ? page : nil, connection: Environment.variable("SSH_CONNECTION"),
      user: Environment.variable("USER"))
  }
}
