import Crypto
import WayleaveWire

/// What the user reads in the browser on coming back.
///
/// RFC 9700 §4.2: nothing on the page comes from elsewhere. RFC 9700 §4.3: the code does not stay in the history; a
/// script, which the policy knows by its digest, takes the query out of the address.
struct LoopbackPage: Sendable {
  let title: String
  let text: String
  /// The colour of the mark.
  private let tone: String

  static let accepted = LoopbackPage(
    title: "Your answer has arrived", text: "You may close this window and go back to where you started.", tone: "good")
  static let denied = LoopbackPage(
    title: "Nothing was granted", text: "The sign-in has ended. You may close this window.", tone: "calm")
  static let failed = LoopbackPage(
    title: "The sign-in did not work", text: "The program where you started says why. You may close this window.",
    tone: "bad")
  static let ignored = LoopbackPage(
    title: "Nothing waits for this", text: "This answer does not belong to a sign-in that waits here.", tone: "calm")

  /// The page.
  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title)</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <main>
    <p class="mark \(tone)" aria-hidden="true"></p>
    <h1>\(title)</h1>
    <p>\(text)</p>
    </main>
    <script>\(Self.script)</script>
    </body>
    </html>

    """
  }

  /// What the page may load: its own style and script, named by their digests, and nothing else.
  static let contentSecurityPolicy =
    "default-src 'none'; style-src '\(digest(of: style))'; script-src '\(digest(of: script))'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let script = "history.replaceState(null,'',location.pathname)"

  private static let style = """
    :root{color-scheme:light dark;--ground:#f6f5f1;--text:#22261f;--soft:#5c6357;--good:#3d7a4b;--calm:#77806f;--bad:#a8472f}
    @media(prefers-color-scheme:dark){:root{--ground:#191c17;--text:#e9ebe4;--soft:#a3aa9b;--good:#7cc08b;--calm:#99a290;--bad:#e08a70}}
    body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--text);\
    font:1.05rem/1.55 system-ui,sans-serif}
    main{max-width:26rem;padding:2rem;text-align:center}
    h1{margin:0 0 .6rem;font-size:1.5rem;font-weight:600;letter-spacing:-.01em}
    p{margin:0;color:var(--soft)}
    .mark{width:3rem;height:.3rem;margin:0 auto 1.6rem;border-radius:1rem}
    .good{background:var(--good)}.calm{background:var(--calm)}.bad{background:var(--bad)}
    """

  private static func digest(of text: String) -> String {
    "sha256-\(Base64.standard.encodedText(Array(SHA256.hash(data: Array(text.utf8)))))"
  }
}
