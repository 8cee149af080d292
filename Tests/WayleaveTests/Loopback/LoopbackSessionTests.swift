import Foundation
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples
import WayleaveSystem

@Suite("8252-5, RFC 8252 §7.3 and §8.3: the listener is there while a sign-in waits, and for this machine alone")
struct LoopbackSessionTests {
  // attack 45
  @Test func `a redirect URI without a port gets a free one, and still matches what is registered`() async throws {
    let registered = try RedirectURI("http://127.0.0.1/cb?tenant=a")
    let session = try await LoopbackSource(browser: nil).prepare(for: [registered])
    let port = try #require(session.redirectURI.url.port)
    #expect(session.redirectURI.text == "http://127.0.0.1:\(port)/cb?tenant=a")
    #expect(registered.matches(requested: session.redirectURI))
    await session.close()
  }

  @Test func `an address that is taken, or that the machine does not have, is passed over`() throws {
    let uris = try ["http://[::1]/one", "http://127.0.0.1:7777/two", "http://127.0.0.1/three"].map {
      try RedirectURI($0)
    }
    var asked: [String] = []
    let path = try LoopbackSource.listen(on: uris) { address throws(OAuthError) in
      asked.append(address.path)
      switch asked.count {
      case 1: throw .cannotListen(address.redirectURI, SystemError(call: "bind", number: EADDRNOTAVAIL))
      case 2: throw .portInUse(address.redirectURI)
      default: return address.path
      }
    }
    #expect(path == "/three" && asked == ["/one", "/two", "/three"])
    let refused = #expect(throws: OAuthError.self) {
      try LoopbackSource.listen(on: uris) { address throws(OAuthError) -> String in
        throw .portInUse(address.redirectURI)
      }
    }
    #expect(refused?.code == .portInUse && refused?.message.contains("[::1]") == true, "the first is named")
  }

  @Test func `the first loopback address is taken, and without one there is no listener`() async throws {
    let session = try await LoopbackSource(browser: nil).prepare(for: [
      try RedirectURI("com.example.app:/cb"), try RedirectURI("https://app.example/cb"),
      try RedirectURI("http://127.0.0.1/one"), try RedirectURI("http://[::1]/two"),
    ])
    #expect(session.redirectURI.url.path == "/one")
    await session.close()
    let none = await code {
      _ = try await LoopbackSource(browser: nil).prepare(for: [try RedirectURI("https://app.example/cb")])
    }
    #expect(none == .invalidRedirectURI)
  }

  // attack 47
  @Test func `only the address itself is bound`() async throws {
    let waiting = try await WaitingSignIn()
    for address in ["127.0.0.2"] + RawClient.addressesOfNetworks() {
      #expect(throws: RawClient.Refused.self, "\(address)") { try RawClient(port: waiting.port, address: address) }
    }
    #if os(Linux)
      let hexadecimalPort = String(format: ":%04X", waiting.port)
      let tables = try Folder(opening: "/proc/self/net")
      let listening = try ["tcp", "tcp6"].flatMap { name in
        String(decoding: try tables.openFile(name).readAll(limit: 1 << 24), as: UTF8.self)
          .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
          .filter { $0.count > 3 && $0[1].hasSuffix(hexadecimalPort) && $0[3] == "0A" }.map { $0[1] }
      }
      // Another sign-in may have the same port at another address of this machine; nobody has it at all of them.
      #expect(listening.contains("0100007F\(hexadecimalPort)"))
      for everywhere in [8, 32].map({ String(repeating: "0", count: $0) }) {
        #expect(!listening.contains("\(everywhere)\(hexadecimalPort)"))
      }
    #endif
    try await waiting.finish()
  }

  // attack 46
  @Test(arguments: ["http://127.0.0.1/cb", "http://127.8.9.1/cb"])
  func `an IPv4 literal is listened on as it stands`(uri: String) async throws {
    let waiting = try await WaitingSignIn(at: uri)
    let address = try #require(try RedirectURI(uri).url.host)
    #expect(try await waiting.get(WaitingSignIn.callback, address: address)?.status == 200)
    await waiting.session.close()
  }

  @Test(.enabled(if: hasIPv6))
  func `an IPv6 literal is listened on, and nothing else`() async throws {
    let waiting = try await WaitingSignIn(at: "http://[::1]/cb")
    #expect(waiting.session.redirectURI.text == "http://[::1]:\(waiting.port)/cb")
    #expect(throws: RawClient.Refused.self) { try RawClient(port: waiting.port) }
    #expect(try await waiting.get(WaitingSignIn.callback, address: "::1")?.status == 200)
    await waiting.session.close()
  }

  // attack 46
  @Test(.enabled(if: hasIPv6))
  func `localhost is listened on in both families, or not at all`() async throws {
    let waiting = try await WaitingSignIn(at: "http://localhost/cb")
    #expect(try await waiting.get("/cb?state=X", address: "::1")?.status == 400)
    #expect(try await waiting.get("/cb?state=X", address: "127.0.0.1")?.status == 400)
    #expect(waiting.asked.count == 2)
    await waiting.session.close()

    let other = try await WaitingSignIn(at: "http://[::1]/cb")
    #expect(await code { _ = try await WaitingSignIn(at: "http://localhost:\(other.port)/cb") } == .portInUse)
    // The half that could be had was given back.
    let half = try await WaitingSignIn(at: "http://127.0.0.1:\(other.port)/cb")
    await half.session.close()
    await other.session.close()
  }

  // attack 45
  @Test func `a port that is taken is an error, and no other is taken in its place`() async throws {
    let first = try await WaitingSignIn()
    #expect(await code { _ = try await WaitingSignIn(at: "http://127.0.0.1:\(first.port)/cb") } == .portInUse)
    try await first.finish()
    let second = try await WaitingSignIn(at: "http://127.0.0.1:\(first.port)/cb")
    #expect(second.port == first.port)
    try await second.finish()
  }

  // N2, FS10
  @Test("of several redirect URIs the first whose port is free is used; when all are taken, that is the error")
  func secondPort() async throws {
    let first = try await WaitingSignIn()
    let second = try await WaitingSignIn()
    let uris = try [first.port, second.port].map { try RedirectURI("http://127.0.0.1:\($0)/cb") }
    let agent = LoopbackSource(browser: nil)
    let refused = await #expect(throws: OAuthError.self) { _ = try await agent.prepare(for: uris) }
    #expect(refused?.code == .portInUse)
    #expect(refused?.expected?.contains("\(first.port)") == true)
    try await second.finish()
    let session = try await agent.prepare(for: uris)
    #expect(session.redirectURI == uris[1])
    await session.close()
    try await first.finish()
    let preferred = try await agent.prepare(for: uris)
    #expect(preferred.redirectURI == uris[0])
    await preferred.close()
  }

  /// Every way out of a sign-in.
  enum WayOut: String, CaseIterable { case accepted, denied, failed, timedOut, cancelled, notShown, forgotten }

  // attack 62
  @Test(arguments: WayOut.allCases)
  func `the port is free after every way out`(way: WayOut) async throws {
    let port: UInt16
    switch way {
    case .accepted, .denied, .failed:
      let waiting = try await WaitingSignIn()
      port = waiting.port
      let query = [WayOut.accepted: "code=A", .denied: "error=access_denied", .failed: "code="][way] ?? ""
      _ = try await waiting.get("/cb?\(query)&state=S")
      #expect(await waiting.outcome.value == nil)
      await waiting.session.close()
    case .timedOut:
      let waiting = try await WaitingSignIn(timeout: .milliseconds(50))
      port = waiting.port
      #expect(await waiting.outcome.value == .timedOut)
      #expect(try await waiting.get(WaitingSignIn.callback)?.body == LoopbackPage.ignored.html)
      #expect(waiting.asked.isEmpty)
      await waiting.session.close()
    case .cancelled:
      let waiting = try await WaitingSignIn()
      port = waiting.port
      waiting.outcome.cancel()
      #expect(await waiting.outcome.value == .cancelled)
      await waiting.session.close()
    case .notShown:
      let session = try await LoopbackSource(browser: nil).prepare(for: [try RedirectURI("http://127.0.0.1/cb")])
      port = try #require(session.redirectURI.url.port)
      await session.close()
      await session.close()
    case .forgotten:
      port = try #require(
        try await LoopbackSource(browser: nil).prepare(for: [try RedirectURI("http://127.0.0.1/cb")])
          .redirectURI.url.port)
      // Nobody waits for this one: it ends soon, not at once.
      for _ in 0..<200 {
        guard (try? RawClient(port: port)) != nil else { break }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    #expect(throws: RawClient.Refused.self) { try RawClient(port: port) }
    let next = try await WaitingSignIn(at: "http://127.0.0.1:\(port)/cb")
    try await next.finish()
  }

  @Test func `the deadline is kept while strangers knock`() async throws {
    let waiting = try await WaitingSignIn(timeout: .milliseconds(300))
    let start = ContinuousClock.now
    let knocking = Task { while !Task.isCancelled { _ = try await waiting.get("/cb?state=X") } }
    #expect(await waiting.outcome.value == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(30))
    knocking.cancel()
    _ = await knocking.result
    await waiting.session.close()
  }

  @Test func `two sign-ins at once do not disturb each other`() async throws {
    let first = try await WaitingSignIn()
    let second = try await WaitingSignIn()
    #expect(first.port != second.port)
    // A callback for the one that is brought to the other's door is refused at the door.
    #expect(
      try await second.exchange("GET /cb?code=A&state=S HTTP/1.1\r\nHost: \(first.authority)\r\n\r\n")?.status == 421)
    try await second.finish()
    try await first.finish()
  }

  // attack 57
  @Test func `ten thousand connections that say nothing leave the sign-in able to finish`() async throws {
    let waiting = try await WaitingSignIn()
    let start = ContinuousClock.now
    var open: [RawClient] = []
    for number in 0..<10_000 {
      open.append(try RawClient(port: waiting.port))
      if open.count == 100 { open.removeFirst(50) }
      if number.isMultiple(of: 100) { await Task.yield() }
    }
    try await waiting.finish()
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  // attack 57
  @Test func `a thousand stray requests are answered and the sign-in still finishes`() async throws {
    let waiting = try await WaitingSignIn()
    let targets = ["/cb?code=A&state=X", "/", "/cb?error=access_denied", "/favicon.ico"]
    let answered = try await withThrowingTaskGroup(of: Int.self) { group in
      for lane in 0..<8 {
        group.addTask {
          var answered = 0
          for number in 0..<125 {
            if try await waiting.get(targets[(lane + number) % 4])?.status != nil { answered += 1 }
          }
          return answered
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(answered == 1000)
    #expect(waiting.asked.count == 500)
    try await waiting.finish()
  }

  // attack 57: no machine of the tests makes 10,000 in a second, so it is as many as this one can.
  @Test func `a flood of connections that say nothing, or end at once, does not keep the sign-in from finishing`()
    async throws
  {
    let waiting = try await WaitingSignIn()
    let made = SharedCount()
    let ended = SharedCount()
    for isSilent in [true, false] {
      DetachedFlood.start(DetachedFlood.size, at: waiting.port, isSilent: isSilent) {
        made.add()
      } ended: {
        ended.add()
      }
    }
    while made.value < DetachedFlood.size / 4 { try await Task.sleep(for: .milliseconds(1)) }
    // A browser whose connection was dropped for others tries again, or its user does.
    var status: Int?
    for _ in 0..<50 where status == nil { status = try? await waiting.get(WaitingSignIn.callback)?.status }
    #expect(status == 200)
    #expect(await waiting.outcome.value == nil)
    #expect(waiting.asked.count == 1)
    await waiting.session.close()
    // The rest of the flood is refused; what it costs is not the next test's.
    while ended.value < 2 { try await Task.sleep(for: .milliseconds(1)) }
  }

  // attack 55
  @Test func `those that say nothing are dropped for others, and closed after five seconds`() async throws {
    let start = ContinuousClock.now
    let passed = Lock(Duration.zero)
    let waiting = try await WaitingSignIn(now: { start + passed.withLock(\.self) })
    let silent = try (0..<100).map { _ in try RawClient(port: waiting.port) }
    for client in silent { client.send("GET /cb?co") }
    // Connections are taken in the order in which they came. The latest has kept its place, and ends by its own time.
    for (seconds, isOpen) in [(0, true), (4.9, true), (5, false)] {
      passed.withLock { $0 = .seconds(seconds) }
      // The listener closes by the time before its wait: the first request ends that wait.
      for _ in 0..<2 { #expect(try await waiting.get("/cb?state=X")?.status == 400) }
      #expect(silent.last?.isSilent == isOpen && silent.first?.isSilent == false, "after \(seconds) seconds")
    }
    #expect(await silent.last?.readToEnd()?.text == "")
    try await waiting.finish()
  }

  // attack 55
  @Test func `one that sends a byte now and then gets no more time than others`() async throws {
    let start = ContinuousClock.now
    let passed = Lock(Duration.zero)
    let waiting = try await WaitingSignIn(now: { start + passed.withLock(\.self) })
    let slow = try RawClient(port: waiting.port)
    slow.send("GET ")
    for (seconds, isOpen) in [(0, true), (2, true), (4, true), (4.9, true), (5, false)] {
      passed.withLock { $0 = .seconds(seconds) }
      slow.send("/")
      for _ in 0..<2 { #expect(try await waiting.get("/cb?state=X")?.status == 400) }
      #expect(slow.isSilent == isOpen, "after \(seconds) seconds")
    }
    // Closed without a word.
    #expect(await slow.readToEnd()?.text == "")
    try await waiting.finish()
  }

  // attack 55
  @Test func `the five seconds count from the beginning of the connection, whatever it sends`() throws {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let type = SOCK_STREAM
    #else
      let type = Int32(SOCK_STREAM.rawValue)
    #endif
    #expect(socketpair(AF_UNIX, type, 0, &ends) == 0)
    let peer = FileDescriptor(ends[1])
    let start = ContinuousClock.now
    var connection = LoopbackConnection(number: 1, descriptor: FileDescriptor(ends[0]), at: start)
    let deadline = try #require(connection.deadline)
    #expect(deadline - start == .seconds(5))
    for byte in Array("GET /cb".utf8) {
      _ = peer.send([byte])
      guard case .incomplete? = connection.readHead() else { return #expect(Bool(false)) }
      #expect(connection.deadline == deadline)
    }
  }

  @Test func `the program learns where it listens and what to open`() async throws {
    let waiting = try await WaitingSignIn()
    try await waiting.finish()
    #expect(waiting.notices.first == .listening(waiting.session.redirectURI))
    #expect(waiting.notices.dropFirst().first == .open(try AbsoluteURL("https://provider.example/authorize")))
  }

  static let hasIPv6: Bool = (try? LoopbackSocket(.ipv6, port: 0)) != nil
}
