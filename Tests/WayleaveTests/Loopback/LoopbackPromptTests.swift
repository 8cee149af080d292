import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave

@Suite("RFC 8252 §7.3: the loopback user agent does not wait in silence")
struct LoopbackPromptTests {
  private static func written(browserIsSeen: Bool, _ notices: [LoopbackNotice]) throws -> String {
    let text = Lock("")
    let prompt = LoopbackPrompt(browserIsSeen: browserIsSeen) { line in text.withLock { $0 += line } }
    prompt.notice(.listening(try RedirectURI("http://127.0.0.1:4711/cb")))
    for notice in notices { prompt.notice(notice) }
    return text.withLock(\.self)
  }

  @Test func `where no browser is seen, the URL and the place of the answer are written`() throws {
    let url = try AbsoluteURL("https://provider.example/authorize?state=S")
    let text = try Self.written(browserIsSeen: false, [.open(url)])
    #expect(text.contains("  \(url.text)\n") && text.contains("http://127.0.0.1:4711/cb"))
  }

  @Test func `where a browser starts, nothing is written; where it fails, the reason and the URL`() throws {
    let url = try AbsoluteURL("https://provider.example/authorize?state=S")
    #expect(try Self.written(browserIsSeen: true, [.open(url), .ignoredCallback("a stray")]).isEmpty)
    let text = try Self.written(browserIsSeen: true, [.open(url), .browserFailed("no opener here")])
    #expect(text.contains("no opener here") && text.contains(url.text))
  }

  @Test func `the URL is written once, even where no browser is seen and none starts`() throws {
    let url = try AbsoluteURL("https://provider.example/authorize?state=S")
    let prompted = try Self.written(browserIsSeen: false, [.open(url)])
    #expect(try Self.written(browserIsSeen: false, [.open(url), .browserFailed("no opener here")]) == prompted)
  }

  @Test(
    arguments: [
      (["DISPLAY": ":0"], true), (["WAYLAND_DISPLAY": "wayland-0"], true), (["BROWSER": "firefox"], true),
      (["BROWSER": "firefox", "SSH_CONNECTION": "a"], true), (["BROWSER": "/usr/bin/w3m -v"], false),
      (["BROWSER": "lynx:firefox", "DISPLAY": ":0"], false), (["WSL_DISTRO_NAME": "Debian"], true),
      (["DISPLAY": ":0", "SSH_CONNECTION": "a"], false),
      (["DISPLAY": ":0", "SSH_CONNECTION": ""], true),
    ] as [([String: String], Bool)])
  func `a browser is seen with a display and not in a remote shell, or where it is named and has a window`(
    environment: [String: String], isSeen: Bool
  ) {
    #expect(BrowserLauncher(environment: environment).isSeen == isSeen)
  }

  @Test(
    arguments: [
      ([:], [], false), (["container": ""], ["/etc/passwd"], false), (["container": "podman"], [], true),
      ([:], ["/.dockerenv"], true), ([:], ["/run/.containerenv"], true),
    ] as [([String: String], [String], Bool)])
  func `a container is known by its variable, or by a file that Docker or Podman has left`(
    environment: [String: String], files: [String], isContainer: Bool
  ) {
    #expect(BrowserLauncher.isContainer(environment, isThere: files.contains) == isContainer)
  }

  @Test func `a container without a display is the reason, and one with a display shows a browser`() {
    func reason(_ more: [String: String] = [:]) -> String? {
      BrowserLauncher(environment: ["container": "podman"].merging(more) { $1 }).reasonUnseen
    }
    #expect(reason() == "this is a container" && reason(["DISPLAY": ":0"]) == nil && reason(["BROWSER": "x"]) == nil)
    #expect(reason(["SSH_CONNECTION": "a"]) == "this is a remote shell")
  }
}
