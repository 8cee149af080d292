package import Wayleave
package import WayleaveWire

/// The steps of a sign-in as an HTML page that can be given to others: it holds no secret and runs nothing.
package struct TracePage {
  private var record: TraceRecord

  private typealias Step = TraceRecord.Step

  /// A page without steps.
  ///
  /// - Parameters:
  ///   - program: the program that signs in, and its version.
  ///   - date: when the sign-in began.
  package init(program: String, date: Instant) { record = TraceRecord(program: program, date: date) }

  /// The page of a record.
  package init(of record: TraceRecord) { self.record = record }

  /// Adds a step that happened so long after the beginning.
  package mutating func add(_ event: Event, after time: Duration) { record.add(event, after: time) }

  /// The page; `failure` is why the sign-in failed, nil when it succeeded, and `end` how long all of it took.
  package func text(endingWith failure: (any Error)?, after end: Duration) -> String {
    var ended = self
    ended.record.end(failure, after: end)
    return ended.text
  }

  /// The page, of a record that has ended.
  package var text: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>A sign-in, step by step</title>
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <style>\(Self.style)</style></head><body>
    <header><p class="brand"><span class="mark" aria-hidden="true">W</span>Wayleave</p></header>
    <main>
    <h1>A sign-in, step by step</h1>
    \(summary)<p class="note">Secrets are not shown. A fingerprint, the first digits of the SHA-256, \
    stands for each.</p>
    <figure>\(TraceDiagram(of: record).svg)</figure>
    \(groups.map(Self.shown).joined())</main>
    </body></html>

    """
  }

  // Nothing is loaded, run or sent, even if markup ever got into the page.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

  private var summary: String {
    let failure = record.failure
    let result = failure.map { "The sign-in failed: \($0.message)" } ?? "The sign-in is done."
    let rows = [
      ("Result", result), ("Sign-in at", detail(of: .signInBegan)), ("User", detail(of: .identified)),
      ("Began", "\(record.date)"), ("Duration", Self.spelled(record.duration)), ("Program", record.program),
    ]
    let shown = rows.compactMap { (name, value) in value.map { "<dt>\(name)</dt><dd>\(Self.shown($0))</dd>\n" } }
    return "<dl class=\"card \(failure == nil ? "good" : "bad")\">\n\(shown.joined())</dl>\n"
  }

  private func detail(of name: Event.Name) -> String? { record.steps.last { $0.event.name == name }?.event.detail }

  /// A time that a person waited: in seconds where it is long.
  private static func spelled(_ time: Duration) -> String {
    let milliseconds = time.wholeMilliseconds
    guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
    return "\(milliseconds / 1000).\(milliseconds / 100 % 10) s"
  }

  /// The steps as they are shown: what belongs to discovery together, anything else alone.
  private var groups: [[Step]] {
    var groups: [[Step]] = []
    var isDiscovery = false
    for step in record.steps {
      if isDiscovery { groups[groups.count - 1].append(step) } else { groups.append([step]) }
      isDiscovery = (isDiscovery || step.event.isDiscovery) && step.event.name != .answerReceived
    }
    return groups
  }

  private static func shown(_ steps: [Step]) -> String {
    let sections = steps.map { section($0.event, after: $0.after) }.joined()
    guard let first = steps.first, first.event.isDiscovery else { return sections }
    let answer = steps.last { $0.event.name == .answerReceived }.map { ": \(shown($0.event.detail))" } ?? ""
    return """
      <details><summary>\(first.event.heading)\(answer)</summary>
      \(sections)</details>

      """
  }

  private static func section(_ event: Event, after time: Duration) -> String {
    let rule = event.rule.map { " · \(link(to: $0))" } ?? ""
    return """
      <section><h2>\(event.heading)</h2>
      <p class="note">at \(time.wholeMilliseconds) ms · <code>\(event.name.rawValue)</code>\(rule)</p>
      <p>\(shown(event.detail))</p>
      \(list(of: event.fields))</section>

      """
  }

  private static func link(to rule: OAuthError.Rule) -> String {
    let text = shown("\(rule)")
    return rule.link.map { "<a href=\"\(HTMLText.escaped($0))\">\(text)</a>" } ?? text
  }

  private static func list(of fields: [Event.Field]) -> String {
    guard !fields.isEmpty else { return "" }
    let rows = fields.map { "<dt>\(shown($0.name))</dt><dd><code>\(shown($0.value))</code></dd>\n" }
    return "<dl>\n\(rows.joined())</dl>\n"
  }

  /// A text of any origin, cleaned, cut and escaped.
  private static func shown(_ text: String) -> String { HTMLText.escaped(DisplayText.clean(text, limit: 600)) }

  private static let style = """
    :root{color-scheme:light dark;--paper:#f4f2ee;--card:#fffefb;--ink:#22201d;--soft:#6a645c;--line:#ddd7cd;\
    --good:#3f5a4b;--bad:#9c2f1f;--on:#fff}
    @media(prefers-color-scheme:dark){:root{--paper:#191816;--card:#24221f;--ink:#efebe4;--soft:#aea69a;--line:#3d3934;\
    --good:#9fc3ae;--bad:#ffb4a4;--on:#191816}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);overflow-wrap:anywhere;\
    font:1rem/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif}
    header{border-top:.375rem solid var(--good)}
    .brand,main{max-width:56rem;margin:0 auto;padding:1.25rem}
    .brand{display:flex;align-items:center;gap:.625rem;padding-bottom:0;font-weight:650;font-size:1.125rem}
    .mark{display:grid;place-items:center;width:2rem;height:2rem;border-radius:.625rem;background:var(--good);\
    color:var(--on);font-weight:700}
    h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em}
    h2{margin:0;font-size:1.0625rem}
    p{margin:0}
    .note{margin:0 0 .375rem;color:var(--soft);font-size:.875rem}
    a{color:inherit}
    code{font-family:ui-monospace,"Cascadia Mono","DejaVu Sans Mono",monospace;font-size:.875em}
    .card,section,details{margin:0 0 .75rem;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);\
    border-radius:.75rem}
    .good{border-left:.375rem solid var(--good)}.bad{border-left:.375rem solid var(--bad)}
    summary{cursor:pointer;font-weight:600}
    details section{margin:.75rem 0 0;padding:.75rem 0 0;border-width:1px 0 0;border-radius:0}
    figure{margin:0 0 .75rem;overflow-x:auto;border:1px solid var(--line);border-radius:.75rem}
    figure svg{display:block;min-width:44rem;width:100%}
    dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;margin:.625rem 0 0}
    .card{margin-bottom:1rem}dl.card{margin-top:0}
    dt{color:var(--soft)}dd{margin:0;min-width:0}
    @media(max-width:600px){dl{display:block}dd{margin:0 0 .5rem}.card,section,details{padding:.875rem 1rem}}
    """
}
