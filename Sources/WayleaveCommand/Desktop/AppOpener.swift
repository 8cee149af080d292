import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// Has the desktop open a URL by the program that has its scheme.
enum AppOpener {
  /// What goes on for so long is the app itself, or a desktop that is slow: the app is taken for started.
  private static let patience = Duration.seconds(2)
  /// A desktop that is slow may still fail after that.
  private static let patienceForFailure = Duration.seconds(20)

  /// What xdg-open ends with where it has found no program to open anything with: "A required tool could not be found."
  private static let toolMissing: Int32 = 3

  /// Starts the app, and gives what came of it, and what opens it where that goes on; blocks the thread for at most a few
  /// seconds.
  ///
  /// The URL stands among the arguments of the app, as the desktop has it: other users of the machine can see it.
  static func open(_ url: AbsoluteURL) -> (start: AppStart, opener: ChildProcess?) {
    var reasons: [String] = []
    for words in [["xdg-open", url.text], ["gio", "open", url.text]] {
      guard let path = ExecutableSearch.path(of: words[0], in: Environment.variable("PATH") ?? "") else {
        reasons.append("there is no \(words[0])")
        continue
      }
      do throws(SystemError) {
        let child = try ChildProcess(starting: path, words: words, environment: ProcessEnvironment.handed(to: .opener))
        guard child.hasEnded(by: .now + patience) else { return (.started, child) }
        guard let status = child.waitForEnd(), status != 0 else { return (.started, nil) }
        reasons.append("\(words[0]) ended with status \(status)")
        // It may be the app that has failed: another opener would start it again, and not say so.
        guard status == toolMissing else { return (.ended(reason: reasons.joined(separator: "; ")), nil) }
      } catch { reasons.append("\(words[0]): \(error.words)") }
    }
    return (.failed(reason: reasons.joined(separator: "; ")), nil)
  }

  /// Why an app that was taken for started has not; nil where what opens it goes on, or ends well.
  static func lateFailure(of opener: ChildProcess) async throws -> AppStart? {
    guard try await opener.ends(by: .now + patienceForFailure), let status = opener.waitForEnd(), status != 0 else {
      return nil
    }
    return .ended(reason: "what opens it ended with status \(status)")
  }
}
