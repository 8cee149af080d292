import CWayleaveSystem
import Wayleave
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveSystem
package import WayleaveWire

/// The agent of a user, at its socket.
///
/// ```swift
/// let server = try AgentServer(configuration)
/// // On SIGTERM: server.stop()
/// server.run()
/// ```
package final class AgentServer: Sendable {
  /// What comes to the thread from others.
  enum Order: Sendable {
    case event(AgentEvent)
    case stop
  }

  let pipe: WakePipe
  /// It holds no passphrase: that would outlive a lock.
  let configuration: AgentConfiguration
  private let passphrase: Lock<Secret?>
  private let own: OwnPrograms
  private let program: NetworkProgram
  /// How many connections it has at a time.
  let mostConnections: Int
  private let place: AgentSocket
  private let orders = Lock<[Order]>([])
  /// How many times its thread has taken what became of revocations: a sign for tests, which can wait for it.
  let sentCount = Lock(0)

  /// Listens; throws `agent.already_running`, `agent.failed`, `store.exposed` for a folder that others can reach, and
  /// `configuration.unsupported` where it could not see who asks.
  package init(_ configuration: AgentConfiguration) throws(OAuthError) {
    try AgentRequirements.check(in: configuration.socketFolder)
    var configuration = configuration
    passphrase = Lock(configuration.key?.passphrase)
    configuration.key = configuration.key?.withoutPassphrase
    self.configuration = configuration
    own = OwnPrograms(paths: configuration.ownPrograms)
    program = NetworkProgram(path: configuration.program, environment: configuration.environment)
    ThisProcess.ignoreClosedPipes()
    mostConnections = AgentLoop.connections(within: ThisProcess.allowDescriptors(AgentLoop.mostDescriptors))
    do throws(SystemError) { pipe = try WakePipe() } catch {
      throw .agentFailed("no pipe can be made: \(error.words)", remedy: "Close other programs.")
    }
    let environment = configuration.environment
    place = try AgentSocket(in: configuration.socketFolder) { environment[$0] }
  }

  /// Serves until ``stop()``, or until the program `wayleave` says so. It blocks its thread.
  package func run() {
    var agent = Agent(surroundings)
    agent.firstPassphrase = takePassphrase()
    agent.facts = facts
    let log = AuditLog(folder: configuration.stateFolder, now: configuration.now)
    configuration.say(
      "The agent listens at \(DisplayText.clean(AgentPlace.socket(in: configuration.socketFolder), limit: 300)).")
    var loop = AgentLoop(self, place: place, own: own, agent: agent, log: log)
    loop.run()
  }

  /// Whether the next program that asks has another one started, when this one ends.
  var isStartedOnDemand: Bool { starter != .user }

  private var starter: AgentStarter { place.isHandedOver ? .session : configuration.starter }

  /// Ends ``run()``, from any thread.
  package func stop() { give(.stop) }

  /// The passphrase with which the agent was started, at the first call.
  func takePassphrase() -> Secret? { passphrase.withLock { $0.take() } }

  /// The orders since the last time.
  func takeOrders() -> [Order] {
    let taken = orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
    for case .event(.sentRevocations) in taken { sentCount.withLock { $0 += 1 } }
    return taken
  }

  private func give(_ order: Order) {
    orders.withLock { $0.append(order) }
    pipe.wake()
  }

  private var surroundings: AgentSurroundings {
    let configuration = configuration
    let (worker, own) = (worker, own)
    return AgentSurroundings(
      now: configuration.now, elapsed: configuration.elapsed, isUnchanged: { $0.isUnchanged },
      isOwn: own.contains, shells: configuration.shells,
      begin: { worker.begin($0) }, canNotify: { worker.ask != nil }, lockAfter: configuration.lockAfter)
  }

  private var worker: AgentWorker {
    let reading = StoreReading(
      credentials: configuration.credentials, clients: configuration.clients, grants: configuration.grants,
      providers: configuration.providers, key: configuration.key, now: configuration.now)
    var ask = configuration.ask
    if ask == nil, let notification = Notification(in: configuration.environment) { ask = notification.ask }
    let give: @Sendable (AgentEvent) -> Void = { [weak self] event in self?.give(.event(event)) }
    return AgentWorker(reading: reading, program: program, ask: ask, finish: give)
  }

  private var facts: [AgentPair] {
    let isLocked = ThisProcess.lockMemory()
    return [
      AgentPair("process", "\(ThisProcess.identifier)"),
      AgentPair("memory_hidden", wayleave_is_memory_hidden() == 1 ? "yes" : "no"),
      AgentPair("memory_locked", isLocked ? "yes" : "no"),
      AgentPair("socket", AgentPlace.socket(in: configuration.socketFolder)),
      AgentPair("started_by", starter.rawValue),
    ]
  }
}

extension FileStoreKey {
  fileprivate var passphrase: Secret? { if case .passphrase(let passphrase, _) = self { passphrase } else { nil } }

  /// The key without a passphrase, which the agent holds only while it is unlocked.
  fileprivate var withoutPassphrase: FileStoreKey? {
    if case .passphrase = self { return nil }
    return self
  }
}
