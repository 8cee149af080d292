import AppKit
import Foundation
import Synchronization
import Testing
import Wayleave
@testable import WayleaveAppleUnderTest
import WayleaveWire

@Suite("macOS: the workspace opens the browser", .serialized, .timeLimit(.minutes(1)))
struct WorkspaceBrowserTests {
  @Test @MainActor func `the loopback source opens an address of its own, and no program is started`() async throws {
    NSWorkspace.shared.standInOpened = []
    try await Self.waiting {
      NSWorkspace.shared.standInOpened.isEmpty
    }
    let opened = NSWorkspace.shared.standInOpened
    #expect(opened.count == 1 && opened.first?.host == "127.0.0.1")
  }

  @Test @MainActor func `where nothing opens web pages, the reason is a notice, and the sign-in goes on`() async throws
  {
    NSWorkspace.shared.standInOpens = false
    defer { NSWorkspace.shared.standInOpens = true }
    let reasons = Mutex<[String]>([])
    try await Self.waiting(
      { notice in if case .browserFailed(let reason) = notice { reasons.withLock { $0.append(reason) } } },
      while: { reasons.withLock { $0.isEmpty } })
    #expect(reasons.withLock { $0 } == ["no program opens web pages here"])
  }

  @Test(arguments: ["com.example.app:/x", "file:///etc/passwd", "ftp://p.example/"])
  @MainActor func `what is no web page is not opened`(url: String) throws {
    let before = NSWorkspace.shared.standInOpened.count
    let reason = Mutex<String?>(nil)
    BrowserLauncher.workspace.launch(try AbsoluteURL(url)) { text in reason.withLock { $0 = text } }
    #expect(reason.withLock { $0 } == "only http and https URLs are shown")
    #expect(NSWorkspace.shared.standInOpened.count == before)
  }

  @Test func `in a remote shell the user would not see it`() {
    #expect(BrowserLauncher(environment: [:], opener: { _ in nil }).reasonUnseen == nil)
    // The browser that a shell names is not the one that is opened.
    let remote = ["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22", "BROWSER": "firefox"]
    #expect(BrowserLauncher(environment: remote, opener: { _ in nil }).reasonUnseen == "this is a remote shell")
  }

  /// A sign-in that waits for the browser as long as a condition holds.
  @MainActor private static func waiting(
    _ notify: @escaping @Sendable (LoopbackNotice) -> Void = { _ in }, while condition: () -> Bool
  ) async throws {
    let source = LoopbackSource(app: "Reader", browser: .workspace, notify: notify)
    let session = try await source.prepare(for: [try RedirectURI("http://127.0.0.1/cb")])
    let page = AuthorizationPage(
      url: try AbsoluteURL("https://provider.example/authorize"),
      provider: try Provider(
        name: "example", title: "Example", service: .issuer(AbsoluteURL("https://provider.example"))))
    let reading = Task {
      for try await callback in session.callbacks(for: page, until: .now + .seconds(20)) {
        await callback.answer(.ignored)
      }
    }
    for _ in 0..<1000 where condition() { try await Task.sleep(for: .milliseconds(10)) }
    reading.cancel()
    await session.close()
  }
}
