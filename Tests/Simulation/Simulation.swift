import Wayleave
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// One run of a few processes that need one expired credential; a seed decides everything that happens in it.
package final class Simulation: @unchecked Sendable {
  private let seed: UInt64
  private let world: World
  private let judge: Judge
  private let disk: SimulatedDisk
  private let server: TokenServer
  private let network: SimulatedNetwork
  private let stored: StoredCredential
  private var processes: [SimulatedProcess] = []
  /// Of how many processes in a thousand each signs the account out, or in again.
  private let changing: Int
  private var hasChanged = false
  private var waiting = 0
  private var crashes = 0
  private var clockSettings = 0
  private var mayAskAgain = false
  private var wasEnded = false
  private var lastResult: Result<StoredCredential, OAuthError>?

  /// What a run was like.
  package struct Report: Sendable {
    /// The seed that repeats it.
    package let seed: UInt64
    /// The promise that was broken; nil for none.
    package let violation: String?
    /// How many steps it had.
    package let steps: Int
    /// How many requests were sent.
    package let requests: Int
    /// How many processes crashed.
    package let crashes: Int
    /// Whether the server ended the sign-in.
    package let isRevoked: Bool
    /// The same for two runs with the same steps.
    package let fingerprint: UInt64
    /// What happened; empty unless that was wanted.
    package let trace: [String]
  }

  private init(seed: UInt64, isTraced: Bool) throws {
    self.seed = seed
    let chance = Chance(seed: seed)
    world = World(chance: chance, faults: Faults(by: chance), isTraced: isTraced)
    changing = chance.element(of: [0, 0, 250])
    stored = try Self.expired(at: world.wallClock)
    let name = RecordName(.credential, stored.account.nameParts)
    judge = Judge(of: name, in: world)
    disk = SimulatedDisk(world: world, judge: judge)
    server = TokenServer(world: world)
    network = SimulatedNetwork(server: server, world: world, judge: judge)
    (judge.disk, judge.server) = (disk, server)
  }

  /// Runs what a seed decides.
  package static func run(seed: UInt64, isTraced: Bool = false) throws -> Report {
    try Simulation(seed: seed, isTraced: isTraced).run()
  }

  private func run() throws -> Report {
    let faults = world.faults
    world.faults = Faults()
    let first = CredentialRecords(in: SimulatedVault(disk: disk, process: SimulatedProcess(number: 9), world: world))
    Task(executorPreference: world.scheduler) {
      try await first.replace(self.stored.account, with: self.stored, expecting: nil)
    }
    judge.require(world.run(), "the first record is written")
    world.faults = faults
    for _ in 0..<(1 + world.chance.index(below: 4)) { startProcess() }
    judge.require(world.run(disturbing: disturb), "no one waits without end")
    judge.require(waiting == 0, "every caller gets an answer")
    if faults.isNothing, !hasChanged, judge.violation == nil { sawOneRequest() }
    seeWhatIsLeft()
    judge.require(world.scheduler.strangers == 0, "nothing runs outside the simulation")
    return Report(
      seed: seed, violation: judge.violation, steps: world.steps, requests: judge.requests, crashes: crashes,
      isRevoked: server.hasRevoked, fingerprint: world.fingerprint, trace: world.trace ?? [])
  }

  /// What goes wrong between two steps.
  private func disturb() {
    if crashes < world.faults.crashes, world.chance.happens(world.faults.crash) {
      let alive = processes.filter(\.isAlive)
      guard !alive.isEmpty else { return }
      if world.chance.happens(world.faults.powerLoss) {
        alive.forEach(crash)
        disk.losePower()
        judge.losesPower()
      } else {
        crash(world.chance.element(of: alive))
      }
    }
    if world.chance.happens(world.faults.longTrouble) { disk.beginTrouble() }
    if clockSettings < world.faults.clockSettings, world.chance.happens(world.faults.clock) {
      clockSettings += 1
      world.setClock(by: world.chance.element(of: [-Self.year, -3600, -30, 30, 3600, Self.year]))
    }
  }

  /// Ends a process as `kill -9` does; often somebody starts the next.
  private func crash(_ process: SimulatedProcess) {
    crashes += 1
    world.tell("is killed", process)
    process.crash()
    disk.release(process)
    world.wakeAll(of: process)
    if processes.count < 8, world.chance.happens(500) { startProcess() }
  }

  /// A process of which one task or two want the credential, once or twice.
  private func startProcess() {
    let process = SimulatedProcess(number: processes.count)
    processes.append(process)
    let accounts = process.accounts(over: disk, network, in: world)
    if world.chance.happens(changing) { return change(accounts, process, signingOut: world.chance.happens(500)) }
    process.callers = 1 + world.chance.index(below: 2)
    for _ in 0..<process.callers {
      let forcing = world.chance.happens(150)
      let rounds = world.chance.happens(300) ? 2 : 1
      mayAskAgain = mayAskAgain || forcing || rounds > 1
      waiting += 1
      Task(executorPreference: world.scheduler) {
        await self.ask(accounts, process, forcing: forcing, rounds: rounds)
        self.waiting -= 1
      }
    }
  }

  /// A process that signs the account out, or in again, whatever the others do with it.
  private func change(_ accounts: Accounts, _ process: SimulatedProcess, signingOut: Bool) {
    process.isSigningOut = signingOut
    hasChanged = true
    waiting += 1
    Task(executorPreference: world.scheduler) {
      do throws(OAuthError) {
        if signingOut {
          _ = try await accounts.signOut(self.stored.account)
        } else {
          let number = self.server.signIn()
          process.signIn = self.server.signIn(of: number)
          let new = self.stored.with(generation: number, until: self.world.wallClock + TokenServer.lifetime)
          _ = try await accounts.adopt(new, replacing: true)
        }
        self.judge.changed(nil, process)
      } catch { self.judge.changed(error, process) }
      self.waiting -= 1
    }
  }

  private func ask(_ accounts: Accounts, _ process: SimulatedProcess, forcing: Bool, rounds: Int) async {
    for round in 1...rounds {
      if !(await received(accounts, process, forcing: forcing)), world.chance.happens(600) {
        // A program that failed tries again, with what it still has in its memory.
        let end = world.now + .seconds(world.chance.element(of: [1, 30, 200]))
        guard (try? await world.sleep("tries again later", of: process, until: end)) != nil else { return }
        _ = await received(accounts, process, forcing: forcing)
      }
      guard round < rounds else { return }
      let end = world.now + .seconds(TokenServer.lifetime)
      guard (try? await world.sleep("waits for the end of its token", of: process, until: end)) != nil else { return }
    }
  }

  /// Asks once; whether there was a token.
  private func received(_ accounts: Accounts, _ process: SimulatedProcess, forcing: Bool) async -> Bool {
    do throws(OAuthError) {
      judge.received(.success(try await accounts.fresh(stored.account, forcing: forcing)), process)
      return true
    } catch {
      judge.received(.failure(error), process)
      return false
    }
  }

  /// A process that comes when nothing goes wrong any more.
  private func askLast() {
    lastResult = nil
    let accounts = SimulatedProcess(number: 9).accounts(over: disk, network, in: world)
    Task(executorPreference: world.scheduler) {
      do throws(OAuthError) { self.lastResult = .success(try await accounts.fresh(self.stored.account)) } catch {
        self.lastResult = .failure(error)
      }
    }
  }

  private static let year: Int64 = 31_536_000

  private func sawOneRequest() {
    // Each time the clock is set may cause one more; and set back, it may hide that the token has expired.
    let isExpected = clockSettings == 0 ? judge.requests == 1 : judge.requests <= 1 + clockSettings
    judge.require(mayAskAgain || isExpected, "one refresh is made: \(judge.requests)")
    judge.require(!server.hasRevoked, "where nothing goes wrong, the sign-in goes on")
  }

  /// When everything is over, another process gets a token that works, or is told to sign in; it is not sent in circles.
  private func seeWhatIsLeft() {
    world.faults = Faults()
    disk.repair()
    world.correctClock()
    for round in 1...2 {
      // Longer than all settings of the clock by an hour together.
      world.pass(.seconds(10 * TokenServer.lifetime))
      // A token of the future is not taken for one that is good.
      if round == 2 { world.setClock(by: -Self.year) }
      let before = judge.requests
      askLast()
      judge.require(world.run(), "the last process does not wait without end")
      switch lastResult {
      case .success(let stored):
        judge.require(
          stored.credential.isAlive(at: world.wallClock) && !server.hasRevoked(stored.refreshToken)
            && judge.accessToken(of: stored).map(server.accepts) ?? false,
          "what the last process gets works")
      case .failure(let error) where error.code == .unknownAccount:
        judge.require(judge.wasSignedOut, "an account that no one signed out is there")
      case .failure(let error):
        judge.require(error.code == .signInNeeded && server.hasRevoked, "the last process is told to sign in: \(error)")
        judge.require(!wasEnded || judge.requests == before, "a sign-in that has ended is not asked for again")
        wasEnded = true
      case nil: judge.require(false, "the last process gets an answer")
      }
    }
  }

  private static func expired(at now: Instant) throws -> StoredCredential {
    let account = Account(provider: "example", client: "reader", subject: "7")
    let provider = Provider(
      name: "example", title: "Example",
      service: .oauth2(
        OAuth2Service(
          issuer: "https://as.example", requiresIssuerInCallback: false,
          authorizationEndpoint: try Endpoint("https://as.example/authorize"),
          tokenEndpoint: try Endpoint("https://as.example/token"), otherEndpoints: [:], scopes: ["profile"],
          dialect: .init())),
      apiOrigins: [try Origin("https://api.example")])
    return StoredCredential(
      account: account, provider: provider, client: try Client(id: "reader"),
      credential: .oauth2(
        .init(
          accessToken: TokenServer.accessToken(0), tokenType: "Bearer", refreshToken: TokenServer.refreshToken(0),
          scopes: ["profile"], expiresAt: now + -10)),
      obtainedAt: now + -TokenServer.lifetime)
  }
}

extension StoredCredential {
  /// The same account with tokens of a new sign-in.
  fileprivate func with(generation: Int, until end: Instant) -> StoredCredential {
    var stored = self
    stored.credential = .oauth2(
      .init(
        accessToken: TokenServer.accessToken(generation), tokenType: "Bearer",
        refreshToken: TokenServer.refreshToken(generation), scopes: ["profile"], expiresAt: end))
    stored.obtainedAt = end + -TokenServer.lifetime
    return stored
  }
}
