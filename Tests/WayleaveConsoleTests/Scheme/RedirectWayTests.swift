import Testing
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@Suite("RFC 8252 §7: of several redirect URIs, the first that works")
struct RedirectWayTests {
  private func way(
    _ texts: [String], _ standing: SchemeStanding, against obstacle: RedirectWay.Obstacle? = nil
  ) throws -> RedirectWay.Choice {
    try RedirectWay.first(among: try texts.map { try RedirectURI($0) }, against: obstacle) { _ in standing }
  }

  // FS10
  @Test(arguments: [
    [], ["http://127.0.0.1/callback"], ["com.example.app:/cb", "http://127.0.0.1:8400/cb"],
    ["https://app.example/cb", "http://[::1]/cb"],
  ])
  func `§7.3: a listener on this machine comes first, wherever it stands, and needs no word`(texts: [String]) throws {
    let choice = try way(texts, .ours)
    #expect(choice.way == .listener && choice.reason == nil)
  }

  @Test func `§7.1: a scheme that we open comes next, and one line says why`() throws {
    let choice = try way(["https://app.example/cb", "com.example.app:/cb"], .ours)
    #expect(choice.way == .scheme(try RedirectURI("com.example.app:/cb")))
    #expect(choice.reason?.contains("no redirect URI of this client is on this machine") == true)
    let taken = try way(["http://127.0.0.1:8400/cb", "com.example.app:/cb"], .ours, against: .portTaken)
    #expect(taken.way == .scheme(try RedirectURI("com.example.app:/cb")) && taken.reason?.contains("port") == true)
  }

  @Test(arguments: [.other("other.desktop"), .none, .unknown] as [SchemeStanding])
  func `64: a scheme that another program opens, or none, is not used`(standing: SchemeStanding) throws {
    let error = #expect(throws: OAuthError.self) { try way(["com.example.app:/cb"], standing) }
    #expect(error?.code == .invalidRedirectURI)
    if case .other(let name) = standing { #expect(error?.message.contains(name) == true) }
  }

  @Test(arguments: ["fsoauthexample://authorized", "OauthTestApp://cb", "ios-app://redirect"])
  func `64: a scheme without a period is used only where the user has let us open it, with a warning`(
    text: String
  ) throws {
    let choice = try way([text], .ours)
    #expect(choice.way == .scheme(try RedirectURI(text)))
    #expect(choice.reason?.contains("Warning: any program can have the scheme") == true)
    #expect(try way(["com.example.app:/cb"], .ours, against: .app).reason == nil)
    #expect(try way([text], .ours, against: .app).reason?.contains("Warning") == true)
    for standing in [.other("o.desktop"), .none, .unknown] as [SchemeStanding] {
      #expect(throws: OAuthError.self) { try way([text], standing) }
    }
  }

  @Test(arguments: ["mailto:/cb", "ssh://cb", "tel:/cb"])
  func `64: a scheme of the system is not used, whatever opens it`(text: String) throws {
    let error = #expect(throws: OAuthError.self) { try way([text], .ours) }
    #expect(error?.code == .invalidRedirectURI)
  }

  @Test func `§7.2: an https URL alone is left to the listener's own error: no program of Linux can claim it`() throws {
    #expect(try way(["https://app.example/cb"], .ours).way == .listener)
  }

  @Test func `an app comes back by a scheme alone`() throws {
    #expect(
      try way(["http://127.0.0.1/cb", "com.example.app:/cb"], .ours, against: .app).way
        == .scheme(try RedirectURI("com.example.app:/cb")))
    #expect(throws: OAuthError.self) { try way(["http://127.0.0.1/cb"], .ours, against: .app) }
    #expect(throws: OAuthError.self) { try way([], .ours, against: .app) }
  }
}

@Suite("App switch: the statuses of FSOAuth, as values")
struct AppSwitchTests {
  private static let install = "https://apps.example/app"

  private func app() throws -> NativeApp {
    NativeApp(
      authorization: try AbsoluteURL("shopauth://authorize?v=20130509"), install: try AbsoluteURL(Self.install),
      scheme: "shop", omitsState: true)
  }

  private func status(
    redirectURIs: [String] = ["com.example.app:/cb"], unseen: String? = nil,
    _ standings: [String: SchemeStanding]
  ) throws -> AppSwitch {
    let client = try Client(id: "x", redirectURIs: try redirectURIs.map { try RedirectURI($0) })
    return AppSwitch(to: try app(), as: client, unseenBecause: unseen) { standings[$0] ?? .none }
  }

