import AppKit
import AuthenticationServices
import Foundation
import Synchronization
import Testing
import UIKit
@testable import WayleaveAppleUnderTest
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

extension ScreenTests {
  @Suite("The browser sheet: ASWebAuthenticationSession", .serialized)
  @MainActor struct WebAuthenticationSourceTests {
    private let scene = UIWindowScene(standInFor: .foregroundActive)
    private let window: UIWindow
    private let notices = Collected<WebAuthenticationNotice>()

    init() {
      StandInWebSheet.reset()
      window = UIWindow(standInFor: scene, isKeyWindow: true)
      UIApplication.shared.connectedScenes = [scene]
    }

    private func source(isEphemeral: Bool = false) -> WebAuthenticationSource {
      WebAuthenticationSource(isEphemeral: isEphemeral, notify: notices.add)
    }

    private func session(
      _ redirectURI: String = "com.example.app:/callback", isEphemeral: Bool = false
    ) async throws -> any CallbackSession {
      try await source(isEphemeral: isEphemeral).prepare(for: [RedirectURI(redirectURI)])
    }

    private static func page() throws -> AuthorizationPage {
      AuthorizationPage(url: try AbsoluteURL("https://provider.example/authorize?state=s"), provider: .github)
    }

    /// What comes of a sign-in in which the user does something.
    private func outcome(
      of session: any CallbackSession, until deadline: ContinuousClock.Instant = .now + .seconds(20),
      doing: @MainActor (StandInWebSheet.Shown) async throws -> Void
    ) async throws -> Result<[String], any Error> {
      let callbacks = session.callbacks(for: try Self.page(), until: deadline)
      let reading = Task {
        var texts: [String] = []
        for try await callback in callbacks { texts.append(callback.text) }
        return texts
      }
      for _ in 0..<400 where StandInWebSheet.shown == nil { try await Task.sleep(for: .milliseconds(5)) }
      try await doing(#require(StandInWebSheet.shown))
      return await reading.result
    }

    // FS10, ZA3
    @Test(arguments: [
      (["com.example.app:/callback"], "com.example.app:/callback", "scheme com.example.app"),
      (["https://app.example/cb"], "https://app.example/cb", "https app.example /cb"),
      (["https://app.example"], "https://app.example", "https app.example /"),
      (["http://127.0.0.1/cb", "https://app.example:8443/cb", "app://cb"], "app://cb", "scheme app"),
    ])
    func `the first redirect URI that leads to the app is taken`(
      redirectURIs: [String], chosen: String, callback: String
    ) async throws {
      let session = try await source().prepare(for: redirectURIs.map { try RedirectURI($0) })
      #expect(session.redirectURI.text == chosen)
      let result = try await outcome(of: session) {
        #expect($0.callback == callback && $0.url == "https://provider.example/authorize?state=s")
        #expect($0.anchor === window && !$0.isEphemeral)
        $0.callBack(chosen + "?code=c&state=s")
      }
      #expect(try result.get() == [chosen + "?code=c&state=s"])
      #expect(notices.all == [.shown, .returned])
      await session.close()
    }

    @Test func `an https URL is no way back on a system that brings none, and a scheme of the app's own is`() throws {
      let (https, scheme) = (try RedirectURI("https://app.example/cb"), try RedirectURI("app:/cb"))
      #expect(WebAuthenticationSession.Way(to: https, bringsHTTPS: true) == .https(host: "app.example", path: "/cb"))
      #expect(WebAuthenticationSession.Way(to: https, bringsHTTPS: false) == nil)
      #expect(WebAuthenticationSession.Way(to: scheme, bringsHTTPS: false) == .scheme("app"))
    }

    @Test func `71: with an https URL alone an earlier system is an error, which names the system and the association`()
      async throws
    {
      let urls = [try RedirectURI("http://127.0.0.1/cb"), try RedirectURI("https://app.example/cb")]
      do throws(OAuthError) {
        _ = try source().prepare(for: urls, bringingHTTPS: false)
        Issue.record("an https URL was taken")
      } catch {
        #expect(error.code == .unsupported)
        #expect(error.expected?.contains("iOS 17.4, macOS 14.4") == true)
        #expect("\(error.remedy)".contains("webcredentials:app.example to the Associated Domains"))
        #expect("\(error.remedy)".contains("a scheme of your own, such as com.example.app:/callback"))
      }
      #expect(try source().prepare(for: urls, bringingHTTPS: true).redirectURI == urls[1])
      let both = urls + [try RedirectURI("app:/cb")]
      #expect(try source().prepare(for: both, bringingHTTPS: false).redirectURI == both[2])
    }

    @Test func `a redirect URI that only a listener can take is refused`() async throws {
      let urls = [try RedirectURI("http://127.0.0.1/cb"), try RedirectURI("https://app.example:8443/cb")]
      #expect(await code { try await source().prepare(for: urls) } == .invalidRedirectURI)
    }

    @Test func `72: an ephemeral sheet shares no cookie with the browser`() async throws {
      let session = try await session(isEphemeral: true)
      _ = try await outcome(of: session) {
        #expect($0.isEphemeral)
        $0.dismiss()
      }
    }

    // FS27, TU4
    @Test func `a user who closes the page has cancelled`() async throws {
      let result = try await outcome(of: session()) { $0.dismiss() }
      #expect(await code { try result.get() } == .cancelled)
      #expect(notices.all == [.shown, .closedByUser])
    }

    @Test func `a window that goes away is told from a user who closes the page`() async throws {
      let result = try await outcome(of: session()) {
        scene.activationState = .unattached
        $0.dismiss()
      }
      #expect(await code { try result.get() } == .cancelled)
      #expect(notices.all == [.shown, .closedWithWindow])
      guard case .failure(let error as OAuthError) = result else { return }
      #expect("\(error.message)".contains("window"))
    }

    @Test func `a session that the program closes is no deed of the user`() async throws {
      let session = try await session()
      let result = try await outcome(of: session) { _ in await session.close() }
      #expect(throws: CancellationError.self) { try result.get() }
      #expect(notices.all == [.shown, .closedByProgram])
    }

    @Test func `a page that comes back while it is being closed counts once`() async throws {
      let session = try await session()
      let result = try await outcome(of: session) {
        $0.callBack("com.example.app:/callback?code=c")
        $0.dismiss()
        await session.close()
      }
      #expect(try result.get() == ["com.example.app:/callback?code=c"])
      #expect(notices.all == [.shown, .returned])
    }

    // BD16
    @Test func `a reader that goes away closes the page`() async throws {
      let callbacks = try await session().callbacks(for: try Self.page(), until: .now + .seconds(20))
      let reading = Task { for try await _ in callbacks {} }
      for _ in 0..<400 where StandInWebSheet.shown == nil { try await Task.sleep(for: .milliseconds(5)) }
      reading.cancel()
      _ = await reading.result
      for _ in 0..<400 where notices.all.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
      #expect(notices.all == [.shown, .closedByProgram])
    }

    // BD16
    @Test func `a page that does not come back ends at the deadline`() async throws {
      let result = try await outcome(of: session(), until: .now + .milliseconds(100)) { _ in }
      #expect(await code { try result.get() } == .timedOut)
    }

    @Test func `a late answer after the deadline is no answer`() async throws {
      let result = try await outcome(of: session(), until: .now + .milliseconds(50)) {
        try await Task.sleep(for: .milliseconds(300))
        $0.callBack("com.example.app:/callback?code=late")
      }
      #expect(await code { try result.get() } == .timedOut)
    }

    @Test func `an app without a window in front, and a system that shows nothing, are told`() async throws {
      for prepare in [
        { @MainActor in UIApplication.shared.connectedScenes = [] },
        { @MainActor in StandInWebSheet.canStart = false },
      ] as [@MainActor () -> Void] {
        StandInWebSheet.reset()
        UIApplication.shared.connectedScenes = [scene]
        prepare()
        let callbacks = try await session().callbacks(for: try Self.page(), until: .now + .seconds(20))
        #expect(await code { for try await _ in callbacks {} } == .unsupported)
      }
    }

    @Test func `a session without its context says that the window is not in front`() async throws {
      let result = try await outcome(of: session()) {
        $0.fail(ASWebAuthenticationSessionError(.presentationContextInvalid))
      }
      #expect(await code { try result.get() } == .unsupported)
      #expect(notices.all == [.shown, .failed("the window is not in front")])
    }

    @Test func `any other end is told in words`() async throws {
      struct Broken: Error {}
      for end in [{ $0.fail(Broken()) }, { $0.endWithNothing() }] as [@MainActor (StandInWebSheet.Shown) -> Void] {
        StandInWebSheet.reset()
        let result = try await outcome(of: session()) { end($0) }
        #expect(await code { try result.get() } == .unsupported)
      }
      #expect(notices.all.count == 4 && notices.all.last == .failed("it ended without an answer"))
    }

    // TU2
    @Test func `only pages of the web are shown`() async throws {
      let page = AuthorizationPage(url: try AbsoluteURL("app.example:/authorize"), provider: .github)
      let callbacks = try await session().callbacks(for: page, until: .now + .seconds(20))
      #expect(await code { for try await _ in callbacks {} } == .unsupported)
      #expect(StandInWebSheet.shown == nil)
    }

    @Test func `a session that was closed before shows nothing`() async throws {
      let session = try await session()
      let callbacks = session.callbacks(for: try Self.page(), until: .now + .seconds(20))
      await session.close()
      await #expect(throws: CancellationError.self) { for try await _ in callbacks {} }
      #expect(notices.all.last == .closedByProgram)
    }

    @Test func `the window is that of the scene in front, or the one that is given`() async throws {
      let behind = UIWindowScene(standInFor: .foregroundInactive)
      let other = UIWindow(standInFor: behind)
      UIApplication.shared.connectedScenes = [behind, UIWindowScene(standInFor: .background)]
      #expect(ASPresentationAnchor.inFront === other)
      UIApplication.shared.connectedScenes.insert(scene)
      #expect(ASPresentationAnchor.inFront === window)
      UIApplication.shared.connectedScenes = []
      #expect(ASPresentationAnchor.inFront == nil)
      let source = WebAuthenticationSource(anchor: { other })
      _ = try await outcome(of: source.prepare(for: [RedirectURI("app:/cb")])) {
        #expect($0.anchor === other)
        $0.dismiss()
      }
    }

    @Test func `on a Mac it is the window that the user works with`() {
      let app = NSApplication.shared
      let (key, main) = (NSWindow(), NSWindow())
      app.mainWindow = main
      #expect(app.windowInFront === main)
      app.keyWindow = key
      #expect(app.windowInFront === key && key.isOnScreen)
      key.isVisible = false
      #expect(!key.isOnScreen)
      key.isMiniaturized = true
      #expect(key.isOnScreen)
    }
  }
}

/// What was told, in its order.
final class Collected<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])

  var all: [Element] { list.withLock(\.self) }

  @Sendable func add(_ element: Element) { list.withLock { $0.append(element) } }
}
