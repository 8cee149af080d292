import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9449 §5: tokens that are bound to a key are refreshed with a proof of it")
struct BoundRefreshTests {
  @Test("each refresh proves the key of the credential, which stays with what it brings")
  func proof() async throws {
    let (scene, account, key, gate) = try await bound()
    for refresh in 1...2 {
      let fresh = try await scene.accounts().fresh(account, forcing: true)
      #expect(fresh.token == "canary-access-\(refresh)")
      let tokens = try #require(try await scene.tokens(of: account))
      #expect(tokens.proofKey == key && tokens.tokenType == "DPoP")
    }
    #expect(gate.passed.map(\.keyThumbprint) == [key.thumbprint, key.thumbprint])
    #expect(Set(gate.passed.map(\.id)).count == 2)
    #expect(gate.passed.allSatisfy { $0.address == "https://as.example/token" && $0.method == "POST" })
  }

  @Test("91: where the sign-in demanded bound tokens, a Bearer token is refused; the new refresh token is saved")
  func downgrade() async throws {
    let (scene, account, key, _) = try await bound()
    var held = try #require(try await scene.credentials.load(account))
    held.stored.requiresBinding = true
    try await scene.credentials.replace(account, with: held.stored, expecting: held.revision)
    scene.server.state.withLock { $0.tokenType = "Bearer" }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .tokenDowngraded)
    let kept = try #require(try await scene.tokens(of: account))
    #expect(kept.accessToken == Secret("canary-access-0") && kept.proofKey == key)
    #expect(kept.refreshToken == Secret("canary-refresh-1"))
    scene.server.state.withLock { $0.tokenType = "DPoP" }
    #expect(try await scene.accounts().fresh(account).token == "canary-access-2")
  }

  @Test("§5, H2: a Bearer token next to a bound refresh token goes to the API without a proof, and is renewed with one")
  func bearer() async throws {
    let (scene, account, key, gate) = try await bound()
    scene.server.state.withLock { $0.tokenType = "Bearer" }
    let accounts = scene.accounts()
    for refresh in 1...2 {
      #expect(try await accounts.fresh(account, forcing: true).token == "canary-access-\(refresh)")
      let tokens = try #require(try await scene.tokens(of: account))
      #expect(tokens.tokenType == "Bearer" && tokens.proofKey == key)
    }
    #expect(gate.passed.map(\.keyThumbprint) == [key.thumbprint, key.thumbprint])
    scene.server.setFault(nil)
    #expect(try await accounts.session(for: account).get("https://api.example/x").status == 200)
    let request = try #require(scene.server.requests.last)
    #expect(request.head.headerFields[.authorization] == "Bearer canary-access-2" && request.proofs.isEmpty)
  }

  @Test(
    "91: a sign-in that demands bound tokens says so in the record, and no other does",
    arguments: [.required, .whereOffered] as [SignIn.Terms.Binding])
  func demanded(binding: SignIn.Terms.Binding) async throws {
    let scene = Scene()
    scene.server.state.withLock { $0.tokenType = "DPoP" }
    let provider = try Example.provider { $0.dpopAlgorithms = [.es256] }
    let signedIn = try await scene.accounts(callbackSource: scene.allowing).signIn(
      to: provider, as: try Example.client(), options: .init(terms: .init(binding: binding)))
    let stored = try #require(try await scene.credentials.load(signedIn.account)).stored
    #expect(stored.requiresBinding == (binding == .required))
  }

  /// Who says that tokens are not to be bound, at a server that binds them.
  enum Declining: CaseIterable { case noOne, signIn, client, entry, clientOverruledBySignIn }

  @Test(
    "a sign-in, a client and an entry can each have plain tokens; the account keeps what its sign-in said",
    arguments: Declining.allCases)
  func declined(by declining: Declining) async throws {
    let isBound = [.noOne, .clientOverruledBySignIn].contains(declining)
    let scene = Scene()
    scene.server.state.withLock { $0.tokenType = isBound ? "DPoP" : "Bearer" }
    var provider = try Example.provider { $0.dpopAlgorithms = [.es256] }
    provider.bindsTokens = declining != .entry
    var client = try Example.client()
    client.bindsTokens = ![.client, .clientOverruledBySignIn].contains(declining)
    let binding: SignIn.Terms.Binding =
      switch declining {
      case .signIn: .never
      case .clientOverruledBySignIn: .required
      case .noOne, .client, .entry: .whereOffered
      }
    let signedIn = try await scene.accounts(callbackSource: scene.allowing).signIn(
      to: provider, as: client, options: .init(terms: .init(binding: binding)))
    let tokens = try #require(try await scene.tokens(of: signedIn.account))
    #expect((tokens.proofKey != nil) == isBound)
    let stored = try #require(try await scene.credentials.load(signedIn.account)).stored
    #expect(stored.client.bindsTokens == ![.signIn, .client].contains(declining))
    #expect(Client(exposedJSON: stored.client.exposedJSON) == stored.client)
  }

  @Test("91: a DPoP token for a credential without a key is not understood")
  func unbound() async throws {
    let scene = Scene()
    scene.server.state.withLock { $0.tokenType = "DPoP" }
    let account = try await scene.hold()
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .unsupportedTokenType)
    #expect(try await scene.tokens(of: account)?.refreshToken == Secret("canary-refresh-1"))
  }

  @Test("§8: a demand for a nonce is met once, the nonce is kept for the next time, and each try has its own proof")
  func nonce() async throws {
    let (scene, account, _, gate) = try await bound(nonces: ["first-nonce"])
    let accounts = scene.accounts()
    _ = try await accounts.fresh(account)
    #expect(scene.server.paths == ["/token", "/token"])
    _ = try await accounts.fresh(account, forcing: true)
    #expect(scene.server.paths == ["/token", "/token", "/token"])
    #expect(gate.passed.map(\.nonce) == ["first-nonce", "first-nonce"])
  }

  @Test("§8.2: a new nonce may come with any answer, and is the next one")
  func renewedNonce() async throws {
    let (scene, account, _, gate) = try await bound(nonces: ["first-nonce"])
    let accounts = scene.accounts()
    _ = try await accounts.fresh(account)
    gate.state.withLock { $0.nonces = ["second-nonce"] }
    _ = try await accounts.fresh(account, forcing: true)
    _ = try await accounts.fresh(account, forcing: true)
    #expect(scene.server.paths.count == 5)
    #expect(gate.passed.map(\.nonce) == ["first-nonce", "second-nonce", "second-nonce"])
  }

  @Test("§8, 155: a server that demands a nonce every time is asked three times, and no more; the credential stays")
  func nonceForEver() async throws {
    let (scene, account, _, _) = try await bound()
    let count = Lock(0)
    scene.server.setFault { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return try DPoPNonceDemand("nonce-\(number)", as: .authorizationServer).response()
    }
    let error = await #expect(throws: OAuthError.self) { try await scene.accounts().fresh(account) }
    #expect(error?.code == .tokenRefused && error?.recommendedAction == .retry)
    #expect(error?.message.contains("demands another nonce") == true)
    #expect(scene.server.requests.count == 3)
    #expect(try #require(try await scene.accounts().stored(account)).endedBecause == nil)
  }

  @Test("a credential without a key sends no proof, and a demand for a nonce is a refusal")
  func withoutKey() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { _ in try DPoPNonceDemand("nonce", as: .authorizationServer).response() }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .tokenRefused)
    #expect(scene.server.requests.count == 1)
    #expect(scene.server.requests.allSatisfy { $0.proofs.isEmpty })
  }

  @Test(
    "102: a proof that is refused for its time is made again once, by the server's clock, up to a day away",
    arguments: [(7200, 2), (-7200, 2), (86000, 2), (90000, 1)] as [(Int64, Int)])
  func clock(difference: Int64, attempts: Int) async throws {
    let (scene, account, _, gate) = try await bound()
    gate.state.withLock { $0.now = Example.now + difference }
    scene.server.setDate(Example.now + difference)
    let code = await code { _ = try await scene.accounts().fresh(account) }
    #expect(code == (attempts == 2 ? nil : .tokenRefused))
    #expect(scene.server.requests.count == attempts)
  }

  @Test("86: the second try after an answer that was lost has a proof of its own")
  func lost() async throws {
    let (scene, account, _, gate) = try await bound()
    let isFirst = Lock(true)
    scene.server.setFault { request in
      if let refusal = gate.refusal(of: request) { return refusal }
      guard isFirst.withLock({ take(&$0) }) else { return nil }
      throw TransportFailure.answerLost("reset")
    }
    #expect(try await scene.accounts().fresh(account).token == "canary-access-1")
    #expect(Set(gate.passed.map(\.id)).count == 2)
  }

  /// A bound credential, and a server that takes it only with a proof.
  private func bound(nonces: Set<String>? = nil) async throws -> (Scene, Account, DPoPKey, ProofGate) {
    let scene = Scene()
    let key = try DPoPKey.generate()
    let gate = ProofGate(.authorizationServer, nonces: nonces)
    scene.server.state.withLock { $0.tokenType = "DPoP" }
    scene.server.setFault { gate.refusal(of: $0) }
    return (scene, try await scene.hold(proofKey: key), key, gate)
  }
}
