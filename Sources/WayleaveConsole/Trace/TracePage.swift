package import Wayleave
import WayleaveWire

/// The steps of a sign-in as an HTML page that can be given to others: it holds no secret and runs nothing.
package struct TracePage {
  private var steps: [(event: Event, after: Duration)] = []

  package init() {}

  /// Adds a step that happened so long after the beginning.
  package mutating func add(_ event: Event, after time: Duration) { steps.append((event, time)) }

  /// The page; `failure` is why the sign-in failed, nil when it succeeded.
  package func text(endingWith failure: (any Error)?) -> String {
    let ending = failure.map { "It failed: \(($0 as? OAuthError)?.message ?? "see the terminal")" } ?? "It is done."
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>A sign-in, step by step</title>
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="viewport" content="width=device-width">
      <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
      h2 { font-size: 1rem; margin: 1.5rem 0 0 } code, td { overflow-wrap: anywhere }
      td { padding: 0 1rem 0 0; vertical-align: top } td:first-child { white-space: nowrap }
      </style></head><body>
      <h1>A sign-in, step by step</h1>
      <p>Secrets are not shown. A fingerprint, the first digits of the SHA-256, stands for each.</p>
      \(steps.map(Self.section).joined())<p><strong>\(Self.shown(ending))</strong></p>
      </body></html>

      """
  }

  // Nothing is loaded, run or sent, even if markup ever got into the page.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

  /// A text of any origin, cleaned, cut and escaped.
  private static func shown(_ text: String) -> String { HTMLText.escaped(DisplayText.clean(text, limit: 600)) }

  private static func section(_ event: Event, after time: Duration) -> String {
    let rule = event.rule.map { " · \(Self.shown("\($0)"))" } ?? ""
    let rows = event.fields.map {
      "<tr><td>\(Self.shown($0.name))</td><td><code>\(Self.shown($0.value))</code></td></tr>\n"
    }
    return """
      <h2>\(Self.shown(event.name.rawValue)) <small>at \(time.wholeMilliseconds) ms\(rule)</small></h2>
      <p>\(Self.shown(event.detail))</p>
      <table>
      \(rows.joined())</table>

      """
  }
}
