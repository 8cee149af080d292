import WayleaveBackport
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// The listener as tasks see it: a stream of callbacks, and orders to the thread that does the work.
final class LoopbackServer: Sendable {
  /// An order to the thread.
  enum Order: Sendable {
    /// Answer this connection that its callback is ignored.
    case ignore(connection: Int, done: CheckedContinuation<Void, Never>)
    /// The sign-in waits no longer; callbacks of this URL, if there is one, get this answer.
    case conclude(url: AbsoluteURL?, LoopbackAnswer, done: CheckedContinuation<Void, Never>)
    /// Close everything.
    case stop(done: CheckedContinuation<Void, Never>?)
  }

  /// The callbacks, in the order in which they came.
  let callbacks: Callbacks
  let callbacksEnd: Callbacks.Continuation
  let pipe: WakePipe
  private let orders = Lock<[Order]?>([])
  private let way = Lock(LoopbackGate.Way())
  private let names: Lock<LoopbackPage.Names>
  private let start = Lock<String?>(nil)
  private let stray = Lock<String?>(nil)
  /// The URL that is handed to the browser. It leads to the page once, and where the system tells the users of connections
  /// apart, only for ours: others can read it among the arguments of a program.
  let startURL: String
  private let notify: @Sendable (LoopbackNotice) -> Void
  /// The time that passes for the connections.
  let now: @Sendable () -> ContinuousClock.Instant
  // Handed over and not captured: what a running function has captured it holds, sockets and ports, to its very end.
  private let sockets: Lock<[LoopbackSocket]>

  /// Starts the thread.
  init(
    _ sockets: [LoopbackSocket], at address: LoopbackAddress, app: String,
    now: @escaping @Sendable () -> ContinuousClock.Instant, notify: @escaping @Sendable (LoopbackNotice) -> Void
  ) throws(SystemError) {
    self.now = now
    names = Lock(LoopbackPage.Names(app: app))
    var random = SystemRandomNumberGenerator()
    let startPath = "/\(RandomText.alphanumeric(22, using: &random))"
    startURL = address.url(path: startPath)
    let gate = LoopbackGate(address: address, startPath: startPath)
    self.notify = notify
    (callbacks, callbacksEnd) = Callbacks.makeStream()
    self.sockets = Lock(sockets)
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

  /// Remembers the page that the user is about to be sent to: forms of no other page are read, and the pages of the
  /// listener name its provider.
  func expectAnswer(to page: AuthorizationPage) {
    way.withLock { way in
      way.page = Origin(of: page.url)?.description
      way.isPosted = [.formPost, .formPostJWT].contains(page.responseMode)
      way.isInFragment = page.responseMode == .fragment
    }
    names.withLock { $0.provider = DisplayText.clean(page.provider.title, limit: 80) }
    start.withLock { $0 = page.url.text }
  }

  /// Where the browser is to go now: to the page, once, and afterwards nowhere.
  func takeStart() -> String? {
    start.withLock { start in
      defer { start = nil }
      return start
    }
  }

  /// The page for a callback that ended so.
  func answer(_ ending: LoopbackPage.Ending) -> LoopbackAnswer {
    LoopbackAnswer(ending, naming: names.withLock(\.self))
  }

  /// Tells of a request that answers nothing. An answer is remembered: who waited in vain hears of it again at the end.
  func tellIgnored(_ reason: String, isAnswer: Bool) {
    if isAnswer { stray.withLock { $0 = reason } }
    notify(.ignoredCallback(reason))
  }

  /// What came last of what looks like an answer and is none to this sign-in; nil when nothing did.
  var lastStray: String? { stray.withLock(\.self) }

  /// A request of a connection that may be the callback.
  func callback(_ url: AbsoluteURL, from connection: Int) -> Callback {
    Callback(url) { [weak self] (answer) async in
      guard let self else { return }
      guard let ending = LoopbackPage.Ending(answer) else {
        self.tellIgnored(SignInCallback.reasonIgnored(url), isAnswer: true)
        return await withCheckedContinuation { self.give(.ignore(connection: connection, done: $0)) }
      }
      await self.conclude(url, with: ending)
    }
  }

  /// Lets no callback through any more; those of the URL get the page of its ending, others are ignored.
  private func conclude(_ url: AbsoluteURL?, with ending: LoopbackPage.Ending) async {
    callbacksEnd.finish()
    await withCheckedContinuation { give(.conclude(url: url, answer(ending), done: $0)) }
  }

  /// Closes everything; when this returns, the port is free.
  func stop() async {
    // A callback that was not looked at any more gets a page all the same.
    await conclude(nil, with: .ignored)
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
