import WayleaveBackport
import WayleaveSystem
import WayleaveWire

/// What is written to standard error for a program that takes no notices: the URL, where no browser shows it.
///
/// Otherwise a first run without a display would wait in silence.
final class LoopbackPrompt: Sendable {
  private let browserIsSeen: Bool
  private let write: @Sendable (String) -> Void
  private let waiting = Lock<(place: String?, url: AbsoluteURL?)>((nil, nil))

  init(
    browserIsSeen: Bool,
    write: @escaping @Sendable (String) -> Void = { try? FileDescriptor.standardError.writeAll(Array($0.utf8)) }
  ) {
    self.browserIsSeen = browserIsSeen
    self.write = write
  }

  func notice(_ notice: LoopbackNotice) {
    switch notice {
    case .listening(let uri): waiting.withLock { $0.place = uri.text }
    case .open(let url):
      waiting.withLock { $0.url = url }
      if !browserIsSeen { ask() }
    case .browserFailed(let reason):
      // Where no browser is seen, the URL stands there already.
      guard browserIsSeen else { return }
      write("No browser could be started: \(reason).\n")
      ask()
    case .ignoredCallback: break
    }
  }

  private func ask() {
    let waiting = waiting.withLock(\.self)
    guard let url = waiting.url else { return }
    write("Open this URL in a browser to sign in:\n\n  \(url.text)\n\n")
    if let place = waiting.place { write("That browser must be able to open \(place), which is on this machine.\n") }
  }
}
