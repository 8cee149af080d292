import Synchronization
import Wayleave
import WayleaveWire
import WayleaveSignIn

/// The steps of a sign-in as a page that can be handed on: no secret is in it, and nothing that a browser would run.
final class TracePage: Sendable {
  private let path: String
  private let steps = Mutex<[(event: Event, after: Duration)]>([])
  private let start = ContinuousClock.now

  /// A page in a new file, which only its owner can read; throws `store.unwritable` where there is one already.
  init(at path: String) throws(OAuthError) {
    self.path = path
    try TextFile.write([], toNew: path)
  }

  /// Takes a step.
  func tell(_ event: Event) {
    let after = start.duration(to: .now)
    steps.withLock { $0.append((event, after)) }
  }

  /// Writes what has been told, and how it ended.
  func finish(_ failure: (any Error)?) throws(OAuthError) {
    let ending = failure.map { "It failed: \(($0 as? OAuthError)?.message ?? "see the terminal")" } ?? "It is done."
    let sections = steps.withLock { $0.map(Self.section) }.joined()
    let page = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>A sign-in, step by step</title>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width">
      <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
      h2 { font-size: 1rem; margin: 1.5rem 0 0 } code, td { overflow-wrap: anywhere }
      td { padding: 0 1rem 0 0; vertical-align: top } td:first-child { white-space: nowrap }
      </style></head><body>
      <h1>A sign-in, step by step</h1>
      <p>Secrets are left out: a fingerprint, the first digits of their SHA-256, stands for each.</p>
      \(sections)<p><strong>\(Self.escaped(ending))</strong></p>
      </body></html>

      """
    try TextFile.write(Array(page.utf8), over: path)
  }

  private static func section(_ event: Event, after time: Duration) -> String {
    let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    let rule = event.rule.map { " · \(escaped("\($0)"))" } ?? ""
    let rows = event.fields.map { "<tr><td>\(escaped($0.name))</td><td><code>\(escaped($0.value))</code></td></tr>\n" }
    return """
      <h2>\(escaped(event.name.rawValue)) <small>at \(milliseconds) ms\(rule)</small></h2>
      <p>\(escaped(event.detail))</p>
      <table>
      \(rows.joined())</table>

      """
  }

  private static func escaped(_ text: String) -> String {
    DisplayText.clean(text, limit: 600).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