  // FS2
  @Test func `the app can be started where a program opens its scheme and we open ours`() throws {
    let status = try status(["shopauth": .other("shop.desktop"), "com.example.app": .ours])
    #expect(status == .ready(scheme: "shopauth", program: "shop.desktop"))
    #expect(
      status.sentence(for: "The Shop")
        == "Flow: the app of The Shop. This desktop opens URLs of shopauth with shop.desktop.")
    #expect(status.sentenceWithoutQuestion(for: "The Shop").hasPrefix("Flow: browser, because "))
  }

  @Test func `an app that gives back no state is said to, where it is started`() throws {
    let status = try status(["shopauth": .other("shop.desktop"), "com.example.app": .ours])
    let sentence = try #require(status.sentenceOnState(of: try app(), for: "The Shop"))
    #expect(sentence.contains("no state") && sentence.contains("any program or website"))
    var honest = try app()
    honest.omitsState = false
    #expect(status.sentenceOnState(of: honest, for: "The Shop") == nil)
    #expect(AppSwitch.clientIDMissing.sentenceOnState(of: try app(), for: "The Shop") == nil)
  }

  @Test func `FS3: no client id`() throws {
    #expect(AppSwitch(to: try app(), as: nil) { _ in .none } == .clientIDMissing)
  }

  @Test(
    arguments: [
      (["http://127.0.0.1/cb"], .ours), (["com.example.app:/cb"], .none),
      (["com.example.app:/cb"], .other("o.desktop")),
      (["app:/cb"], .ours),
    ] as [([String], SchemeStanding)])
  func `FS4: the callback cannot be used, and why`(redirectURIs: [String], own: SchemeStanding) throws {
    let status = try status(
      redirectURIs: redirectURIs, ["shopauth": .other("shop.desktop"), "com.example.app": own])
    guard case .callbackNotUsable(let reason) = status else {
      Issue.record("\(status)")
      return
    }
    #expect(!reason.isEmpty && status.sentence(for: "The Shop").hasPrefix("Flow: browser, because "))
  }

  @Test func `FS5, FS7: the app is not installed, and where it is can be offered`() throws {
    let status = try status(["com.example.app": .ours])
    #expect(status == .appNotInstalled(install: try AbsoluteURL(Self.install)))
    #expect(status.sentence(for: "The Shop").contains("not installed. It is here: \(Self.install)"))
  }

  @Test func `FS6: the app is too old where only the scheme of every version is there`() throws {
    let status = try status(["com.example.app": .ours, "shop": .other("shop.desktop")])
    #expect(status == .appTooOld(install: try AbsoluteURL(Self.install)))
  }

  @Test func `68: what the user would not see is not started, and the browser is used`() throws {
    let all: [String: SchemeStanding] = ["shopauth": .other("shop.desktop"), "com.example.app": .ours]
    #expect(try status(unseen: "this is a remote shell", all) == .notStartable(reason: "this is a remote shell"))
  }

  @Test(arguments: [
    "https://shop.example/native", "ssh://host.example", "tel:+1234567", "mailto:a@b.example", "file:///x",
  ])
  func `what the system opens is no app, whatever an entry says`(url: String) throws {
    let entry = NativeApp(authorization: try AbsoluteURL(url))
    let client = try Client(id: "x", redirectURIs: [try RedirectURI("com.example.app:/cb")])
    let status = AppSwitch(to: entry, as: client) { $0 == "com.example.app" ? .ours : .other("any.desktop") }
    guard case .notStartable = status else {
      Issue.record("\(status)")
      return
    }
  }

  @Test func `an app that could not be started leaves the browser`() {
    #expect(
      AppStart.failed(reason: "there is no gio").sentence(for: "A")
        == "Flow: browser, because the app of A cannot be started: there is no gio.")
    #expect(AppStart.started.sentence(for: "A").contains("which was started"))
  }

  @Test func `FS9: the app is asked for what the page would be, and its own version stays`() throws {
    let page = try AbsoluteURL("https://shop.example/authorize?client_id=x&v=1&redirect_uri=a.b%3A%2Fcb&state=s")
    #expect(
      try app().url(insteadOf: page).text
        == "shopauth://authorize?v=20130509&client_id=x&redirect_uri=a.b%3A%2Fcb&state=s")
  }
}
