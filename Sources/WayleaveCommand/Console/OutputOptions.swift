import ArgumentParser
import Wayleave
import WayleaveWire

/// How a command speaks; the same for every one.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the answer, or the error, as one line of JSON.")
  var json = false

  @Flag(help: "Say only what someone must act on.")
  var quiet = false

  @Flag(help: "Show every step with its rule; secrets are left out.")
  var trace = false

  var isJSON: Bool { json || Environment.flag("JSON") }
  var isQuiet: Bool { quiet || Environment.flag("QUIET") }
  var isTraced: Bool { trace || Environment.flag("TRACE") }

  /// Tells the human something that can be left out.
  func say(_ text: String) {
    if !isQuiet { Console.error(text) }
  }

  /// Tells of a step, when steps are to be shown.
  func tell(_ event: Event) {
    guard isTraced else { return }
    Console.error("· \(event.name.rawValue)  \(DisplayText.clean(event.detail))\(event.rule.map { "  [\($0)]" } ?? "")")
  }
}
