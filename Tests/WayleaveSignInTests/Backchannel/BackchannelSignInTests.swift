import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("OpenID Connect CIBA §7 to §11: accounts sign in a user that the server asks")
struct BackchannelSignInTests {
  @Test("CIBA-2: the user is signed in when they have answered, and nothing secret is shown")
  func whole() async throws {
    let bank = Bank(answers: ["authorization_pending", "slow_down", "lost", "authorization_pending", nil])
    let signedIn = try await bank.signIn()
    #expect(signedIn.account == Account(provider: "example", client: "reader", subject: "7"))
    #expect(bank.pauses.withLock { $0 } == [5, 5, 10, 20, 20].map { Duration.seconds($0) })
    #expect(bank.scene.server.paths == ["/backchannel"] + Array(repeating: "/token", count: 5) + ["/me"])
    #expect(bank.scene.eventNames.contains(.userSent))
    #expect(!bank.scene.events.contains { $0.detail.contains("canary") })
    #expect(try await bank.scene.tokens(of: signedIn.account)?.accessToken == Secret("canary-access"))
  }

  @Test(
    "OpenID Connect Core §3.1.3.7: the ID token is verified as in every sign-in, and its way of signing in is the one asked for"
  )
  func idToken() async throws {
    let terms = SignIn.Terms(authenticationContextClasses: ["gold"])
    for (claims, expected) in [
      (["acr": "gold"], nil), (["acr": "lead"], .idTokenAuthenticationContext), (["aud": "other"], .idTokenAudience),
    ] as [(JSON, OAuthError.Code?)] {
      let bank = Bank(answers: ["id_token"])
      bank.scene.server.state.withLock { $0.claims = claims.object ?? JSON.Object() }
      let provider = try Example.backchannelProvider {
        $0[.keySet] = try Endpoint("https://as.example/keys")
        $0.idTokenAlgorithms = [.es256]
      }
      let refused = await code {
        let signedIn = try await bank.signIn(to: provider, terms: terms)
        #expect(signedIn.account.subject == "user-9")
      }
      #expect(refused == expected)
      #expect(try await bank.scene.accounts().all().count == (expected == nil ? 1 : 0))
    }
  }

  @Test(
    "§11: the user who says no, a transaction that failed and a time that is over end the sign-in, and nothing is kept",
    arguments: [
      (["access_denied"], .denied), (["transaction_failed"], .tokenRefused), (["expired_token"], .timedOut),
      ([], .timedOut),
    ] as [([String?], OAuthError.Code)])
  func failed(answers: [String?], expected: OAuthError.Code) async throws {
    let bank = Bank(answers: answers)
    #expect(await code { _ = try await bank.signIn() } == expected)
    #expect(try await bank.scene.accounts().all().isEmpty)
    #expect(bank.scene.server.paths.count <= 120)
  }

  @Test("the time limit of the sign-in ends it as it does every other, before another poll")
  func deadline() async throws {
    let bank = Bank(answers: [])
    #expect(await code { _ = try await bank.signIn(timeout: .seconds(3)) } == .timedOut)
    #expect(bank.scene.server.paths == ["/backchannel"])
  }

  @Test(
    "a server that refuses to ask says why, and its words hold no hint",
    arguments: ["unknown_user_id", "invalid_binding_message"])
  func refused(error: String) async throws {
    let bank = Bank(answers: [], refusing: error)
    #expect(await code { _ = try await bank.signIn() } == .tokenRefused)
    #expect(bank.scene.server.paths == ["/backchannel"])
  }

  @Test(
    "a server that repeats what it was asked, in its words of refusal, has nothing secret shown",
    arguments: [false, true])
  func echoed(isSigned: Bool) async throws {
    let scene = Scene()
    let client = try Client(
      id: "reader", secret: Secret("canary-client-secret"), key: isSigned ? .generate(for: .es256) : nil,
      authentication: .basic)
    scene.server.setFault { request in
      TokenErrorResponse("invalid_request", description: String(decoding: request.body, as: UTF8.self)).response()
    }
    let question = BackchannelQuestion(
      .loginToken(Secret("canary-login-token")), userCode: Secret("canary-user-code"), delivery: .ping,
      isSigned: isSigned)
    let provider = try Example.backchannelProvider()
    do throws(OAuthError) {
      _ = try await scene.accounts().signIn(to: provider, as: client, asking: question)
      Issue.record("not refused")
    } catch {
      #expect(error.code == .tokenRefused)
      let form = try #require(scene.server.requests.first).bodyForm
      for name in ["client_notification_token", "request"] {
        guard let secret = try form.text(of: name) else { continue }
        #expect(!"\(error)".contains(secret.prefix(40)))
      }
      #expect(!"\(error) \(scene.events)".contains("canary"))
    }
  }

