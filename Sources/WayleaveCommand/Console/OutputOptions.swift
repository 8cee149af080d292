import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveSystem
import WayleaveWire
import WayleaveSignIn

/// How a command prints; the same for every command.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the answer, or the error, as one line of JSON.")
  var json = false

  @Flag(help: "Print only what you must act on.")
  var quiet = false

  @Flag(help: "Show every step with its rule, without secrets.")
  var trace = false

  var isJSON: Bool { json || Environment.flag("JSON") }
  var isQuiet: Bool { quiet || Environment.flag("QUIET") }
  var isTraced: Bool { trace || Environment.flag("TRACE") }

  /// Shows the user something that is not needed: nothing with `--quiet`.
  func say(_ text: String) {
    if !isQuiet { Console.error(text) }
  }

  /// Shows the user something that a program has no use for: nothing with `--quiet` or `--json`.
  func remark(_ text: String) {
    if !isJSON { say(text) }
  }

  /// Whether what is waited for is shown while it is.
  var showsStatus: Bool { !isQuiet && !isJSON && BottomLine.isPossible }

  /// Shows what is waited for while a function runs, from `delay` on: nothing with `--quiet` or `--json`.
  func showing<Result>(
    _ status: StatusLine, after delay: Duration = .zero, while body: () async throws -> Result
  ) async rethrows -> Result {
    guard showsStatus else { return try await body() }
    return try await BottomLine.show(status, after: delay, while: body)
  }

  /// Shows a step, with `--trace`.
  func tell(_ event: Event) {
    guard isTraced else { return }
    Console.error(event.text(in: TextLayout(for: .standardError)))
  }
}
