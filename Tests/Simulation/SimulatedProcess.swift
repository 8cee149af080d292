import Wayleave
import WayleaveSystem

/// One process: accounts of its own over the disk and the network that all share.
final class SimulatedProcess: @unchecked Sendable {
  let number: Int
  private(set) var isAlive = true
  /// How many of its tasks want the credential.
  var callers = 0
  /// The sign-in that it brings; nil for none.
  var signIn: Int?
  /// Whether it signs the account out.
  var isSigningOut = false
  /// Whether what it asked for ended in a failure after its last request: from then on it reads as others do.
  var hasFailed = false
  /// What it last sent, as long as its fate can depend on the disk.
  weak var send: Judge.Send?

  struct Crash: Error {}

  init(number: Int) { self.number = number }

  func crash() { isAlive = false }

  /// A process that has crashed does nothing any more.
  func requireAlive() throws { if !isAlive { throw Crash() } }

  /// What the process uses to refresh.
  func accounts(over disk: SimulatedDisk, _ network: SimulatedNetwork, in world: World) -> Accounts {
    let vault = SimulatedVault(disk: disk, process: self, world: world)
    let time = PassingTime(
      now: { world.now }, sleep: { try await world.sleep("pause", of: self, until: $0) })
    return Accounts(
      transport: SimulatedTransport(network: network, process: self, world: world),
      credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault), now: { world.wallClock }
    ).refreshing(startedBy: { work in Task(executorPreference: world.scheduler) { await work() } }, in: time)
  }
}