  @Test("a store that cannot be written is found before a telephone rings")
  func unwritable() async throws {
    let scene = Scene(credentials: ReadOnlyStore())
    let refused = await code {
      _ = try await scene.accounts().signIn(
        to: try Example.backchannelProvider(), as: try Example.client(), asking: WaitingForBackchannel.question)
    }
    #expect(refused == .storeUnreadable)
    #expect(scene.server.paths.isEmpty)
  }

  @Test(
    "cancelling the task that waits ends the polling at once, with a ping awaited or not",
    arguments: [BackchannelDeliveryMode.poll, .ping])
  func cancelled(delivery: BackchannelDeliveryMode) async throws {
    var bank = Bank(answers: [])
    let (sleeping, isSleeping) = AsyncStream.makeStream(of: Void.self)
    bank.accounts.exchange.pause = { _ in
      isSleeping.yield()
      try await Task.sleep(for: .seconds(60))
    }
    let accounts = bank.accounts
    let start = ContinuousClock.now
    let waiting = Task {
      await code {
        _ = try await accounts.signIn(
          to: try Example.backchannelProvider(), as: try Example.client(),
          asking: BackchannelQuestion(.login("jane"), delivery: delivery))
      }
    }
    _ = await sleeping.first { _ in true }
    waiting.cancel()
    #expect(await waiting.value == .cancelled)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(bank.scene.server.paths == ["/backchannel"])
  }

