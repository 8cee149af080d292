import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Accounts: a sign-in as a whole")
struct SignInWholeTests {
  @Test("the credential is stored before the provider is asked who the user is, then under the user's name alone")
  func order() async throws {
    let scene = Scene()
    let keptBefore = Lock<[StoredCredential]>([])
    scene.server.setFault { request in
      if request.pathWithoutQuery == "/me" {
        let all = try await scene.credentials.all()
        keptBefore.withLock { $0 = all }
      }
      return nil
    }
    let signedIn = try await scene.accounts(callbackSource: scene.allowing).signIn(
      to: try Example.provider(), as: try Example.client(), options: .init(accountName: "work"))
    let provisional = keptBefore.withLock { $0 }
    #expect(provisional.count == 1)
    #expect(provisional.first?.token == "canary-access-0")
    #expect(provisional.first?.account.subject.hasPrefix("unidentified-") == true)
    #expect(signedIn.account == Account(provider: "example", client: "reader", subject: "7"))
    #expect(signedIn.unidentifiedBecause == nil)
    let all = try await scene.accounts().all()
    #expect(all == [signedIn.stored])
    #expect(all.first?.identity?.displayName == "Ada")
    #expect(all.first?.name == "work")
    #expect(
      scene.eventNames == [
        .signInBegan, .userSent, .callbackAccepted, .requestSent, .answerReceived, .credentialIssued,
        .credentialStored, .requestSent, .answerReceived, .identified,
      ])
  }

  // BD1
  @Test("OAuth 1.0a goes the same way")
  func oauth1() async throws {
    let scene = Scene()
    let signedIn = try await scene.accounts(callbackSource: scene.allowing)
      .signIn(to: try Example.oauth1(), as: try Example.client())
    #expect(signedIn.account.subject == "7")
    #expect(scene.server.paths == ["/temporary", "/token1", "/me"])
  }

  @Test("a store that cannot be written is found before the user agent is asked for anything")
  func unwritableStore() async throws {
    let scene = Scene(credentials: ReadOnlyStore())
    let agent = scene.allowing
    let refused = await code {
      _ = try await scene.accounts(callbackSource: agent).signIn(to: try Example.provider(), as: try Example.client())
    }
    #expect(refused == .storeUnreadable)
    #expect(agent.counts.withLock { $0.prepared } == 0)
    #expect(scene.server.requests.isEmpty)
  }

  @Test("1, 2, 5: callbacks for others are ignored, the right one is accepted, and its repetition does nothing")
  func callbacks() async throws {
    let scene = Scene()
    let verdicts = Lock<[Said]>([])
    let good = Lock("")
    let agent = ScriptedSource { url, verdict in
      let own = try scene.server.allow(url)
      good.withLock { $0 = own }
      let base = try Example.redirectURI().text
      for callback in [
        "\(base)?code=A", "\(base)?code=A&state=other", "\(base)?error=access_denied", "\(base)?code=A&code=B",
        "not a callback", own,
      ] {
        let verdict = await verdict(callback)
        verdicts.withLock { $0.append(verdict) }
      }
    }
    let signedIn = try await scene.accounts(callbackSource: agent).signIn(
      to: try Example.provider(), as: try Example.client())
    #expect(signedIn.account.subject == "7")
    #expect(verdicts.withLock { $0 } == [.ignored, .ignored, .ignored, .ignored, .ignored, .accepted])
    #expect(scene.eventNames.filter { $0 == .callbackIgnored }.count == 5)
    guard case .unsolicited = try await scene.accounts().receive(good.withLock(\.self)) else {
      Issue.record("taken twice")
      return
    }
    #expect(scene.server.paths.filter { $0 == "/token" }.count == 1)
  }

  // BD12
  @Test("7: of two sign-ins at once each takes its own callback, though both see both")
  func crossed() async throws {
    let scene = Scene()
    let callbacks = Lock<[String]>([])
    let agent = ScriptedSource { url, verdict in
      let own = try scene.server.allow(url)
      callbacks.withLock { $0.append(own) }
      while callbacks.withLock({ $0.count }) < 2 { try await Task.sleep(for: .milliseconds(1)) }
      let foreign = callbacks.withLock { $0.first { $0 != own } }
      #expect(await verdict(try #require(foreign)) == .ignored)
      #expect(await verdict(own) == .accepted)
    }
    // Two programs: in one, one sign-in at a time is before the user.
    let programs = [scene.accounts(callbackSource: agent), scene.accounts(callbackSource: agent)]
    let provider = try Example.provider()
    let client = try Example.client()
    async let first = programs[0].signIn(to: provider, as: client)
    async let second = programs[1].signIn(to: provider, as: client)
    _ = try await (first, second)
    #expect(scene.server.paths.filter { $0 == "/token" }.count == 2)
    #expect(agent.counts.withLock { $0.closed } == 2)
  }

  @Test("a denial is a denial, in both protocols, and nothing is kept")
  func denied() async throws {
    for provider in [try Example.provider(), try Example.oauth1()] {
      let scene = Scene()
      let said = Lock<Said?>(nil)
      let agent = ScriptedSource { url, verdict in
        let form = try Form(decoding: url.query ?? "")
        let base = try Example.redirectURI().text
        let state = try form.nonEmptyText(of: "state") ?? ""
        let isOAuth1 = form.contains("oauth_token")
        let answer = await verdict(
          isOAuth1 ? "\(base)?denied=canary-temporary" : "\(base)?error=access_denied&state=\(state)")
        said.withLock { $0 = answer }
      }
      let refused = await code {
        _ = try await scene.accounts(callbackSource: agent).signIn(to: provider, as: try Example.client())
      }
      #expect(refused == .denied)
      #expect(said.withLock { $0 } == .denied)
      #expect(try await scene.accounts().all().isEmpty)
      #expect(agent.counts.withLock { $0.closed } == 1)
    }
  }

  @Test(
    "L3, V3, V4, F1: a refusal is a denial, however odd the rest of its callback is",
    arguments: [
      "code=&error=access_denied", "error=access_denied&error_description=caf%E9",
      "error=access_denied&error_description=100%", "error=access_denied&error_description={a|b}^`",
    ])
  func oddRefusal(query: String) async throws {
    let scene = Scene()
    let (provider, client) = (try Example.provider(), try Example.client())
    let callback = { @Sendable (url: AbsoluteURL) throws -> String in
      let state = try url.queryForm.nonEmptyText(of: "state") ?? ""
      return "\(try Example.redirectURI().text)?\(query)&state=\(state)"
    }
    let agent = ScriptedSource { url, verdict in
      let answer = try callback(url)
      #expect(await verdict(answer) == .denied)
    }
    #expect(
      await code { _ = try await scene.accounts(callbackSource: agent).signIn(to: provider, as: client) } == .denied)
    let url = try await scene.accounts().begin(provider, as: client)
    let answer = try callback(url)
    #expect(await code { _ = try await scene.accounts().receive(answer) } == .denied)
    #expect(scene.server.requests.isEmpty)
  }

  @Test("10, 9700-4, 2.1-4: a callback from another issuer ends the sign-in as failed")
  func mixUp() async throws {
    let scene = Scene()
    let agent = ScriptedSource { url, verdict in
      let good = try scene.server.allow(url)
      #expect(await verdict(good.replacing("as.example", with: "evil.example")) == .failed)
    }
    let refused = await code {
      _ = try await scene.accounts(callbackSource: agent).signIn(to: try Example.provider(), as: try Example.client())
    }
    #expect(refused == .issuerMismatch)
    #expect(scene.server.requests.isEmpty)
  }

  @Test("44: a user who goes away ends the sign-in, and its callback is then of no use")
  func abandoned() async throws {
    let scene = Scene()
    let callback = Lock("")
    let agent = ScriptedSource { url, _ in
      let good = try scene.server.allow(url)
      callback.withLock { $0 = good }
      throw CancellationError()
    }
    let refused = await code {
      _ = try await scene.accounts(callbackSource: agent).signIn(to: try Example.provider(), as: try Example.client())
    }
    #expect(refused == .cancelled)
    guard case .unsolicited = try await scene.accounts().receive(callback.withLock { $0 }) else {
      Issue.record("an abandoned sign-in was taken up")
      return
    }
  }

  @Test("a user agent that brings nothing is a cancellation, and one that is not there is said before anything")
  func noAgent() async throws {
    let scene = Scene()
    let silent = ScriptedSource { _, _ in }
    let (provider, client) = (try Example.provider(), try Example.client())
    #expect(
      await code { _ = try await scene.accounts(callbackSource: silent).signIn(to: provider, as: client) } == .cancelled
    )
    #expect(await code { _ = try await scene.accounts().signIn(to: provider, as: client) } == .unsupported)
  }

  @Test(
    "a store that fails on the right callback ends the sign-in with the store's error; a wrong one never gets there")
  func failingSignInStore() async throws {
    let scene = Scene()
    let agent = ScriptedSource { url, verdict in
      #expect(await verdict("http://127.0.0.1:7777/cb?code=A&state=other") == .ignored)
      let good = try scene.server.allow(url)
      #expect(await verdict(good) == .failed)
    }
    let accounts = scene.accounts(callbackSource: agent, signIns: FailingSignInStore())
    #expect(
      await code { _ = try await accounts.signIn(to: try Example.provider(), as: try Example.client()) }
        == .storeUnreadable)
  }

  @Test("a time-out longer than ten minutes is kept: the sign-in waits as long as the user agent")
  func longTimeout() async throws {
    let scene = Scene()
    let agent = ScriptedSource { url, verdict in
      let good = try scene.server.allow(url)
      scene.wait(1100)
      #expect(await verdict(good) == .accepted)
    }
    _ = try await scene.accounts(callbackSource: agent).signIn(
      to: try Example.provider(), as: try Example.client(), options: .init(timeout: .seconds(1200)))
  }

  @Test("85: a code exchange whose answer is lost is not sent again")
  func lostExchange() async throws {
    let scene = Scene()
    scene.server.setFault { _ in throw TransportFailure.answerLost("reset") }
    let refused = await code {
      _ = try await scene.accounts(callbackSource: scene.allowing).signIn(
        to: try Example.provider(), as: try Example.client())
    }
    #expect(refused == .outcomeUnknown)
    #expect(scene.server.paths == ["/token"])
    #expect(try await scene.accounts().all().isEmpty)
  }

  @Test("a sign-in at an issuer keeps the endpoints that were found with the credential")
  func discovered() async throws {
    let scene = Scene()
    let signedIn = try await scene.accounts(callbackSource: scene.allowing)
      .signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client())
    #expect(signedIn.account == Account(provider: "https://as.example", client: "reader", subject: "user-9"))
    #expect(signedIn.stored.identity?.isEmailVerified == true)
    // The catalogue of today still names the issuer alone: the refresh goes where the sign-in found it.
    let issuer = try Provider(issuer: "https://as.example")
    let later = scene.accounts(registration: { Registration(provider: issuer, client: $0.client) })
    scene.wait(4000)
    scene.server.state.withLock { $0.sendsIDToken = false }
    #expect(try await later.fresh(signedIn.account).token == "canary-access-1")
    let origins = try ["https://as.example", "https://api.example"].map { try Endpoint($0).origin }
    #expect(origins.map { later.allows($0, for: signedIn.stored) } == [true, false])
    #expect(await later.check(signedIn.account).isSuccess)
  }
}

extension Result {
  var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}
