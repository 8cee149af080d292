import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

/// What becomes of a page whose URL works for a limited time: RFC 9126 §2.2, `expires_in`.
extension SignInScreen {
  /// Shows another URL, where the one that is shown works for a limited time.
  func renew() async -> Bool {
    guard let renewal = page.withLock({ $0?.renewal }) else { return false }
    do throws(OAuthError) {
      let next = try await renewal.next()
      page.withLock { $0 = next }
      Console.prompt { SignInText(style: $0).again(next.url, life: next.renewal?.lifetime) }
    } catch { output.say("There is no other URL: \(error.message)") }
    return true
  }

  /// How many more URLs are shown where no one asks for them: a server must not fill a log.
  private static let mostURLs = 20
  /// A URL that works for fewer seconds is of no use to a person.
  private static let shortestLife: Int64 = 30

  /// Says when a URL works no longer; where no one can ask for another one, shows it.
  func watchEnd() async {
    var toldOf: ContinuousClock.Instant?
    var shownAgain = 0
    while !Task.isCancelled, let renewal = page.withLock({ $0?.renewal }) {
      if renewal.end != toldOf, renewal.end <= .now {
        toldOf = renewal.end
        if takesKeys {
          output.say("The URL above works no longer, unless you have opened it. Press Enter for another one.")
        } else if shownAgain < Self.mostURLs, renewal.lifetime >= Self.shortestLife {
          shownAgain += 1
          _ = await renew()
        } else {
          output.say("The URL above works no longer, unless you have opened it.")
        }
      }
      try? await Task.sleep(for: .milliseconds(500))
    }
  }
}
