import Synchronization
import WayleaveOAuth2
import WayleaveSystem
import WayleaveWire

/// The listener as tasks see it: a stream of callbacks, and orders to the thread that does the work.
final class LoopbackServer: Sendable {
  /// A request that may be the callback.
  struct Callback: Sendable {
    let connection: Int
    let url: String
  }

  /// An order to the thread.
  enum Order: Sendable {
    /// Answer this connection that its callback is ignored.
    case ignore(connection: Int, done: CheckedContinuation<Void, Never>)
    /// The sign-in waits no longer; callbacks of this URL, if there is one, get this answer.
    case conclude(url: String?, LoopbackAnswer, done: CheckedContinuation<Void, Never>)
    /// Close everything.
    case stop(done: CheckedContinuation<Void, Never>?)
  }

  /// The callbacks, in the order in which they came.
  let callbacks: AsyncStream<Callback>
  let callbacksEnd: AsyncStream<Callback>.Continuation
  let pipe: WakePipe
  private let orders = Mutex<[Order]?>([])
  private let way = Mutex(LoopbackGate.Way())
  private let names: Mutex<LoopbackPage.Names>
  // Handed over and not captured: what a running function has captured it holds, sockets and ports, to its very end.
  private let sockets: Mutex<[LoopbackSocket]>

  /// Starts the thread.
  init(
    _ sockets: [LoopbackSocket], gate: LoopbackGate, app: String, notify: @escaping @Sendable (LoopbackNotice) -> Void
  ) throws(SystemError) {
    names = Mutex(LoopbackPage.Names(app: app))
    (callbacks, callbacksEnd) = AsyncStream.makeStream(of: Callback.self)
    self.sockets = Mutex(sockets)
    pipe = try WakePipe()
    try DetachedThread.start {
      var loop = LoopbackLoop(server: self, gate: gate, notify: notify)
      let done = loop.run()
      // Only now are the sockets gone, and the port with them.
      loop.closeAll()
      for continuation in done { continuation.resume() }
    }
  }

  /// By which way the answer must come.
  var expectedWay: LoopbackGate.Way { way.withLock { $0 } }

  /// Remembers the page that the user is about to be sent to: forms of no other page are read.
  func expectAnswer(from url: AbsoluteURL) { way.withLock { $0.page = Origin(of: url)?.description } }

  /// Remembers which provider the pages name.
  func expectAnswer(fromProvider title: String) { names.withLock { $0.provider = DisplayText.clean(title, limit: 80) } }

  /// The page for a callback that ended so.
  func answer(_ ending: LoopbackPage.Ending) -> LoopbackAnswer {
    LoopbackAnswer(ending, naming: names.withLock(\.self))
  }

  /// Remembers how the answer was asked to travel.
  func expectAnswer(by mode: ResponseMode) { way.withLock { $0.isPosted = [.formPost, .formPostJWT].contains(mode) } }

  /// Tells the sender of a callback that it answers nothing.
  func ignore(_ callback: Callback) async {
    await withCheckedContinuation { give(.ignore(connection: callback.connection, done: $0)) }
  }

  /// Lets no callback through any more; those of `callback` get the page of its ending, others are ignored.
  func conclude(_ callback: Callback?, with ending: LoopbackPage.Ending) async {
    callbacksEnd.finish()
    await withCheckedContinuation { give(.conclude(url: callback?.url, answer(ending), done: $0)) }
  }

  /// Closes everything; when this returns, the port is free.
  func stop() async {
    callbacksEnd.finish()
    await withCheckedContinuation { give(.stop(done: $0)) }
  }

  /// Closes everything soon.
  func stopSoon() {
    callbacksEnd.finish()
    give(.stop(done: nil))
  }

  /// The sockets, once: the caller closes them.
  func takeSockets() -> [LoopbackSocket] {
    sockets.withLock { sockets in
      defer { sockets = [] }
      return sockets
    }
  }

  /// The orders since the last time; after the last, none is taken.
  func takeOrders(last: Bool = false) -> [Order] {
    orders.withLock { orders in
      defer { orders = last ? nil : [] }
      return orders ?? []
    }
  }

  private func give(_ order: Order) {
    let isTaken = orders.withLock { orders in
      orders?.append(order)
      return orders != nil
    }
    if isTaken { pipe.wake() } else { order.continuation?.resume() }
  }
}

extension LoopbackServer.Order {
  /// Who waits for the order to be carried out.
  var continuation: CheckedContinuation<Void, Never>? {
    switch self {
    case .ignore(_, let done), .conclude(_, _, let done): done
    case .stop(let done): done
    }
  }
}
