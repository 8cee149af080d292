import ArgumentParser
import Wayleave
package import WayleaveConsole
import WayleaveSystem
import WayleaveWire
package import WayleaveSignIn

/// How a command prints; the same for every command.
package struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the answer, or the error, as one line of JSON.")
  package var json = false

  @Flag(help: "Print only what you must act on.")
  package var quiet = false

  @Flag(help: "Show every step with its rule, without secrets.")
  package var trace = false

  package init() {}

  package var isJSON: Bool { json || Environment.flag("JSON") }
  package var isQuiet: Bool { quiet || Environment.flag("QUIET") }
  package var isTraced: Bool { trace || Environment.flag("TRACE") }

  /// Shows the user something that is not needed: nothing with `--quiet`.
  package func say(_ text: String) {
    if !isQuiet { Console.error(text) }
  }

  /// Shows the user something that a program has no use for: nothing with `--quiet` or `--json`.
  package func remark(_ text: String) {
    if !isJSON { say(text) }
  }

  /// Whether what is waited for is shown while it is.
  package var showsStatus: Bool { !isQuiet && !isJSON && BottomLine.isPossible }

  /// Shows what is waited for while a function runs, from `delay` on: nothing with `--quiet` or `--json`, and for nil.
  package func showing<Result>(
    _ status: StatusLine?, after delay: Duration = .zero, while body: () async throws -> Result
  ) async rethrows -> Result {
    guard showsStatus, let status else { return try await body() }
    return try await BottomLine.show(status, after: delay, while: body)
  }

  /// Shows a step, with `--trace`.
  package func tell(_ event: Event) {
    guard isTraced else { return }
    Console.error(event.text(in: TextLayout(for: .standardError)))
  }
}
