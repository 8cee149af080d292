import AuthenticationServices
import Foundation
import HTTPTypes
import Synchronization
import Testing
import UIKit
@testable import WayleaveAppleUnderTest
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

extension ScreenTests {
  @Suite("The provider's own app: its universal link, its scheme, and then the sheet", .serialized)
  @MainActor struct AppSwitchTests {
    private nonisolated static let callback = "com.example.app:/callback"
    private let scene = UIWindowScene(standInFor: .foregroundActive)
    private let window: UIWindow
    private let statuses = Collected<AppSwitchStatus>()
    private let server = FoursquareServer()

    init() {
      StandInApps.reset()
      StandInWebSheet.reset()
      window = UIWindow(standInFor: scene, isKeyWindow: true)
      UIApplication.shared.connectedScenes = [scene]
    }

    private func accounts(
      schemes: Set<String> = ["com.example.app"], queried: Set<String> = ["foursquareauth", "foursquare"]
    ) -> Accounts {
      let source = AppSwitchSource(declarations: AppDeclarations(schemes: schemes, queriedSchemes: queried)) { status in
        statuses.add(status)
      }
      return server.accounts(by: source)
    }

    private func signIn(
      _ accounts: Accounts, at provider: Provider = .foursquare, comingBackTo redirectURI: String = callback,
      timeout: Duration = .seconds(20)
    ) async throws -> SignedIn {
      let client = try Client(
        id: "app", secret: Secret("secret"), redirectURIs: [RedirectURI(redirectURI)])
      return try await accounts.signIn(
        to: provider, as: client, options: SignInOptions(timeout: timeout, flow: .app))
    }

    private static func state(in url: URL?) -> String {
      let items = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }?.queryItems
      return items?.first { $0.name == "state" }?.value ?? ""
    }

    private func sheet() async throws -> StandInWebSheet.Shown {
      for _ in 0..<400 where StandInWebSheet.shown == nil { try await Task.sleep(for: .milliseconds(5)) }
      return try #require(StandInWebSheet.shown)
    }

    private static func link(_ text: String) -> NSUserActivity {
      let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
      activity.webpageURL = URL(string: text)
      return activity
    }

    // FS1, FS2, FS8, attack 64
    @Test func `the universal link is tried before the scheme, and the app's answer signs the user in`() async throws {
      let accounts = accounts()
      StandInApps.claimedHosts = ["foursquare.com"]
      StandInApps.openedPrefixes = ["foursquareauth:", "foursquare:"]
      StandInApps.whenOpened = { url in
        Task {
          let back = try #require(URL(string: "\(Self.callback)?code=c&state=\(Self.state(in: url))"))
          guard case .completed = try await accounts.receive(back) else { throw CancellationError() }
        }
      }
      #expect(try await signIn(accounts).account.subject == "42")
      #expect(StandInApps.opened.map { "\($0.host ?? "")\($0.path)" } == ["foursquare.com/native/oauth2/authenticate"])
      #expect(statuses.all == [.startedByLink])
      #expect(StandInWebSheet.shown == nil)
    }

