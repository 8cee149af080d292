import HTTPTypes
import Testing
import WayleaveAsyncHTTPClient
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

@Suite("OpenID Connect CIBA: accounts sign a user in at Tollgate, over the network", .timeLimit(.minutes(10)))
struct TollgateBackchannelSignInTests {
  private func accounts(
    _ playground: TestPlayground, _ transport: AsyncHTTPClientTransport, asleep: AsyncStream<Void>.Continuation? = nil
  ) -> Accounts {
    let clock = playground.clock
    var accounts = Accounts(
      transport: transport, credentials: CredentialRecords(in: MemoryVault()),
      signIns: SignInRecords(in: MemoryVault()), now: { clock.now })
    accounts.exchange.pause = { pause in
      guard let asleep else { return clock.advance(by: pause.components.seconds) }
      asleep.yield()
      try await Task.sleep(for: .seconds(50))
    }
    return accounts
  }

  private func with<Result: Sendable>(_ body: (AsyncHTTPClientTransport) async throws -> Result) async throws -> Result
  {
    let transport = try AsyncHTTPClientTransport()
    do {
      let result = try await body(transport)
      await transport.shutdown()
      return result
    } catch {
      await transport.shutdown()
      throw error
    }
  }

  @Test func `CIBA-2: by polling, found by its issuer, with the ID token verified`() async throws {
    try await TestPlayground.withBackchannel(approval: .automatic(TestPlayground.ada)) { playground in
      try await with { transport in
        let signedIn = try await accounts(playground, transport).signIn(
          to: try Provider(issuer: Issuer(playground.tollgate.issuer)), as: try BackchannelTestClient.bank(),
          asking: BackchannelQuestion(.login("adafenwick"), bindingMessage: "W4SCT"))
        #expect(signedIn.account.subject == "73001")
        #expect(signedIn.stored.identity?.displayName == "Ada Fenwick")
        guard case .oauth2(let tokens) = signedIn.stored.credential else {
          Issue.record("not OAuth 2")
          return
        }
        // Tollgate takes proofs, so the tokens are bound, and the demand for a nonce was met.
        #expect(tokens.proofKey != nil && tokens.refreshToken != nil)
      }
    }
  }

  @Test func `a signed question, and a client that authenticates by an assertion`() async throws {
    try await TestPlayground.withBackchannel(approval: .automatic(TestPlayground.ada)) { playground in
      try await with { transport in
        let signedIn = try await accounts(playground, transport).signIn(
          to: try Provider(issuer: Issuer(playground.tollgate.issuer)), as: try BackchannelTestClient.signing(),
          asking: BackchannelQuestion(.login("adafenwick"), isSigned: true))
        #expect(signedIn.account.subject == "73001")
      }
    }
  }

  @Test func `a person who says no, and an unknown one, end it`() async throws {
    try await TestPlayground.withBackchannel(approval: .automatic(PlaygroundPerson.residents[1])) { playground in
      try await with { transport in
        for (name, expected) in [("adafenwick", .denied), ("nobody", .tokenRefused)] as [(String, OAuthError.Code)] {
          await #expect {
            _ = try await accounts(playground, transport).signIn(
              to: try Provider(issuer: Issuer(playground.tollgate.issuer)), as: try BackchannelTestClient.bank(),
              asking: BackchannelQuestion(.login(name)))
          } throws: { ($0 as? OAuthError)?.code == expected }
        }
      }
    }
  }

  @Test func `CIBA-3: by a ping that arrives at the client's own server, after the person has answered on the page`()
    async throws
  {
    let listener = try await NotificationListener.open()
    let pings = listener.pings
    try await TestPlayground.withBackchannel(address: listener.address) { playground in
      try await with { transport in
        let (asleep, sleeping) = AsyncStream.makeStream(of: Void.self)
        let accounts = accounts(playground, transport, asleep: sleeping)
        let start = ContinuousClock.now
        let waiting = Task {
          try await accounts.signIn(
            to: try Provider(issuer: Issuer(playground.tollgate.issuer)), as: try BackchannelTestClient.pinged(),
            asking: BackchannelQuestion(.login("adafenwick"), delivery: .ping))
        }
        _ = await asleep.first { _ in true }
        _ = try await playground.answer("allow")
        let ping = try #require(await pings.next())
        var forged = ping
        try forged.setHeader(.authorization, to: "Bearer another-token-of-many-characters")
        guard case .unsolicited = try await accounts.receive(ping: forged),
          case .pending = try await accounts.receive(ping: ping)
        else {
          Issue.record("not as it should be")
          return
        }
        #expect(try await waiting.value.account.subject == "73001")
        #expect(ContinuousClock.now - start < .seconds(40))
        #expect(pings.count == 1)
      }
    }
    await listener.close()
  }
}
