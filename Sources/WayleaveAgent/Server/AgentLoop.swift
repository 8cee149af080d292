import WayleaveAgentProtocol
import WayleaveSystem
import WayleaveWire

/// The thread that serves all connections: it waits for sockets, and for nothing else.
struct AgentLoop {
  /// The most connections; over it the one that has been idle longest is closed.
  private static let mostConnections = 256
  /// What a connection needs, with a handle for each of the two processes behind it; and what all the rest needs.
  private static let (ofConnection, ofRest) = (3, 40)
  static let mostDescriptors = mostConnections * ofConnection + ofRest

  /// How many connections there can be where the user may open so many descriptors.
  static func connections(within descriptors: Int) -> Int {
    min(mostConnections, max(1, (descriptors - ofRest) / ofConnection))
  }

  let server: AgentServer
  var place: AgentSocket
  let own: OwnPrograms
  var agent: Agent
  var log: AuditLog
  private var clients: [Int: AgentClient] = [:]
  private var nextNumber = 0
  private var nextLook: ContinuousClock.Instant
  /// Until when no connection is taken, since there is no descriptor for one: that time is of poll(2), and not of tests.
  private var pausedUntil: ContinuousClock.Instant?
  /// The connection of a program of ours that was replaced, and what it gets once the agent listens no more.
  private var lastWord: (number: Int, failure: AgentFailure)?
  /// How many looks in a row found that programs look for the agent elsewhere.
  private var looksWithoutPlace = 0

  init(_ server: AgentServer, place: AgentSocket, own: OwnPrograms, agent: Agent, log: AuditLog) {
    (self.server, self.place, self.own, self.agent, self.log) = (server, place, own, agent, log)
    nextLook = agent.surroundings.elapsed()
  }

  /// Serves until the agent is stopped.
  mutating func run() {
    var isAtRest = false
    while !agent.isStopping {
      var ready = PollSet()
      _ = ready.add(server.pipe.reading)
      if let end = pausedUntil, end <= .now { pausedUntil = nil }
      let listening = pausedUntil == nil ? ready.add(place.socket.descriptor) : nil
      let places = clients.map { (number: $0.key, place: ready.add($0.value.descriptor, writing: $0.value.isSending)) }
      // A second after the last request, its memory is given back: it may not be needed for hours.
      let time = agent.surroundings.elapsed()
      let end = isAtRest ? deadline : min(deadline, time + .seconds(1))
      // A span: the clock that was handed in need not be the one by which poll(2) waits.
      ready.wait(until: min(.now + (end - time), pausedUntil ?? .now + (end - time)))
      if !ready.isAnyReady, !isAtRest { ThisProcess.releaseCode() }
      isAtRest = !ready.isAnyReady
      server.pipe.drain()
      takeOrders()
      for (number, place) in places where ready.isReady(place) { serve(number) }
      if let listening, ready.isReady(listening) { acceptAll() }
      endLate()
      tick()
      flush()
    }
    flush()
    log.flush()
    place.close()
    // Only now: who gets it looks for the next agent, and must not find this one.
    if let lastWord { refuse(lastWord.number, lastWord.failure) }
  }

  private var deadline: ContinuousClock.Instant {
    clients.values.compactMap(\.deadline).reduce(agent.nextTick, min)
  }

  /// Does what the time has come for.
  private mutating func tick() {
    let wasOpen = agent.isOpen
    agent.tick()
    if wasOpen, agent.isLocked { log.record(.lockedByIdleness) }
    log.tick()
    let time = agent.surroundings.elapsed()
    guard time >= nextLook else { return }
    nextLook = time + .seconds(30)
    looksWithoutPlace = server.configuration.isFound() && place.isAtItsPath ? 0 : looksWithoutPlace + 1
    // No program could lock it or end it any more. A second look: a mode may be wrong for a moment.
    guard looksWithoutPlace < 2 else {
      server.configuration.say("The agent ends: programs look for it at another place now.")
      return agent.stop()
    }
    // Something may have removed the socket, as those who clean folders do: no one would find this agent.
    place.listenAgainIfGone()
  }

  private mutating func takeOrders() {
    for order in server.takeOrders() {
      switch order {
      case .event(let event): agent.receive(event)
      case .stop: agent.stop()
      }
    }
  }