  @Test("CIBA-3, §10.2: a ping wakes the task that waits, and only the right one, once")
  func pinged() async throws {
    var bank = Bank(answers: [nil])
    let (sleeping, isSleeping) = AsyncStream.makeStream(of: Void.self)
    bank.accounts.exchange.pause = { _ in
      isSleeping.yield()
      try await Task.sleep(for: .seconds(60))
    }
    let accounts = bank.accounts
    let start = ContinuousClock.now
    let waiting = Task {
      try await accounts.signIn(
        to: try Example.backchannelProvider(), as: try Example.client(), asking: WaitingForBackchannel.pinged)
    }
    _ = await sleeping.first { _ in true }
    let token = try bank.notificationToken
    for wrong in [
      try WaitingForBackchannel.ping(Secret("another-token-of-many-characters")),
      try WaitingForBackchannel.ping(token, about: Secret("other")),
      RequestMessage(.post, to: try AbsoluteURL("https://c.example/ping")),
    ] { #expect(try await isUnsolicited(accounts.receive(ping: wrong))) }
    #expect(bank.scene.server.paths == ["/backchannel"])
    guard case .pending = try await accounts.receive(ping: WaitingForBackchannel.ping(token)) else {
      Issue.record("not woken")
      return
    }
    #expect(try await waiting.value.account.subject == "7")
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(bank.scene.server.paths == ["/backchannel", "/token", "/me"])
    #expect(try await isUnsolicited(accounts.receive(ping: WaitingForBackchannel.ping(token))))
  }

  @Test("CIBA-3: in halves, the ping finishes the sign-in, in whichever process; a wrong one takes nothing from it")
  func halves() async throws {
    let bank = Bank(answers: [nil])
    let begun = try await bank.accounts.beginBackchannel(
      try Example.backchannelProvider(), as: try Example.client(), asking: WaitingForBackchannel.pinged)
    #expect(begun.requestID == WaitingForBackchannel.requestID)
    let token = try bank.notificationToken
    let other = bank.scene.accounts()
    #expect(try await isUnsolicited(other.receive(ping: WaitingForBackchannel.ping(Secret("x")))))
    #expect(try await isUnsolicited(other.receive(ping: WaitingForBackchannel.ping(token, about: Secret("x")))))
    // CIBA-4: neither does one that brings what nobody asked for.
    var push = try WaitingForBackchannel.ping(token)
    push.body = Array(#"{"auth_req_id":"canary-request-id","access_token":"x"}"#.utf8)
    let pushed = push
    #expect(await code { _ = try await other.receive(ping: pushed) } == .unsupported)
    guard case .completed(let signedIn) = try await other.receive(ping: WaitingForBackchannel.ping(token)) else {
      Issue.record("not done")
      return
    }
    #expect(signedIn.account.subject == "7")
    #expect(try await isUnsolicited(other.receive(ping: WaitingForBackchannel.ping(token))))
    #expect(try await isUnsolicited(other.receive(backchannelRequest: begun.requestID)))
  }

  @Test("in halves, by polling: too early nothing is sent, and an interruption takes nothing from the next who asks")
  func pollingHalves() async throws {
    let bank = Bank(answers: ["authorization_pending", "cancelled", nil])
    let begun = try await bank.accounts.beginBackchannel(
      try Example.backchannelProvider(), as: try Example.client(), asking: WaitingForBackchannel.question)
    func ask() async throws -> Accounts.DeviceOutcome {
      try await bank.scene.accounts().receive(backchannelRequest: begun.requestID)
    }
    #expect(try await pending(ask()) == Example.now + 5)
    #expect(bank.scene.server.paths == ["/backchannel"])
    bank.scene.wait(5)
    #expect(try await pending(ask()) == Example.now + 10)
    bank.scene.wait(5)
    #expect(await code { _ = try await ask() } == .cancelled)
    bank.scene.wait(10)
    guard case .completed = try await ask() else {
      Issue.record("lost")
      return
    }
    #expect(try await isUnsolicited(ask()))
  }

  private func isUnsolicited(_ outcome: Accounts.DeviceOutcome) -> Bool {
    guard case .unsolicited = outcome else { return false }
    return true
  }

  private func pending(_ outcome: Accounts.DeviceOutcome) -> Instant? {
    guard case .pending(let next) = outcome else { return nil }
    return next
  }

  /// A provider that answers polls as it is told, and a clock that pauses move.
  private struct Bank {
    let scene = Scene()
    let pauses = Pauses()
    var accounts: Accounts

    final class Pauses: Sendable {
      private let all = Lock<[Duration]>([])
      func withLock<Result>(_ body: (inout [Duration]) -> Result) -> Result { all.withLock { body(&$0) } }
    }

    /// `nil` gives tokens, `lost` no answer; when there are no more, the user has not answered.
    init(answers: [String?], refusing refusal: String? = nil) {
      let rest = Lock(answers)
      let server = scene.server
      server.setFault { request in
        if request.pathWithoutQuery == "/backchannel" {
          return refusal.map { TokenErrorResponse($0).response() } ?? WaitingForBackchannel.answer()
        }
        guard request.pathWithoutQuery == "/token" else { return nil }
        switch rest.withLock({ $0.isEmpty ? "authorization_pending" : $0.removeFirst() }) {
        case nil: return WaitingForDevice.tokens
        case "id_token"?:
          let idToken = try server.state.withLock { try OpenIDExample.idToken($0) }
          return ResponseMessage(
            .ok,
            json: [
              "access_token": "canary-access", "token_type": "Bearer", "expires_in": 3600,
              "id_token": .string(idToken.exposedText),
            ])
        case "lost"?: throw TransportFailure.timedOut(wasSent: true)
        case "cancelled"?: throw CancellationError()
        case let error?: return TokenErrorResponse(error).response()
        }
      }
      accounts = scene.accounts()
      accounts.exchange.pause = { [pauses, scene] pause in
        pauses.withLock { $0.append(pause) }
        scene.wait(pause.components.seconds)
      }
    }

    var notificationToken: Secret {
      get throws {
        let form = try #require(scene.server.requests.first).bodyForm
        return try #require(try BackchannelAuthenticationRequest(reading: form).notificationToken)
      }
    }

    func signIn(
      to provider: Provider? = nil, terms: SignIn.Terms = SignIn.Terms(), timeout: Duration = .seconds(3000)
    ) async throws -> SignedIn {
      try await accounts.signIn(
        to: try provider ?? Example.backchannelProvider(), as: try Example.client(),
        asking: WaitingForBackchannel.question, options: .init(timeout: timeout, terms: terms))
    }
  }
}
