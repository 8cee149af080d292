import Crypto
import WayleaveWire

/// What the user reads in the browser on coming back: it is written after the exchange, and says what came of it.
///
/// RFC 9700 §4.2: nothing on the page comes from elsewhere. RFC 9700 §4.3: the code does not stay in the history; a
/// script, which the policy knows by its digest, takes the query out of the address. The window of a sign-in that is done
/// closes by itself, where the browser allows that.
struct LoopbackPage: Sendable {
  /// What became of the callback.
  enum Ending: Sendable, Equatable {
    /// The sign-in is done; the user as the provider names them, nil where it does not say.
    case completed(user: String?)
    /// The user, or the provider, said no.
    case denied
    /// It ended the sign-in with an error, which says so.
    case failed(String)
    /// It answers nothing that waits here.
    case ignored

    /// The ending for an answer; nil where the sign-in goes on waiting.
    init?(_ answer: CallbackAnswer) {
      switch answer {
      case .completed(let signedIn):
        self = .completed(user: signedIn.stored.identity.flatMap { $0.displayName ?? $0.handle })
      case .denied: self = .denied
      case .failed(let error): self = .failed(error.message)
      case .ignored: return nil
      }
    }
  }

  /// Who is named on the page.
  struct Names: Sendable {
    /// The program that signs in.
    let app: String
    /// The provider; nil until the sign-in says which one it is.
    var provider: String?
  }

  let title: String
  let text: String
  private let app: String
  private let tone: Tone

  /// The mark of a page, and the name of its colour.
  private enum Tone: String {
    case good = "✓"
    case calm = "–"
    case bad = "!"

    /// The name of the colour. To print a case, the language would look for its name at run time, which is slow.
    var name: String {
      switch self {
      case .good: "good"
      case .calm: "calm"
      case .bad: "bad"
      }
    }
  }

  init(_ ending: Ending, naming names: Names) {
    app = names.app
    let provider = names.provider ?? "The provider"
    switch ending {
    case .completed(let user):
      title = "You are signed in"
      let who = user.map { " as \(DisplayText.clean($0, limit: 80))" } ?? ""
      text = "\(app) is signed in at \(provider)\(who). You can close this window."
      tone = .good
    case .denied:
      title = "Nothing was granted"
      text = "\(provider) gave no access to \(app). You can close this window."
      tone = .calm
    case .failed(let message):
      title = "The sign-in did not work"
      text = "\(DisplayText.clean(message, limit: 400)) Go back to \(app). You can close this window."
      tone = .bad
    case .ignored:
      title = "No sign-in waits for this"
      text = "This answer does not belong to a sign-in of \(app) that waits here. Nothing was changed."
      tone = .calm
    }
  }

  /// The page.
  var html: String {
    Self.document(
      titled: "\(HTMLText.escaped(title)) · \(HTMLText.escaped(app))",
      """
      <style>\(Self.style)</style>
      </head>
      <body class="\(tone.name)">
      <header>
      <p class="brand"><span class="mark \(tone.name)" aria-hidden="true">\(tone.rawValue)</span>\(HTMLText.escaped(app))</p>
      </header>
      <main>
      <h1>\(HTMLText.escaped(title))</h1>
      <p>\(HTMLText.escaped(text))</p>
      </main>
      <script>\(Self.script)</script>
      </body>
      """)
  }

  /// A page of ours: what is alike in all of them, around a title, the rest of the head, and the body.
  static func document(titled title: String, _ rest: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    \(rest)
    </html>

    """
  }

  /// What the page may load: its own style and script, named by their digests, and nothing else.
  static let contentSecurityPolicy =
    "default-src 'none'; style-src '\(digest(of: style))'; script-src '\(digest(of: script))'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let script =
    "history.replaceState(null,'',location.pathname);"
    + "if(document.body.className=='good')setTimeout(()=>close(),3000)"

  private static let style = """
    :root{color-scheme:light dark;--paper:#f4f2ee;--card:#fffefb;--ink:#22201d;--soft:#6a645c;--line:#ddd7cd;--on:#fff;\
    --good:#3f5a4b;--calm:#6a645c;--bad:#9c2f1f}
    @media(prefers-color-scheme:dark){:root{--paper:#191816;--card:#24221f;--ink:#efebe4;--soft:#aea69a;--line:#3d3934;\
    --on:#191816;--good:#9fc3ae;--calm:#aea69a;--bad:#ffb4a4}}
    *{box-sizing:border-box}
    body{margin:0;min-height:100vh;background:var(--paper);color:var(--ink);\
    font:1rem/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif}
    .good{--tone:var(--good)}.calm{--tone:var(--calm)}.bad{--tone:var(--bad)}
    header{border-top:.375rem solid var(--tone)}
    .brand,main{margin:0 auto}
    .brand{max-width:34rem;padding:1.25rem;display:flex;align-items:center;gap:.625rem;font-weight:650;font-size:1.125rem;\
    overflow-wrap:anywhere}
    .mark{flex:none;display:grid;place-items:center;width:2rem;height:2rem;border-radius:.625rem;background:var(--tone);\
    color:var(--on);font-weight:700}
    main{width:calc(100% - 2.5rem);max-width:31.5rem;padding:1.5rem 1.75rem;background:var(--card);border:1px solid var(--line);\
    border-radius:1rem}
    h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere}
    main p{margin:0;color:var(--soft);overflow-wrap:anywhere}
    @media(forced-colors:active){.mark{border:1px solid}}
    """

  /// How the policy of a page names its own style or script.
  static func digest(of text: String) -> String {
    "sha256-\(Base64.standard.encodedText(Array(SHA256.hash(data: Array(text.utf8)))))"
  }
}
