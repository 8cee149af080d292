package import Wayleave
import WayleaveWire

extension Event {
  /// What happened; a URL without its query where the parameters follow one by one.
  private var place: String {
    let isURL = [.requestSent, .userSent, .callbackAccepted].contains(name) && !fields.isEmpty
    return isURL ? String(detail.prefix { $0 != "?" }) : detail
  }

  /// The step as `--trace` shows it: what happened, by which rule, and the parameters of the message.
  ///
  /// A saved step has its `number`, by which `trace replay` names it.
  package func text(in layout: TextLayout, number: Int? = nil) -> String {
    let rule = rule.map { " [\($0)]" } ?? ""
    let mark = number.map { "\($0)." } ?? "·"
    let head = layout.lines(
      "\(DisplayText.clean(place, limit: 600))\(rule)", after: "\(mark) \(name.rawValue)  ", inside: 4)
    let rows = fields.map { TextLayout.Row(name: $0.name, value: DisplayText.clean($0.value, limit: 2000)) }
    return (head + rows.flatMap { layout.row($0, inside: 4) }).joined(separator: "\n")
  }
}
