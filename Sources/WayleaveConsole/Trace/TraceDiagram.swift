import Wayleave
import WayleaveWire

/// The steps of a record as a sequence diagram in SVG: the user, the app, the browser and the provider.
///
/// Nothing in it is loaded or run.
package struct TraceDiagram: Sendable {
  /// Who takes part, from left to right.
  private enum Party: Int, CaseIterable {
    case user, app, browser, provider

    var title: String {
      switch self {
      case .user: "User"
      case .app: "App"
      case .browser: "Browser"
      case .provider: "Provider"
      }
    }

    var column: Int { 90 + rawValue * 240 }
  }

  /// A row: a message between two parties, or a note of one.
  private struct Row {
    let from: Party
    let to: Party
    let label: String
    var isAnswer = false
    var isBad = false
    /// The time; nil for what was not seen, such as what the user does in the browser.
    var time: Duration?
  }

  private let rows: [Row]

  package init(of record: TraceRecord) {
    var rows = record.steps.flatMap(Self.rows)
    if let failure = record.failure {
      rows.append(Row(from: .app, to: .app, label: "failed: \(failure.code)", isBad: true, time: record.duration))
    }
    self.rows = rows
  }

  /// The diagram.
  package var svg: String {
    let height = Self.top + rows.count * Self.pitch + 30
    let heads = Party.allCases.map { party in
      """
      <rect x="\(party.column - 60)" y="14" width="120" height="30" rx="8" fill="#3f5a4b"/>
      <text x="\(party.column)" y="34" text-anchor="middle" fill="#fff" font-weight="600">\(party.title)</text>
      <line x1="\(party.column)" y1="44" x2="\(party.column)" y2="\(height - 14)" stroke="#c9c2b6"/>

      """
    }
    let drawn = rows.enumerated().map { Self.drawn($1, at: Self.top + $0 * Self.pitch) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" role="img" \
      font-family="system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif" font-size="12">
      <title>The messages of the sign-in, in their order</title>
      <rect width="\(Self.width)" height="\(height)" fill="#fffefb"/>
      \(heads.joined())\(drawn.joined())</svg>

      """
  }

  private static let (width, top, pitch) = (980, 74, 34)
  /// As many characters as fit between two columns, or over more of them.
  private static let shortLabel = 36

  private static func drawn(_ row: Row, at y: Int) -> String {
    let colour = row.isBad ? "#9c2f1f" : row.time == nil ? "#6a645c" : "#22201d"
    let text = { (x: Int, anchor: String, label: String, size: Int) in
      """
      <text x="\(x)" y="\(y - 5)" text-anchor="\(anchor)" fill="\(colour)" font-size="\(size)" \
      paint-order="stroke" stroke="#fffefb" stroke-width="4">\(shown(label))</text>

      """
    }
    let time = row.time.map { text(Self.width - 8, "end", "\($0.wholeMilliseconds) ms", 10) } ?? ""
    guard row.from != row.to else {
      return """
        <circle cx="\(row.from.column)" cy="\(y - 9)" r="4" fill="\(colour)"/>

        """ + text(row.from.column + 10, "start", cut(row.label, 90), 11) + time
    }
    let (start, end) = (row.from.column, row.to.column)
    let isRight = end > start
    let tip = isRight ? end - 8 : end + 8
    let columns = abs(row.to.rawValue - row.from.rawValue)
    return """
      <line x1="\(start)" y1="\(y)" x2="\(end)" y2="\(y)" stroke="\(colour)"\(row.isAnswer ? " stroke-dasharray=\"5 4\"" : "")/>
      <path d="M\(end) \(y)L\(tip) \(y - 4)L\(tip) \(y + 4)Z" fill="\(colour)"/>

      """ + text((start + end) / 2, "middle", cut(row.label, columns * shortLabel), 12) + time
  }

  private static func shown(_ text: String) -> String { HTMLText.escaped(DisplayText.clean(text, limit: 200)) }

  private static func cut(_ text: String, _ limit: Int) -> String {
    text.count <= limit ? text : "\(text.prefix(limit - 1))…"
  }

  private static func rows(of step: TraceRecord.Step) -> [Row] {
    let (event, time) = (step.event, step.after)
    switch event.name {
    case .requestSent:
      let method = event.detail.prefix { $0 != " " }
      let grant = event.value(of: "grant_type").map { " (\($0.split(separator: ":").last ?? ""))" } ?? ""
      return [Row(from: .app, to: .provider, label: "\(method) \(path(in: event.detail))\(grant)", time: time)]
    case .answerReceived:
      let status = event.detail.prefix { $0 != " " }
      let error = event.value(of: "error").map { " \($0)" } ?? ""
      let isBad = Int(status).map { $0 >= 400 } ?? true
      return [
        Row(from: .provider, to: .app, label: "\(status)\(error)", isAnswer: true, isBad: isBad, time: time)
      ]
    case .userSent where event.fields.isEmpty:
      return [Row(from: .app, to: .user, label: event.detail, time: time)]
    case .userSent:
      return [
        Row(from: .app, to: .browser, label: "opens \(path(in: event.detail))", time: time),
        Row(from: .browser, to: .provider, label: "authorization request"),
        Row(from: .user, to: .browser, label: "signs in and decides"),
      ]
    case .callbackAccepted, .callbackIgnored:
      let names = event.fields.map(\.name).joined(separator: ", ")
      let isBad = event.name == .callbackIgnored || event.value(of: "error") != nil
      let label = event.name == .callbackIgnored ? "ignored" : names
      return [Row(from: .browser, to: .app, label: "callback: \(label)", isAnswer: true, isBad: isBad, time: time)]
    default:
      return [Row(from: .app, to: .app, label: "\(event.heading): \(event.detail)", time: time)]
    }
  }

  /// The path of the URL in a detail.
  private static func path(in detail: String) -> String {
    let url = detail.split(separator: " ").first { $0.contains("://") } ?? ""
    let rest = url.split(separator: "://", maxSplits: 1).last ?? ""
    return String(rest.drop { $0 != "/" }.prefix { $0 != "?" })
  }
}
