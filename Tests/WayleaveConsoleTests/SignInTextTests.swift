import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import WayleaveConsole

@Suite("What a person reads who is to sign in")
struct SignInTextTests {
  private let words = SignInText(style: .plain)

  private func codes(_ code: String = "WDJB-MJHT") throws -> DeviceAuthorizationResponse {
    try DeviceAuthorizationResponse(
      deviceCode: Secret("d"), userCode: code, verificationURI: "https://a.example/device",
      verificationURIComplete: "https://a.example/device?user_code=\(code)", expiresIn: 900)
  }

  @Test("RFC 8628 §3.3 and §5.4: URL and code stand on lines of their own, above the warning")
  func code() throws {
    let lines = words.codes(try codes(), hasOtherWay: false).split(separator: "\n")
    #expect(lines.contains("  https://a.example/device") && lines.contains("  WDJB-MJHT"))
    #expect(lines.last == "Only enter it if you began this sign-in yourself.")
  }

  @Test(
    "RFC 8628 §5.4: a page on another host than the issuer is said to be there, unless the entry names that host",
    arguments: [
      ("https://a.example", nil), ("https://login.a.example", nil),
      ("https://b.example", "This page is at a.example, not at b.example."),
      ("https://a.example.evil", "This page is at a.example, not at a.example.evil."),
    ])
  func elsewhere(issuer: String, sentence: String?) throws {
    let provider = Provider(
      name: ProviderName(issuer), title: "A", service: .issuer(try AbsoluteURL(issuer)))
    let lines = words.codes(try codes(), at: provider, hasOtherWay: false).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("This page") } == (sentence.map { [Substring($0)] } ?? []))
    // The page of a provider that is built in is its own, wherever it is.
    let google = try #require(Provider.builtIn(named: "google"))
    #expect(!words.codes(try codes(), at: google, hasOtherWay: false).contains("This page"))
  }

  @Test("two ways are no two steps: the first text says that one is enough, the second begins with “Or”")
  func ways() throws {
    let url = try AbsoluteURL("https://a.example/authorize?x=1")
    #expect(
      words.codes(try codes(), hasOtherWay: true).hasPrefix("There are two ways to sign in. The first that works"))
    #expect(words.page(url, isOther: true).contains("\nOr open this URL in any browser:\n\n  \(url.text)\n"))
    #expect(words.page(url, isOther: false).hasPrefix("Open this URL"))
  }

  @Test("the life of a URL is said where it is shorter than the time that the user has")
  func life() throws {
    let url = try AbsoluteURL("https://a.example/authorize?x=1")
    #expect(words.page(url, isOther: false, life: 60).contains("Open the URL within 60 seconds: then it expires."))
    #expect(!words.page(url, isOther: false).contains("expires"))
    #expect(
      words.again(url, life: 60).contains(
        "in place of the one above.\nOpen the URL within 60 seconds: then it expires."))
  }

  @Test(
    "RFC 8628 §6.1: a long code without groups is shown in two, and the space is said to be ours",
    arguments: [
      ("WDJB-MJHT", "WDJB-MJHT", false), ("WDJBMJHT", "WDJB MJHT", true), ("123456789", "12345 6789", true),
      ("WDJBMJH", "WDJBMJH", false), ("ABC DEF GH", "ABC DEF GH", false), ("ÄBCDEFGH", "ÄBCDEFGH", false),
    ])
  func groups(code: String, shown: String, isSplit: Bool) throws {
    #expect(UserCode(code).grouped == shown && UserCode(code).isSplit == isSplit)
    guard code.allSatisfy(\.isASCII), !code.contains(" ") else { return }
    #expect(words.codes(try codes(code), hasOtherWay: false).contains("(without the space)") == isSplit)
  }

  @Test("an ssh command and a git command are copied: they stay on one line, however narrow the terminal is")
  func commands() throws {
    let forwarding = try #require(
      SSHForwarding(port: 34567, connection: "10.0.0.1 50000 2001:db8::1 2222", user: "ada"))
    let text = TextLayout(width: 40).wrapped(forwarding.sentence)
    #expect(text.split(separator: "\n").last == "  ssh -L 34567:127.0.0.1:34567 -p 2222 ada@2001:db8::1")
    // The page of a provider on this machine, such as the playground, has to be reached as well.
    let both = try #require(
      SSHForwarding(
        port: 34567, page: AbsoluteURL("http://127.0.0.1:45071/authorize"), connection: "10.0.0.1 50000 10.0.0.2 22",
        user: "ada"))
    #expect(both.command == "ssh -L 34567:127.0.0.1:34567 -L 45071:127.0.0.1:45071 ada@10.0.0.2")
    let prose = TextLayout(width: 40).wrapped("ssh -L is what a remote shell uses to forward a port.")
    #expect(prose.contains("\n"))
  }
}

