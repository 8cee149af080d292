import ArgumentParser
import Wayleave
import WayleaveWire
import WayleaveSignIn

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

  /// Tells the human something that a program has no use for: nothing of it with `--json`.
  func remark(_ text: String) {
    if !isJSON { say(text) }
  }

  /// Tells of a step, when steps are to be shown.
  func tell(_ event: Event) {
    guard isTraced else { return }
    Console.error(event.text(in: TextLayout(for: .standardError)))
  }
}

extension Event {
  /// What happened; an address whose parameters follow one by one, without them.
  private var place: String {
    let isAddress = [.requestSent, .userSent, .callbackAccepted].contains(name) && !fields.isEmpty
    return isAddress ? String(detail.prefix { $0 != "?" }) : detail
  }

  /// The step as `--trace` shows it: what happened, by which rule, and what stood in the message.
  func text(in layout: TextLayout) -> String {
    let rule = rule.map { " [\($0)]" } ?? ""
    let head = layout.lines("\(DisplayText.clean(place, limit: 600))\(rule)", after: "· \(name.rawValue)  ", inside: 4)
    let rows = fields.map { TextLayout.Row(name: $0.name, value: $0.value) }
    return (head + layout.columns(rows, inside: 4)).joined(separator: "\n")
  }
}
