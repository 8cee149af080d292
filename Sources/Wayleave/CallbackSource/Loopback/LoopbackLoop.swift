import WayleaveWire
import WayleaveSystem

/// The thread that serves the listener: it waits for all sockets together and never for one.
struct LoopbackLoop {
  private var sockets: [LoopbackSocket]
  private let gate: LoopbackGate
  private let server: LoopbackServer
  private let notify: @Sendable (LoopbackNotice) -> Void
  private var connections: [LoopbackConnection] = []
  private var connectionCount = 0
  private var conclusion: (url: AbsoluteURL?, answer: LoopbackAnswer)?
  /// Until when no connection is taken, because the process has no descriptor left.
  private var pause: ContinuousClock.Instant?

  static let maximumConnections = 32

  init(
    server: LoopbackServer, gate: LoopbackGate, notify: @escaping @Sendable (LoopbackNotice) -> Void
  ) {
    sockets = server.takeSockets()
    self.gate = gate
    self.server = server
    self.notify = notify
  }

  /// Serves until a stop is ordered; gives who waits for the end.
  mutating func run() -> [CheckedContinuation<Void, Never>] {
    while true {
      var set = PollSet()
      let wake = set.add(server.pipe.reading)
      let listening = pause == nil ? sockets.map { (socket: $0, place: set.add($0.descriptor)) } : []
      // One whose callback is looked at is left alone until it has its answer: a peer that has gone is ready for ever.
      let places = connections.map { $0.askedURL == nil ? set.add($0.descriptor, writing: $0.isSending) : nil }
      let (time, end) = (server.now(), (connections.compactMap(\.deadline) + [pause].compactMap { $0 }).min())
      // A span: the clock that was handed in need not be the one by which poll(2) waits.
      set.wait(until: end.map { .now + ($0 - time) })
      pause = nil
      // From the last to the first, so that a connection that goes does not move those still to be looked at.
      for index in connections.indices.reversed() where places[index].map(set.isReady) ?? false { advance(index) }
      if set.isReady(wake) {
        server.pipe.drain()
        let stopping = carryOutOrders()
        if !stopping.isEmpty { return stopping.compactMap { $0 } }
      }
      // By the time before the wait: what had come by then was read, also where this process was stopped meanwhile.
      connections.removeAll { $0.deadline.map { $0 <= time } ?? false }
      for (socket, place) in listening where set.isReady(place) { accept(from: socket) }
    }
  }

  /// Closes every socket. Orders that came meanwhile are as good as carried out.
  mutating func closeAll() {
    connections = []
    for socket in sockets { socket.stopListening() }
    sockets = []
    for order in server.takeOrders(last: true) { order.continuation?.resume() }
  }

  private mutating func accept(from socket: LoopbackSocket) {
    do throws(SystemError) {
      for _ in 0..<Self.maximumConnections {
        guard let descriptor = try socket.accept() else { return }
        guard makeRoom() else { continue }
        connectionCount += 1
        connections.append(LoopbackConnection(number: connectionCount, descriptor: descriptor, at: server.now()))
        // A browser's request is mostly there already.
        advance(connections.count - 1)
      }
    } catch {
      pause = server.now() + .milliseconds(50)
    }
  }

  /// Drops the oldest connection that asks nothing, when there are too many; false when all of them ask.
  private mutating func makeRoom() -> Bool {
    guard connections.count >= Self.maximumConnections else { return true }
    guard let oldest = connections.firstIndex(where: { $0.askedURL == nil }) else { return false }
    connections.remove(at: oldest)
    return true
  }

  private mutating func advance(_ index: Int) {
    let goesOn =
      switch connections[index].phase {
      case .reading: read(index)
      // It is not waited for; should the peer have given up, the callback counts all the same.
      case .asking: true
      case .answering: connections[index].goOnSending()
      case .parting: connections[index].part()
      }
    if !goesOn { connections.remove(at: index) }
  }

  private mutating func read(_ index: Int) -> Bool {
    switch connections[index].readHead() {
    case nil, .foreign: return false
    case .incomplete: return true
    case .refused(let answer): return self.answer(index, answer, reason: "a request that cannot be read")
    case .complete(let head): return carryOut(gate.decision(on: head, by: server.expectedWay), on: head, at: index)
    }
  }

  private mutating func carryOut(_ decision: LoopbackGate.Decision, on head: RequestHead, at index: Int) -> Bool {
    switch decision {
    case .answer(let answer, let reason): return self.answer(index, answer, reason: reason)
    case .misplaced(let answer, let reason):
      server.tellIgnored(reason, isAnswer: true)
      return connections[index].answer(answer, at: server.now())
    case .callback(let url): return receive(url, at: index)
    case .start:
      // Other users of this machine can read the URL among the arguments of a program, and be faster than the browser.
      guard !LoopbackSocket.isOtherUser(at: connections[index].descriptor) else {
        return self.answer(index, .notFound, reason: "another user of this machine at the browser's address")
      }
      guard let page = server.takeStart() else {
        return self.answer(index, .used, reason: "the browser's address again")
      }
      return connections[index].answer(LoopbackAnswer(redirectingTo: page), at: server.now())
    case .form(let length):
      guard let body = connections[index].body(after: head, length: length) else { return true }
      return carryOut(gate.decision(onBody: body, by: server.expectedWay), on: head, at: index)
    }
  }

  private mutating func receive(_ url: AbsoluteURL, at index: Int) -> Bool {
    guard conclusion == nil else { return connections[index].answer(lateAnswer(to: url), at: server.now()) }
    connections[index].phase = .asking(url: url)
    connections[index].deadline = nil
    if case .terminated = server.callbacksEnd.yield(server.callback(url, from: connections[index].number)) {
      return connections[index].answer(server.answer(.ignored), at: server.now())
    }
    return true
  }

  private mutating func answer(_ index: Int, _ answer: LoopbackAnswer, reason: String?) -> Bool {
    if let reason { server.tellIgnored(reason, isAnswer: false) }
    return connections[index].answer(answer, at: server.now())
  }

  /// The answer after the end: the same page for the same callback, and for a page that was loaded again.
  private func lateAnswer(to url: AbsoluteURL) -> LoopbackAnswer {
    guard let conclusion, let concluded = conclusion.url, url == concluded || url.query == nil && url.fragment == nil
    else {
      return server.answer(.ignored)
    }
    return conclusion.answer
  }

  /// Carries out the orders that came; gives who waits for the end when one of them says so.
  private mutating func carryOutOrders() -> [CheckedContinuation<Void, Never>?] {
    var stopping: [CheckedContinuation<Void, Never>?] = []
    for order in server.takeOrders() {
      switch order {
      case .ignore(let number, let done):
        let ignored = server.answer(.ignored)
        answer(where: { $0.number == number }) { _ in ignored }
        done.resume()
      case .conclude(let url, let answer, let done):
        if conclusion == nil { conclusion = (url, answer) }
        self.answer(where: { $0.askedURL != nil }, with: lateAnswer)
        done.resume()
      case .stop(let done): stopping.append(done)
      }
    }
    return stopping
  }

  private mutating func answer(
    where isMeant: (LoopbackConnection) -> Bool, with answer: (AbsoluteURL) -> LoopbackAnswer
  ) {
    for index in connections.indices.reversed() where isMeant(connections[index]) {
      guard let url = connections[index].askedURL else { continue }
      if !connections[index].answer(answer(url), at: server.now()) { connections.remove(at: index) }
    }
  }
}