@Suite("A paste that does not answer a sign-in")
struct WrongPasteTests {
  @Test(
    "what is wrong with it is said",
    arguments: [
      ("https://a.example/authorize?client_id=x&state=1", .pageItself),
      ("<https://a.example/authorize?request_uri=urn:x>", .pageItself),
      ("https://b.example/auth?client_id=x", .pageItself), ("http://127.0.0.1/cb?code=x&state=y", .otherSignIn),
      ("http://127.0.0.1/cb?error=access_denied&state=y", .otherSignIn),
      ("http://127.0.0.1/cb?oauth_token=x&oauth_verifier=y", .otherSignIn), ("http://127.0.0.1/cb?code=x", .noState),
      ("http://127.0.0.1/cb", .noCode), ("http://127.0.0.1/cb?x=1", .noCode), ("hello", .noURL), ("", .noURL),
      ("http://127.0.0.1/cb?code=" + String(repeating: "x", count: 4095 - 25), .cutOff),
      ("WJLM-VKMK", .deviceCode), ("WJLMVKMK", .deviceCode), ("WJLM-VKMX", .noURL),
      ("q", .quit), ("Exit", .quit), ("https://a.example/device?user_code=WJLM-VKMK", .deviceCode),
      ("ssh-L41245:127.0.0.1:41245", .command),
    ] as [(String, WrongPaste)])
  func mistakes(text: String, mistake: WrongPaste) throws {
    let page = try AbsoluteURL("https://a.example/authorize?request_uri=urn:x")
    #expect(WrongPaste(text, page: page, userCode: "WJLM-VKMK") == mistake)
    #expect(mistake.sentence.hasSuffix("."))
  }

  @Test("a line that came with a URL and is none itself is its rest; another URL is not")
  func rest() {
    #expect(PastedAnswer.continues("http://a.example/cb?co", with: "de=x&state=y"))
    #expect(!PastedAnswer.continues("http://a.example/cb?code=x", with: "http://a.example/cb?code=y"))
    #expect(!PastedAnswer.continues("nonsense", with: "more"))
  }
}

@Suite("Keys while a sign-in waits, and the clipboard")
struct WaitingKeyTests {
  @Test("a key is what comes alone: a paste and an arrow key are none")
  func keys() {
    for (typed, key) in [("o", .open), ("C", .copy), ("q", .cancel), ("\u{1B}", .cancel), ("\n", .renew)]
      as [(String, WaitingKey)]
    {
      #expect(WaitingKey(Array(typed.utf8)) == key)
    }
    for typed in ["", "x", "code=x", "\u{1B}[A", "oo", "https://a.example"] {
      #expect(WaitingKey(Array(typed.utf8)) == nil)
    }
  }

  @Test("OSC 52: the text goes in Base64, and not to a terminal that is known to ignore it")
  func clipboard() {
    #expect(ClipboardText("ada", terminal: "xterm-256color")?.sequence == "\u{1B}]52;c;YWRh\u{1B}\\")
    for terminal in [nil, "", "dumb", "linux"] as [String?] { #expect(ClipboardText("ada", terminal: terminal) == nil) }
    #expect(ClipboardText(String(repeating: "x", count: 70_000), terminal: "xterm") == nil)
  }

  @Test("a prompt counts down and has no spinner; what does not fit is left out")
  func prompt() {
    let status = StatusLine.prompt("Paste the URL", short: "URL", for: .seconds(300))
    #expect(status.line(after: .seconds(2), width: 80) == "Paste the URL (4:58 left; Ctrl-C ends it): ")
    #expect(status.line(after: .seconds(2), width: 40) == "Paste the URL (4:58 left): ")
    #expect(status.line(after: .seconds(2), width: 20) == "URL (4:58 left): ")
  }
}

@Suite("Unicode Standard Annex 9: names of right-to-left scripts")
struct IsolationTests {
  @Test(
    "each run of their words is isolated, and nothing else is changed",
    arguments: [
      ("as עדה פנוויק (ada)", "as \u{2068}עדה פנוויק\u{2069} (ada)"), ("Ada (15)", "Ada (15)"),
      ("عادة", "\u{2068}عادة\u{2069}"),
      ("א, ב", "\u{2068}א\u{2069}, \u{2068}ב\u{2069}"), ("א  b", "\u{2068}א\u{2069}  b"), ("", ""),
    ])
  func runs(text: String, isolated: String) {
    #expect(Isolation.isolating(text) == isolated && Isolation.isolating(isolated) == isolated)
    #expect(isolated.columns == text.columns)
  }
}