  private mutating func acceptAll() {
    let time = agent.surroundings.elapsed()
    // As many as fit at once: others wait, and the connections that are there are served meanwhile.
    for _ in 0..<server.mostConnections {
      let descriptor: FileDescriptor
      do throws(SystemError) {
        guard let taken = try place.socket.accept() else { return }
        descriptor = taken
      } catch {
        // It stays in line, and poll(2) says so again at once: without an end that would be all that happens here.
        if !closeIdlest(sparing: true) { pausedUntil = .now + .milliseconds(200) }
        return
      }
      if clients.count >= server.mostConnections { closeIdlest() }
      nextNumber += 1
      clients[nextNumber] = AgentClient(descriptor, own: own, at: time)
    }
  }

  /// Closes the connection that was idle longest; false where there is none. One that waits for an answer is closed only
  /// where all do, and not `sparing` them.
  @discardableResult
  private mutating func closeIdlest(sparing: Bool = false) -> Bool {
    let idle = clients.filter { agent.waiting[$0.key] == nil }
    // Of two that came at the same moment, the first.
    guard
      let number = (idle.isEmpty && !sparing ? clients : idle)
        .min(by: { ($0.value.lastUse, $0.key) < ($1.value.lastUse, $1.key) })?.key
    else { return false }
    close(number)
    return true
  }

  /// Reads what a client sent, or sends it what is left.
  private mutating func serve(_ number: Int) {
    let time = agent.surroundings.elapsed()
    guard clients[number] != nil else { return }
    if clients[number]?.isSending == true { return send(number) }
    do throws(AgentProtocolError) {
      guard let requests = try clients[number]?.receive(at: time) else { return end(number) }
      for request in requests { receive(request, on: number) }
    } catch { refuse(number, AgentFailure(error)) }
  }

  private mutating func receive(_ request: AgentRequest, on number: Int) {
    do throws(OAuthError) {
      guard let caller = try clients[number]?.identified() else { return }
      guard caller.isUnchanged else {
        log.record(.changed(caller, process: caller.program.process, by: "the program changed or ended"))
        return close(number)
      }
      agent.receive(request, from: caller, on: number)
    } catch {
      // After an update the new program has an agent of its own started, where programs or the session do that. It gains
      // nothing by that: any program of this user can end an agent.
      guard error.code == .agentOutdated, server.isStartedOnDemand else { return refuse(number, AgentFailure(error)) }
      lastWord = (number, AgentFailure(error))
      agent.stop()
    }
  }

  /// Closes a connection that has ended, or at which another process has sent something.
  private mutating func end(_ number: Int) {
    if let client = clients[number], let stranger = client.stranger, let caller = client.caller {
      log.record(.changed(caller, process: stranger, by: "another process sent at its connection"))
    }
    close(number)
  }

  /// Ends a connection with one failure.
  private mutating func refuse(_ number: Int, _ failure: AgentFailure) {
    agent.forget(number)
    let time = agent.surroundings.elapsed()
    clients[number]?.put(.failure(failure), isLast: true, at: time)
    send(number)
  }

  /// Sends what the agent has decided, and writes its log first.
  private mutating func flush() {
    for entry in agent.takeEntries() { log.record(entry) }
    for reply in agent.takeReplies() {
      guard let answer = reply.answer else {
        close(reply.connection)
        continue
      }
      let time = agent.surroundings.elapsed()
      clients[reply.connection]?.put(answer, at: time)
      send(reply.connection)
    }
  }

  private mutating func send(_ number: Int) {
    let time = agent.surroundings.elapsed()
    guard let isThere = clients[number]?.send(at: time) else { return }
    if !isThere || (clients[number]?.isEnding == true && clients[number]?.isSending == false) { close(number) }
  }

  private mutating func endLate() {
    let time = agent.surroundings.elapsed()
    for (number, client) in clients where client.deadline.map({ $0 <= time }) ?? false { close(number) }
  }

  private mutating func close(_ number: Int) {
    guard var client = clients.removeValue(forKey: number) else { return }
    client.wipe()
    client.descriptor.endSending()
    agent.forget(number)
  }
}

extension Agent {
  fileprivate var isOpen: Bool { if case .open = state { true } else { false } }
  fileprivate var isLocked: Bool { if case .locked = state { true } else { false } }
}

extension AuditEntry {
  /// The agent locked itself.
  fileprivate static var lockedByIdleness: AuditEntry {
    AuditEntry(
      program: ThisProcess.executable ?? "", process: ThisProcess.identifier, account: nil, kind: "lock",
      decision: .locked, by: "no request for so long")
  }

  /// A connection ended, as the program that connected is not the one that is there.
  fileprivate static func changed(_ caller: Caller, process: Int32, by reason: String) -> AuditEntry {
    AuditEntry(
      program: caller.program.file.path, process: process, account: nil, kind: "connection",
      decision: .changed, by: reason)
  }
}
