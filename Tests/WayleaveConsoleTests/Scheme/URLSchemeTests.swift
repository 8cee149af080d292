import Testing
import WayleaveConsole
import WayleaveWire

@Suite("RFC 8252 §7.1: a private-use scheme is based on a domain name, in reverse order")
struct URLSchemeTests {
  @Test(arguments: [
    ("com.example.app", "com.example.app"), ("Com.Example.App", "com.example.app"), ("a.b+c-d", "a.b+c-d"),
    (URLScheme.usual, "wayleave.callback"),
  ])
  func `64: a scheme has a period, and is written in lower case`(text: String, scheme: String) throws {
    #expect(try URLScheme(text).text == scheme && !URLScheme(text).isShared && URLScheme(text).warning == nil)
  }

  @Test(arguments: [("fsoauthexample", "fsoauthexample"), ("OauthTestApp", "oauthtestapp"), ("ios-app", "ios-app")])
  func `8252-3: one without a period is taken where the user names it, with a warning`(
    text: String, scheme: String
  ) throws {
    let shared = try URLScheme(text)
    #expect(shared.text == scheme && shared.isShared && shared.warning?.contains(scheme) == true)
  }

  @Test(arguments: [
    "", "mailto", "ssh", "ms-settings", "itms", ".app", "app.", "a..b", "1.a", "a b.c", "a/b.c", "a;b.c", "é.com",
    "https", "a.b:", "-a.b",
    String(repeating: "a.", count: 60) + "b",
  ])
  func `64: one of the web or of the system is refused, and so is what is no scheme`(text: String) throws {
    let error = #expect(throws: OAuthError.self) { try URLScheme(text) }
    #expect(error?.code == .invalidValue && error?.rule == .rfc(8252, "7.1"))
  }

  @Test func `the schemes of the web are none of a program`() throws {
    #expect(URLScheme(of: try AbsoluteURL("https://app.example/cb")) == nil)
    #expect(URLScheme(of: try AbsoluteURL("com.example.app:/cb"))?.text == "com.example.app")
  }

  @Test func `the names by which a desktop knows it`() throws {
    let scheme = try URLScheme("com.example.app")
    #expect(scheme.type == "x-scheme-handler/com.example.app" && scheme.fileName == "wayleave-com.example.app.desktop")
    #expect(scheme.redirectURI == "com.example.app:/callback")
  }
}

@Suite("RFC 8252 §8.1: another program can register the same scheme")
struct SchemeStandingTests {
  @Test(
    arguments: [
      (nil, true, .none), ("wayleave-com.example.app.desktop", true, .ours),
      ("wayleave-com.example.app.desktop", false, .none), ("other.desktop", true, .other("other.desktop")),
      ("wayleave-com.example.App.desktop", true, .other("wayleave-com.example.App.desktop")),
    ] as [(String?, Bool, SchemeStanding)])
  func `64: it is ours only where the desktop names our file, and the file is there`(
    handler: String?, isWritten: Bool, standing: SchemeStanding
  ) throws {
    #expect(SchemeStanding(handler: handler, of: try URLScheme("com.example.app"), isWritten: isWritten) == standing)
  }
}

@Suite("Association between MIME types and applications: the list of defaults")
struct DefaultHandlersTests {
  private let list = """
    [Default Applications]
    x-scheme-handler/a.b=wayleave-a.b.desktop
    x-scheme-handler/a.bc=wayleave-a.b.desktop;
    text/html=firefox.desktop;

    [Added Associations]
    x-scheme-handler/a.b=other.desktop;wayleave-a.b.desktop;

    """

  @Test func `a program goes from the lines of its type, and nothing else changes`() {
    let changed = DefaultHandlers.removing("wayleave-a.b.desktop", for: "x-scheme-handler/a.b", from: list)
    let expected = """
      [Default Applications]
      x-scheme-handler/a.bc=wayleave-a.b.desktop;
      text/html=firefox.desktop;

      [Added Associations]
      x-scheme-handler/a.b=other.desktop;

      """
    #expect(changed == expected)
  }

  @Test func `a list without it is not written again`() {
    #expect(DefaultHandlers.removing("wayleave.desktop", for: "x-scheme-handler/a.b", from: list) == nil)
  }
}