    // FS9
    @Test func `an app that gives back no state answers the one sign-in that waits for it`() async throws {
      let accounts = accounts()
      StandInApps.openedPrefixes = ["foursquareauth:"]
      StandInApps.whenOpened = { _ in
        Task { try await accounts.receive(#require(URL(string: "\(Self.callback)?code=c"))) }
      }
      #expect(try await signIn(accounts).account.subject == "42")
      #expect(statuses.all == [.startedByScheme])
      #expect(StandInApps.opened.first?.absoluteString.hasPrefix("foursquareauth://authorize?v=20130509&") == true)
    }

    @Test func `an answer without a state is none where the app gives it back`() async throws {
      let accounts = accounts()
      let outcomes = Collected<Bool>()
      var provider = Provider.foursquare
      provider.nativeApp?.omitsState = false
      StandInApps.openedPrefixes = ["foursquareauth:"]
      StandInApps.whenOpened = { url in
        Task {
          let foreign = try await accounts.receive(#require(URL(string: "\(Self.callback)?code=attacker")))
          if case .unsolicited = foreign { outcomes.add(true) } else { outcomes.add(false) }
          _ = try await accounts.receive(
            #require(URL(string: "\(Self.callback)?code=c&state=\(Self.state(in: url))")))
        }
      }
      #expect(try await signIn(accounts, at: provider).account.subject == "42")
      #expect(outcomes.all == [true] && server.exchanges == 1)
    }

    @Test(arguments: ["com.example.app:/other?code=c", "\(callback)?code=c&error=access_denied"])
    func `a link of the app that is no answer, and an answer with an error, get no state of the sign-in that waits`(
      link: String
    ) async throws {
      let accounts = accounts()
      let outcomes = Collected<Bool>()
      StandInApps.openedPrefixes = ["foursquareauth:"]
      StandInApps.whenOpened = { _ in
        Task {
          let foreign = try await accounts.receive(#require(URL(string: link)))
          if case .completed = foreign { outcomes.add(false) } else { outcomes.add(true) }
          _ = try await accounts.receive(#require(URL(string: "\(Self.callback)?code=c")))
        }
      }
      #expect(try await signIn(accounts).account.subject == "42")
      #expect(outcomes.all == [true] && server.exchanges == 1)
    }

    // FS22
    @Test func `where no app was started, an answer without a state belongs to no sign-in`() async throws {
      let accounts = accounts()
      let signingIn = Task { try await signIn(accounts) }
      let shown = try await sheet()
      let foreign = try await accounts.receive(#require(URL(string: "\(Self.callback)?code=attacker")))
      guard case .unsolicited = foreign else { throw CancellationError() }
      shown.callBack("\(Self.callback)?code=c&state=\(Self.state(in: URL(string: shown.url)))")
      #expect(try await signingIn.value.account.subject == "42")
    }

    // FS14
    @Test func `a refusal without a state ends no sign-in`() async throws {
      let accounts = accounts()
      StandInApps.openedPrefixes = ["foursquareauth:"]
      StandInApps.whenOpened = { url in
        Task {
          _ = try await accounts.receive(#require(URL(string: "\(Self.callback)?error=access_denied")))
          let state = Self.state(in: url)
          _ = try await accounts.receive(#require(URL(string: "\(Self.callback)?error=access_denied&state=\(state)")))
        }
      }
      #expect(await code { try await signIn(accounts) } == .denied)
    }

    struct Missing: Sendable {
      var schemes: Set<String> = ["com.example.app"]
      var queried: Set<String> = ["foursquareauth", "foursquare"]
      var opened: Set<String> = []
      var opensApps = true
      let status: AppSwitchStatus
    }

    nonisolated static let store = URL(string: "https://apps.apple.com/app/id306934924")
    nonisolated static let missing: [Missing] = [
      Missing(status: .appNotInstalled(install: store)),
      Missing(opened: ["foursquare:"], status: .appTooOld(install: store)),
      Missing(queried: [], opened: ["foursquareauth:"], status: .schemeNotListed("foursquareauth")),
      Missing(queried: ["foursquareauth"], opened: ["foursquare:"], status: .appNotInstalled(install: store)),
      Missing(opened: ["foursquareauth:"], opensApps: false, status: .notOpened),
      Missing(
        schemes: [], opened: ["foursquareauth:"],
        status: .callbackNotUsable(reason: "“com.example.app” is not among the CFBundleURLTypes of this app")),
    ]

    // FS2, FS4, FS5, FS8, FS7, FS6, attack 68
    @Test(arguments: missing)
    func `an app that cannot be started is told why, and the sheet takes its place`(missing: Missing) async throws {
      let accounts = accounts(schemes: missing.schemes, queried: missing.queried)
      (StandInApps.openedPrefixes, StandInApps.opensApps) = (missing.opened, missing.opensApps)
      let signingIn = Task { try await signIn(accounts) }
      let shown = try await sheet()
      shown.callBack("\(Self.callback)?code=c&state=\(Self.state(in: URL(string: shown.url)))")
      #expect(try await signingIn.value.account.subject == "42")
      #expect(statuses.all == [missing.status] && !missing.status.isStarted)
      #expect(StandInApps.opened.isEmpty)
    }

    @Test func `a provider without an app of its own is tried by the link of its page`() async throws {
      let accounts = accounts()
      var provider = Provider.foursquare
      provider.nativeApp = nil
      StandInApps.claimedHosts = ["foursquare.com"]
      StandInApps.whenOpened = { url in
        Task {
          _ = try await accounts.receive(
            #require(URL(string: "\(Self.callback)?code=c&state=\(Self.state(in: url))")))
        }
      }
      #expect(try await signIn(accounts, at: provider).account.subject == "42")
      #expect(StandInApps.opened.first?.path == "/oauth2/authenticate")
    }

    // ZA7
    @Test(arguments: [callback, "https://app.example/callback"])
    func `a callback that is opened twice, by a scheme or a universal link, signs in once`(
      redirectURI: String
    ) async throws {
      let accounts = accounts()
      let outcomes = Collected<String>()
      StandInApps.claimedHosts = ["foursquare.com"]
      StandInApps.whenOpened = { url in
        for _ in 0..<2 {
          Task {
            let back = "\(redirectURI)?code=c&state=\(Self.state(in: url))"
            let outcome =
              if back.hasPrefix("https:") {
                try await accounts.receive(Self.link(back))
              } else {
                try await accounts.receive(#require(URL(string: back)))
              }
            switch outcome {
            case .completed: outcomes.add("completed")
            case .unsolicited: outcomes.add("unsolicited")
            case .notOurs: outcomes.add("not ours")
            }
          }
        }
      }
      #expect(try await signIn(accounts, comingBackTo: redirectURI).account.subject == "42")
      for _ in 0..<400 where outcomes.all.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
      #expect(outcomes.all.sorted() == ["completed", "unsolicited"])
      #expect(server.exchanges == 1)
    }

    @Test(arguments: ["code=evil&state=wrong", "error=access_denied&state=wrong", "code=evil&state="])
    func `66: a wrong state by our own scheme while a sign-in waits does nothing, and the right one still counts`(
      query: String
    ) async throws {
      let accounts = accounts()
      let outcomes = Collected<Bool>()
      StandInApps.claimedHosts = ["foursquare.com"]
      StandInApps.whenOpened = { url in
        Task {
          let forged = try await accounts.receive(#require(URL(string: "\(Self.callback)?\(query)")))
          if case .unsolicited = forged { outcomes.add(true) } else { outcomes.add(false) }
          _ = try await accounts.receive(
            #require(URL(string: "\(Self.callback)?code=c&state=\(Self.state(in: url))")))
        }
      }
      #expect(try await signIn(accounts).account.subject == "42")
      #expect(outcomes.all == [true] && server.exchanges == 1)
    }

    @Test(arguments: [
      (callback, "com.example.app://callback"), ("com.example.app://callback", callback),
      (callback, "com.example.app:///callback"),
    ])
    func `70: a redirect URI is met in the form that was registered; in another form nothing is exchanged`(
      registered: String, other: String
    ) async throws {
      StandInApps.claimedHosts = ["foursquare.com"]
      for (form, expected) in [(other, OAuthError.Code.malformedCallback), (registered, nil)] {
        let accounts = accounts()
        StandInApps.whenOpened = { url in
          Task { try await accounts.receive(#require(URL(string: "\(form)?code=c&state=\(Self.state(in: url))"))) }
        }
        #expect(await code { try await signIn(accounts, comingBackTo: registered) } == expected)
        #expect(server.exchanges == (expected == nil ? 1 : 0))
      }
    }

    @Test func `a URL of another app's scheme does nothing, even with the right state`() async throws {
      let accounts = accounts()
      StandInApps.claimedHosts = ["foursquare.com"]
      StandInApps.whenOpened = { url in
        Task {
          let state = Self.state(in: url)
          guard
            case .notOurs = try await accounts.receive(
              #require(URL(string: "com.example.other:/callback?code=evil&state=\(state)")))
          else { return }
          _ = try await accounts.receive(#require(URL(string: "\(Self.callback)?code=c&state=\(state)")))
        }
      }
      #expect(try await signIn(accounts).account.subject == "42")
    }

    @Test func `a sheet that is dismissed while the callback arrives does not undo the sign-in`() async throws {
      for order in [true, false] {
        StandInWebSheet.reset()
        let accounts = accounts()
        let signingIn = Task { try await signIn(accounts) }
        let shown = try await sheet()
        let back = try #require(
          URL(string: "\(Self.callback)?code=c&state=\(Self.state(in: URL(string: shown.url)))"))
        if order { shown.dismiss() }
        let outcome = try await accounts.receive(back)
        if !order { shown.dismiss() }
        guard case .completed = outcome else {
          Issue.record("the callback was lost: \(outcome)")
          return
        }
        #expect(try await signingIn.value.account.subject == "42")
      }
    }

    // FS14, FS27
    @Test func `a user who closes the sheet has cancelled, and an app that never comes back ends at the deadline`()
      async throws
    {
      let accounts = accounts()
      let signingIn = Task { try await signIn(accounts) }
      try await sheet().dismiss()
      let result = await signingIn.result
      #expect(await code { try result.get() } == .cancelled)
      StandInApps.claimedHosts = ["foursquare.com"]
      #expect(await code { try await signIn(accounts, timeout: .milliseconds(100)) } == .timedOut)
    }

    @Test func `69: a universal link that opened in the browser ends at the deadline, and what to do is said`()
      async throws
    {
      StandInApps.claimedHosts = ["foursquare.com"]
      for (redirectURI, isLink) in [("https://app.example/callback", true), (Self.callback, false)] {
        let accounts = accounts()
        do {
          _ = try await signIn(accounts, comingBackTo: redirectURI, timeout: .milliseconds(100))
          Issue.record("a sign-in without a callback is done")
        } catch let error as OAuthError {
          #expect(error.code == .timedOut)
          #expect("\(error.remedy)".contains("applinks:app.example to the app's Associated Domains") == isLink)
        }
      }
    }

    // FS3
    @Test func `a page that names no client is told before anything is opened`() async throws {
      let app = AppSwitch(
        opening: .application, declarations: AppDeclarations(schemes: ["com.example.app"], queriedSchemes: []))
      StandInApps.claimedHosts = ["foursquare.com"]
      let redirectURI = try RedirectURI(Self.callback)
      for (query, status) in [
        ("client_id=&state=s", AppSwitchStatus.clientIDMissing), ("client_id=app&state=s", .startedByLink),
      ] {
        let page = AuthorizationPage(
          url: try AbsoluteURL("https://foursquare.com/oauth2/authenticate?\(query)"), provider: .foursquare)
        #expect(await app.start(page, to: redirectURI) == status)
      }
      #expect(StandInApps.opened.count == 1)
    }

    @Test(arguments: [("exampleauth", true), ("ms-settings", false), ("itms-apps", false), ("tel", false)])
    func `an entry that names a scheme of the system or of a program that acts at once opens nothing`(
      scheme: String, isOpened: Bool
    ) async throws {
      let app = AppSwitch(
        opening: .application, declarations: AppDeclarations(schemes: ["com.example.app"], queriedSchemes: [scheme]))
      StandInApps.openedPrefixes = ["\(scheme):"]
      var provider = Provider.foursquare
      provider.nativeApp = NativeApp(authorization: try AbsoluteURL("\(scheme)://authorize"))
      var page = AuthorizationPage(
        url: try AbsoluteURL("https://foursquare.com/oauth2/authenticate?client_id=app&state=s"), provider: provider)
      page.app = try AbsoluteURL("\(scheme)://authorize?client_id=app&state=s")
      let status = await app.start(page, to: try RedirectURI(Self.callback))
      #expect(status == (isOpened ? .startedByScheme : .appNotInstalled(install: nil)))
      #expect(StandInApps.opened.count == (isOpened ? 1 : 0))
    }

    // FS23
    @Test(arguments: ["onOpenURL or the app delegate", "the scene", "the activity"])
    func `a callback by each way that the system has finishes its sign-in`(way: String) async throws {
      let accounts = accounts()
      // A link of the web comes as an activity, a scheme in the other ways.
      let redirectURI = way == "the activity" ? "https://app.example/callback" : Self.callback
      let client = try Client(id: "app", secret: Secret("secret"), redirectURIs: [RedirectURI(redirectURI)])
      let page = try await accounts.begin(.foursquare, as: client)
      let callback = "\(redirectURI)?code=c&state=\(Self.state(in: URL(string: page.text)))"
      let url = try #require(URL(string: callback))
      let outcome: Accounts.CallbackOutcome
      switch way {
      case "the activity": outcome = try await accounts.receive(Self.link(callback))
      case "the scene":
        let outcomes = await accounts.receive([UIOpenURLContext(standInFor: url)])
        outcome = try #require(outcomes.first).get()
      default: outcome = try await accounts.receive(url)
      }
      guard case .completed(let signedIn) = outcome else {
        Issue.record("not completed by \(way)")
        return
      }
      #expect(signedIn.account.subject == "42")
    }

    // BD9
    @Test func `a callback after the system ended the app finishes the sign-in from the store`() async throws {
      let accounts = accounts()
      let client = try Client(id: "app", secret: Secret("secret"), redirectURIs: [RedirectURI(Self.callback)])
      let page = try await accounts.begin(.foursquare, as: client)
      let state = Self.state(in: URL(string: page.text))
      let scene = UIOpenURLContext(
        standInFor: try #require(URL(string: "\(Self.callback)?code=c&state=\(state)")))
      guard case .success(.completed(let signedIn))? = await accounts.receive([scene]).first else {
        Issue.record("not completed")
        return
      }
      #expect(signedIn.account.subject == "42")
    }

    // FS23
    @Test func `a link of the web comes as an activity, and another activity is not ours`() async throws {
      let accounts = accounts()
      let foreign = Self.link("https://app.example/callback?code=c&state=unknown")
      guard case .unsolicited = try await accounts.receive(foreign) else {
        Issue.record("an answer to no sign-in was taken")
        return
      }
      guard case .notOurs = try await accounts.receive(NSUserActivity(activityType: "com.example.handoff")) else {
        Issue.record("another activity was taken")
        return
      }
    }

    // FS22, attack 65
    @Test func `accounts with the sheet alone take a URL from the store`() async throws {
      let accounts = server.accounts(by: WebAuthenticationSource())
      guard
        case .unsolicited = try await accounts.receive(
          #require(URL(string: "\(Self.callback)?code=c&state=unknown")))
      else {
        Issue.record("an answer to no sign-in was taken")
        return
      }
    }

    // FS23
    @Test func `on a Mac a URL that opens the app finishes the sign-in that waits in the store, once`() async throws {
      let accounts = server.accounts(by: LoopbackSource(app: "Reader", browser: .workspace))
      let client = try Client(id: "app", secret: Secret("secret"), redirectURIs: [RedirectURI(Self.callback)])
      let page = try await accounts.begin(.foursquare, as: client)
      let url = try #require(URL(string: "\(Self.callback)?code=c&state=\(Self.state(in: URL(string: page.text)))"))
      guard case .completed(let signedIn) = try await accounts.receive(url) else {
        Issue.record("not completed")
        return
      }
      #expect(signedIn.account.subject == "42")
      guard case .unsolicited = try await accounts.receive(url) else {
        Issue.record("completed twice")
        return
      }
    }

    // FS4
    @Test func `the declarations are those of the Info.plist, in lower case`() {
      let declarations = AppDeclarations([
        "CFBundleURLTypes": [["CFBundleURLSchemes": ["com.Example.App"]], ["CFBundleURLName": "none"]],
        "LSApplicationQueriesSchemes": ["FoursquareAuth"],
      ])
      #expect(declarations.schemes == ["com.example.app"] && declarations.queriedSchemes == ["foursquareauth"])
      #expect(AppDeclarations([:]) == AppDeclarations(schemes: [], queriedSchemes: []))
      #expect(AppDeclarations.ofRunningApp().schemes.isEmpty)
    }
  }
}

/// Foursquare's token endpoint and API, for one user.
final class FoursquareServer: Transport {
  private let count = Mutex(0)

  /// How many codes were exchanged.
  var exchanges: Int { count.withLock(\.self) }

  func accounts(by source: any CallbackSource) -> Accounts {
    Accounts(
      transport: self, callbackSource: source, credentials: CredentialRecords(in: MemoryVault()),
      signIns: SignInRecords(in: MemoryVault()))
  }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    guard request.head.path?.hasPrefix("/oauth2/access_token") == true else {
      return ResponseMessage(
        .ok, json: ["meta": ["code": 200], "response": ["user": ["id": "42", "firstName": "Ada"]]])
    }
    count.withLock { $0 += 1 }
    return ResponseMessage(.ok, json: ["access_token": "canary-token"])
  }
}
