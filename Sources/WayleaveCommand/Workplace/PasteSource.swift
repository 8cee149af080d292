import Synchronization
import Wayleave
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

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
    PasteSession(redirectURI: try redirectURIs.first ?? RedirectURI("http://127.0.0.1/callback"), prompt: prompt)
  }
}

private final class PasteSession: CallbackSession {
  let redirectURI: RedirectURI
  private let prompt: PasteSource.Prompt
  private let typed = Mutex<TypedCallbacks?>(nil)

  init(redirectURI: RedirectURI, prompt: PasteSource.Prompt) { (self.redirectURI, self.prompt) = (redirectURI, prompt) }

  func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    switch prompt {
    case .whole, .forwarded:
      // The command forwards to 127.0.0.1 alone.
      let canForward = prompt == .forwarded && ["127.0.0.1", "localhost"].contains(redirectURI.url.host)
      let forwarding = canForward ? redirectURI.url.port.flatMap(SSHForwarding.init(port:)) : nil
      Console.prompt { style in
        """

        Open this URL in any browser:

          \(style.bold(style.link(page.url.text)))
        \(forwarding.map { "\n\($0.sentence)\n" } ?? "")
        After you have allowed it, the browser goes to a URL that begins with
        \(redirectURI.text)
        and may say that it cannot open it. \(PastedAddress.request)
        """
      }
    case .line: Console.prompt("If the browser cannot come back, paste here the URL at which it ended:")
    }
    // At the prompt that most users do not need, what is typed for another program is no code.
    let answer = PastedAnswer(at: redirectURI, state: prompt == .line ? nil : page.stateOfCode)
    let typed = TypedCallbacks(PastedAddress.input, until: deadline, read: answer.callback) {
      Console.prompt("That URL does not answer this sign-in. Paste the one at which the browser ended:")
    }
    self.typed.withLock { $0 = typed }
    return typed.callbacks
  }

  /// Gives the terminal back before the program goes on.
  func close() async { await typed.withLock(\.self)?.end() }
}

/// What the user types, line by line.
struct TypedCallbacks: Sendable {
  let callbacks: Callbacks
  private let task: Task<Void, Never>

  /// Reads lines until one is not ignored; `askAgain` is called after each one that is.
  ///
  /// The next line is read when this one has its answer: else it would be taken from whatever asks next.
  init(
    _ input: LineInput, until deadline: ContinuousClock.Instant, read: @escaping @Sendable (String) -> String = { $0 },
    askAgain: @escaping @Sendable () -> Void
  ) {
    let (callbacks, continuation) = Callbacks.makeStream()
    let task = Task {
      var input = input
      do {
        while !Task.isCancelled {
          let text = read(try await input.next(until: deadline))
          let (answers, answered) = AsyncStream.makeStream(of: Bool.self)
          continuation.yield(Callback(text) { answered.yield($0.isIgnored) })
          guard await answers.first(where: { _ in true }) == true else { break }
          askAgain()
        }
        continuation.finish()
      } catch { continuation.finish(throwing: error) }
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
  /// The command for a port, where this is a remote shell.
  fileprivate init?(port: UInt16) {
    self.init(
      port: port, connection: Environment.variable("SSH_CONNECTION"), user: Environment.variable("USER"))
  }
}
