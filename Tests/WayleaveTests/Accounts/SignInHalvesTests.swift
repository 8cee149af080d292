import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Accounts: a sign-in in halves")
struct SignInHalvesTests {
  @Test("what one process began another finishes, once")
  func acrossProcesses() async throws {
    let scene = Scene()
    let url = try await scene.accounts().begin(try Example.provider(), as: try Example.client())
    let callback = try scene.server.allow(url)
    let other = scene.accounts()
    guard case .completed(let signedIn) = try await other.receive(callback) else {
      Issue.record("not completed")
      return
    }
    #expect(signedIn.account.subject == "7")
    #expect(try await outcome(of: callback, in: scene) == "unsolicited")
    #expect(scene.server.paths.filter { $0 == "/token" }.count == 1)
  }

  @Test(
    "the certificates that a sign-in trusts are trusted where another process finishes it, and belong to its account",
    arguments: [(nil, "/ca.pem"), ("/other.pem", "/other.pem")] as [(String?, String)])
  func trustRoots(named: String?, kept: String) async throws {
    let scene = Scene()
    var (first, second) = (scene.accounts(), scene.accounts())
    first.trustRoots = "/ca.pem"
    second.trustRoots = named
    let callback = try scene.server.allow(try await first.begin(try Example.provider(), as: try Example.client()))
    let trusted = Lock<[String]>([])
    scene.server.setFault { request in
      trusted.withLock { $0.append("\(request.pathWithoutQuery) \(Accounts.accountTrustRoots ?? "none")") }
      return nil
    }
    guard case .completed(let signedIn) = try await second.receive(callback) else {
      Issue.record("not completed")
      return
    }
    #expect(trusted.withLock { $0 } == ["/token /ca.pem", "/me /ca.pem"])
    #expect(signedIn.stored.trustRoots == kept)
  }

  @Test("a timeout beyond all time lets the sign-in wait for ever")
  func endless() async throws {
    let scene = Scene()
    let url = try await scene.accounts().begin(
      try Example.provider(), as: try Example.client(), options: .init(timeout: .seconds(1e20)))
    scene.wait(1_000_000_000)
    #expect(try await outcome(of: try scene.server.allow(url), in: scene) == "completed")
  }

  @Test("7: two sign-ins begun, answered in the other order")
  func crossed() async throws {
    let scene = Scene()
    let first = try scene.server.allow(
      try await scene.accounts().begin(try Example.provider(), as: try Example.client()))
    let second = try scene.server.allow(
      try await scene.accounts().begin(try Example.provider(), as: try Example.client()))
    #expect(try await outcome(of: second, in: scene) == "completed")
    #expect(try await outcome(of: first, in: scene) == "completed")
  }

