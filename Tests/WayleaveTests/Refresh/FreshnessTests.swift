import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("When a credential is renewed")
struct FreshnessTests {
  /// How long a token lives, how much of that is left, what the caller wants (nil for the usual), and the verdict.
  private static let table: [(life: Int64, left: Int64, wanted: Int64?, isRenewed: Bool)] = [
    (3600, 61, nil, false), (3600, 60, nil, false), (3600, 59, nil, true), (3600, 0, nil, true), (3600, -1, nil, true),
    (120, 60, nil, false), (120, 59, nil, true),
    // The usual minute gives way to half a short life.
    (119, 60, nil, false), (119, 59, nil, false), (119, 58, nil, true),
    (45, 45, nil, false), (45, 22, nil, false), (45, 21, nil, true), (1, 1, nil, false), (1, 0, nil, true),
    (0, 0, nil, true), (-5, -5, nil, true),
    // What the caller wants counts as long as a new token meets it.
    (3600, 1800, 1800, false), (3600, 1799, 1800, true), (45, 40, 40, false), (45, 39, 40, true),
    (3600, 1, 0, false), (3600, 0, 0, true), (3600, 3600, 3600, false), (3600, 3599, 3600, true),
    (3600, 1800, 4000, false), (3600, 1799, 4000, true), (45, 22, 60, false), (45, 21, 60, true),
  ]

  @Test("by its life, by what is left of it and by what the caller wants", arguments: table)
  func verdict(life: Int64, left: Int64, wanted: Int64?, isRenewed: Bool) throws {
    let expiresAt = Example.now + left
    var stored = try StoredCredential.sample(.alice)
    stored.credential = .oauth2(.init(accessToken: Secret("a"), refreshToken: Secret("r"), expiresAt: expiresAt))
    stored.obtainedAt = expiresAt + -life
    let freshness = Freshness.atLeast(wanted.map { .seconds($0) })
    #expect(freshness.isMet(by: stored, at: Example.now) == !isRenewed)
  }

  @Test(
    "166: a token that came in the future is renewed, but for the minute that clocks may differ",
    arguments: [(-60, false), (-61, true), (-31_536_000, true)] as [(Int64, Bool)])
  func clockBack(jump: Int64, isRenewed: Bool) throws {
    var stored = try StoredCredential.sample(.alice)
    stored.credential = .oauth2(.init(accessToken: Secret("a"), expiresAt: Example.now + 3600))
    stored.obtainedAt = Example.now
    #expect(Freshness.usual.isMet(by: stored, at: Example.now + jump) == !isRenewed)
  }

  @Test(
    "a token can be used for so long: never at its end, however little is wanted",
    arguments: [
      (60, 0, true), (60, 59, true), (60, 60, true), (60, 61, false), (1, 0, true), (1, 1, true), (0, 0, false),
      (0, 1, false), (-1, 0, false), (nil, 0, true), (nil, 1_000_000, true),
    ] as [(Int64?, Int64, Bool)])
  func aliveFor(left: Int64?, wanted: Int64, isAlive: Bool) {
    let credential = Credential.oauth2(.init(accessToken: Secret("a"), expiresAt: left.map { Example.now + $0 }))
    #expect(credential.isAlive(for: .seconds(wanted), at: Example.now) == isAlive)
    if wanted == 0 { #expect(credential.isAlive(at: Example.now) == isAlive) }
  }

  // FS24
  @Test("a token without an end is not renewed, whatever is wanted")
  func lasting() throws {
    let stored = try StoredCredential.sample(.alice)
    #expect(Freshness.atLeast(.seconds(1_000_000)).isMet(by: stored, at: Example.now))
  }

  @Test(
    "what a request goes out with is good at the same instants as what a refresh leaves alone",
    arguments: [0, 1, 2, 45, 119, 120, 3600, nil] as [Int64?])
  func requests(life: Int64?) throws {
    var stored = try StoredCredential.sample(.alice)
    stored.credential = .oauth2(.init(accessToken: Secret("a"), expiresAt: life.map { Example.now + $0 }))
    stored.obtainedAt = Example.now
    let authorization = RequestAuthorization(
      stored, registration: Registration(of: stored), clocks: SigningClocks(), servers: SharedServerKnowledge())
    for age in [0, 1, 2, 22, 23, 45, 59, 60, 61, 3539, 3540, 3541, 3600] as [Int64] {
      let now = Example.now + age
      #expect(authorization.isFresh(at: now) == Freshness.usual.isMet(by: stored, at: now), "after \(age) seconds")
    }
  }

  @Test("a wish beyond all time counts as more than any token lives")
  func endlessWish() throws {
    var stored = try StoredCredential.sample(.alice)
    stored.credential = .oauth2(.init(accessToken: Secret("a"), expiresAt: Example.now + 1800))
    stored.obtainedAt = Example.now + -1800
    let freshness = Freshness.atLeast(.seconds(1e20))
    #expect(freshness.isMet(by: stored, at: Example.now) && !freshness.isMet(by: stored, at: Example.now + 1))
  }

  @Test("N15: tokens that live 45 seconds are printed, and one refresh serves several requests")
  func shortLife() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: -10)
    scene.server.state.withLock { $0.lifetime = 45 }
    let accounts = scene.accounts()
    #expect(try await accounts.fresh(account).token == "canary-access-1")
    for _ in 1...5 { #expect(try await accounts.session(for: account).get("https://api.example/x").status == 200) }
    #expect(scene.server.paths.count { $0 == "/token" } == 1)
    scene.wait(22)
    #expect(try await accounts.fresh(account).token == "canary-access-1")
    scene.wait(2)
    for _ in 1...3 { #expect(try await scene.accounts().fresh(account).token == "canary-access-2") }
    #expect(scene.server.paths.count { $0 == "/token" } == 2)
  }
}