  // ZA7
  @Test("5: a callback that arrives twice at once is exchanged once")
  func twiceAtOnce() async throws {
    let scene = Scene()
    let callback = try scene.server.allow(
      try await scene.accounts().begin(try Example.provider(), as: try Example.client()))
    let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await outcome(of: callback, in: scene) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.filter { $0 == "completed" }.count == 1)
    #expect(outcomes.filter { $0 == "unsolicited" }.count == 19)
    #expect(scene.server.paths.filter { $0 == "/token" }.count == 1)
  }

  @Test("a server hands over path and query: scheme and host are those of the redirect URI that began")
  func pathAndQuery() async throws {
    let scene = Scene()
    let callback = try scene.server.allow(
      try await scene.accounts().begin(try Example.provider(), as: try Example.client()))
    let target = try AbsoluteURL(callback).pathAndQuery
    #expect(target.hasPrefix("/") && callback.hasSuffix(target))
    #expect(try await outcome(of: target, in: scene) == "completed")
  }

  @Test("a path that is not the redirect URI's is refused, as the whole URL is")
  func otherPath() async throws {
    let scene = Scene()
    for isWhole in [true, false] {
      let callback = try AbsoluteURL(
        try scene.server.allow(
          try await scene.accounts().begin(try Example.provider(), as: try Example.client())))
      let place = "\(callback.scheme)://\(callback.authority ?? "")"
      let target = (isWhole ? place : "") + "/other" + callback.pathAndQuery
      #expect(await code { _ = try await scene.accounts().receive(target) } == .malformedCallback)
    }
  }

  @Test(
    "1, 2, 6, 18, 65, 66: what answers nothing changes nothing",
    arguments: [
      ("http://127.0.0.1:7777/cb?code=A", "unsolicited"),
      ("http://127.0.0.1:7777/cb?code=A&state=other", "unsolicited"),
      ("http://127.0.0.1:7777/cb?code=A&code=B&state=S", "notOurs"), ("http://127.0.0.1:7777/cb", "notOurs"),
      ("nonsense", "notOurs"), ("/cb?code=A&state=other", "unsolicited"), ("/cb", "notOurs"), ("/cb?a b", "notOurs"),
    ])
  func foreign(callback: String, expected: String) async throws {
    let scene = Scene()
    let good = try scene.server.allow(
      try await scene.accounts().begin(try Example.provider(), as: try Example.client()))
    #expect(try await outcome(of: callback, in: scene) == expected)
    let told = scene.events.filter { $0.name == .callbackIgnored }
    #expect(told.count == 1 && !told.contains { "\($0)".contains("code=A") }, "\(told)")
    #expect(try await outcome(of: good, in: scene) == "completed")
  }

  @Test(
    "6: after ten minutes a sign-in is over",
    arguments: [(599, "completed"), (600, "unsolicited")] as [(Int64, String)])
  func lifetime(seconds: Int64, expected: String) async throws {
    let scene = Scene()
    let good = try scene.server.allow(
      try await scene.accounts().begin(try Example.provider(), as: try Example.client()))
    scene.wait(seconds)
    #expect(try await outcome(of: good, in: scene) == expected)
  }

  @Test(
    "a sign-in of the command line can be resumed for an hour",
    arguments: [(3599, "completed"), (3600, "unsolicited")] as [(Int64, String)])
  func timeToResume(seconds: Int64, expected: String) async throws {
    let scene = Scene()
    var options = Accounts.SignInOptions()
    options.lifetime = Accounts.timeToResume
    let good = try scene.server.allow(
      try await scene.accounts().begin(try Example.provider(), as: try Example.client(), options: options))
    scene.wait(seconds)
    #expect(try await outcome(of: good, in: scene) == expected)
  }

  // ZA6
  @Test("a denial is thrown, and ends the sign-in")
  func denied() async throws {
    let scene = Scene()
    let url = try await scene.accounts().begin(try Example.provider(), as: try Example.client())
    let state = try #require(try AuthorizationRequest(reading: RequestMessage(.get, to: url)).state).exposedText
    let callback = "http://127.0.0.1:7777/cb?error=access_denied&state=\(state)"
    #expect(await code { _ = try await scene.accounts().receive(callback) } == .denied)
    #expect(try await outcome(of: callback, in: scene) == "unsolicited")
  }

  @Test("a client without redirect URI is refused before anything is sent")
  func withoutRedirectURI() async throws {
    let scene = Scene()
    let client = try Client(id: "reader")
    #expect(await code { _ = try await scene.accounts().begin(try Example.provider(), as: client) } == .invalidClient)
  }

  @Test("a sign-in store that fails is not mistaken for a callback that is not ours")
  func failingStore() async throws {
    let scene = Scene()
    let accounts = scene.accounts(signIns: FailingSignInStore())
    #expect(
      await code { _ = try await accounts.receive("http://127.0.0.1:7777/cb?code=A&state=S") } == .storeUnreadable)
  }

  // BD7
  @Test(
    "RFC 5849 §2.1: a number that is typed in another process finishes the sign-in, once; a wrong one is asked again")
  func number() async throws {
    let scene = Scene()
    let client = try Client(id: "reader", secret: Secret("canary-client-secret"), isOutOfBand: true)
    let url = try await scene.accounts().begin(try Example.oauth1(), as: client)
    #expect(try Form(decoding: url.query ?? "").text(of: "oauth_token") == "canary-temporary")
    scene.server.answer("/token1", with: ResponseMessage(HTTPResponse(status: .unauthorized)))
    #expect(try await outcome(of: "1111111", for: url, in: scene) == "askAgain")
    #expect(try await outcome(of: " ", for: url, in: scene) == "askAgain")
    scene.server.setFault(nil)
    let other = try AbsoluteURL("https://as.example/authorize1?oauth_token=other")
    for elsewhere in [other, try AbsoluteURL("https://as.example/authorize1")] {
      #expect(try await outcome(of: "7654321", for: elsewhere, in: scene) == "unsolicited")
    }
    #expect(try await outcome(of: "7654321", for: url, in: scene) == "completed")
    #expect(try await outcome(of: "7654321", for: url, in: scene) == "unsolicited")
    #expect(try await scene.accounts().all().count == 1)
  }

  @Test("attack 40: a number that is wrong too often ends the sign-in; a client that comes back types none")
  func wrongNumbers() async throws {
    let scene = Scene()
    let client = try Client(id: "reader", secret: Secret("canary-client-secret"), isOutOfBand: true)
    let url = try await scene.accounts().begin(try Example.oauth1(), as: client)
    scene.server.answer("/token1", with: ResponseMessage(HTTPResponse(status: .unauthorized)))
    for _ in 1...3 { #expect(try await outcome(of: "1111111", for: url, in: scene) == "askAgain") }
    let refused = await code { _ = try await scene.accounts().receive(typed: "1111111", for: url) }
    #expect(refused == .authorizationRefused)
    #expect(try await outcome(of: "1111111", for: url, in: scene) == "unsolicited")
    let redirected = try await scene.accounts().begin(try Example.oauth1(), as: try Example.client())
    let mistaken = await code { _ = try await scene.accounts().receive(typed: "1111111", for: redirected) }
    #expect(mistaken == .outOfOrder)
  }

  private func outcome(of typed: String, for url: AbsoluteURL, in scene: Scene) async throws -> String {
    switch try await scene.accounts().receive(typed: typed, for: url) {
    case .completed: "completed"
    case .askAgain: "askAgain"
    case .unsolicited: "unsolicited"
    }
  }

  private func outcome(of callback: String, in scene: Scene) async throws -> String {
    switch try await scene.accounts().receive(callback) {
    case .completed: "completed"
    case .unsolicited: "unsolicited"
    case .notOurs: "notOurs"
    }
  }
}
