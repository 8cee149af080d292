import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import Testing
import Wayleave
import WayleaveBackport
import WayleaveWire

@testable import WayleaveAsyncHTTPClient

/// The tests stay on this machine: 127.0.0.1 stands for a public address, the rest of its network for a private one.
@Suite("108, 109: only addresses that were checked are connected to", .timeLimit(.minutes(10)))
struct AddressRuleTests {
  private static let empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

  @Test(
    "108: a private address is refused in every spelling that a URL can have, and not connected to",
    arguments: [
      "127.0.0.1", "127.0.0.2", "[::1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "localhost",
      "LOCALHOST", "0.0.0.0", "[::]", "169.254.169.254", "[::ffff:10.0.0.1]", "10.0.0.1", "[fd00:ec2::254]",
    ])
  func refused(host: String) async throws {
    let server = try HostileServer(at: 0) { $0.send(Self.empty) }
    defer { server.stop() }
    let url = try AbsoluteURL("http://\(host):\(server.port)/latest/meta-data")
    let error = await #expect(throws: OAuthError.self) { try await send(to: url.text, by: .publicOnly) }
    #expect(error?.code == .privateAddress)
    #expect(server.connections == 0)
  }

  @Test(
    "108: an address that only some readers understand is refused before anyone reads it",
    arguments: [
      "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "127.0.0.1.", "[fe80::1%25lo]", "a@127.0.0.1",
      "127.0.0.1\\@a.b",
    ])
  func unreadable(host: String) async throws {
    let server = try HostileServer { $0.send(Self.empty) }
    defer { server.stop() }
    let error = await #expect(throws: TransportFailure.self) {
      try await send(to: "http://\(host):\(server.port)/", by: .publicOnly)
    }
    #expect(error == .notSent("an address that readers take apart differently"))
    #expect(server.connections == 0)
  }

  @Test("without the rule this machine and private networks are asked, as a command's user may want")
  func anyAddress() async throws {
    let server = try HostileServer { $0.send(Self.empty) }
    defer { server.stop() }
    for host in ["127.0.0.1", "localhost"] {
      #expect(try await send(to: "http://\(host):\(server.port)/", by: .any).status == 200)
    }
  }

  @Test("109: a name is resolved once for a request: a second answer is not asked for, and not connected to")
  func rebinding() async throws {
    let server = try HostileServer { $0.send(Self.empty.replacing("OK\r\n", with: "OK\r\nConnection: close\r\n")) }
    let trap = try HostileServer(at: 0x7F00_0002, port: server.port) { $0.send(Self.empty) }
    defer { server.stop(); trap.stop() }
    let names = Names([["127.0.0.1"], ["127.0.0.2"]])
    let url = "http://provider.test:\(server.port)/"
    try await withTransport(by: rule(names)) { transport in
      let answer = try await send(to: url, through: transport)
      #expect(answer.status == 200)
      #expect(names.asked == ["provider.test"])
      #expect(server.requests.first?.lowercased().contains("host: provider.test:\(server.port)\r\n") == true)
      // The next request asks again, and gets the other.
      let error = await #expect(throws: OAuthError.self) { try await send(to: url, through: transport) }
      #expect(error?.code == .privateAddress)
    }
    #expect(server.connections == 1 && trap.connections == 0)
  }

  @Test(
    "a name with a private and a public address is refused, whichever comes first",
    arguments: [["127.0.0.1", "127.0.0.2"], ["127.0.0.2", "127.0.0.1"], ["127.0.0.1", "::1"]])
  func mixed(addresses: [String]) async throws {
    let server = try HostileServer(at: 0) { $0.send(Self.empty) }
    defer { server.stop() }
    let error = await #expect(throws: OAuthError.self) {
      try await send(to: "http://provider.test:\(server.port)/", by: rule(Names([addresses])))
    }
    #expect(error?.code == .privateAddress)
    #expect(server.connections == 0)
  }

  @Test("108: a name with a point at its end is judged by what it resolves to, like any")
  func rootedName() async throws {
    let error = await #expect(throws: OAuthError.self) {
      try await send(to: "http://localhost.:9/", by: rule(Names([["10.0.0.1"]])))
    }
    #expect(error?.code == .privateAddress)
  }

  @Test("TLS asks for the host by its name, and its certificate must have that name")
  func certificates() async throws {
    let options = ["-servername", "provider.test", "-servername_fatal", "-cert2", "server.pem", "-key2", "server.key"]
    for (name, isRight) in [("provider.test", true), ("other.test", false)] {
      let authority = try CertificateAuthority(subjectAlternativeName: "DNS:\(name)")
      _ = try authority.serve(options)
      let url = "https://provider.test:\(authority.port)/"
      try await withTransport(trustRoots: authority.rootFile, by: rule(Names([["127.0.0.1"]]))) { transport in
        if isRight {
          let answer = try await send(to: url, through: transport)
          #expect(answer.status == 200)
        } else {
          let error = await #expect(throws: TransportFailure.self) { try await send(to: url, through: transport) }
          #expect(error?.isNotSent == true)
        }
      }
    }
  }

  @Test(
    "a host in capitals, or in punycode, is the one that was checked",
    arguments: ["PROVIDER.Test", "xn--mnchen-3ya.test"])
  func spelling(host: String) async throws {
    let server = try HostileServer { $0.send(Self.empty) }
    defer { server.stop() }
    let names = Names([["127.0.0.1"]])
    #expect(try await send(to: "HTTP://\(host):\(server.port)/", by: rule(names)).status == 200)
    #expect(names.asked == [host.lowercased()])
  }

  @Test("the next address is tried while nothing was sent, and not once something may have been")
  func nextAddress() async throws {
    let second = try HostileServer { $0.send(Self.empty) }
    defer { second.stop() }
    let url = "http://provider.test:\(second.port)/"
    let both = Names([["127.0.0.2", "127.0.0.1"]])
    #expect(try await send(to: url, by: rule(both, allowing: ["127.0.0.1", "127.0.0.2"])).status == 200)
    #expect(second.connections == 1)
    let first = try HostileServer(at: 0x7F00_0002, port: second.port) { $0.reset() }
    defer { first.stop() }
    let error = await #expect(throws: TransportFailure.self) {
      try await send(to: url, by: rule(both, allowing: ["127.0.0.1", "127.0.0.2"]))
    }
    #expect(error.map { !$0.isNotSent } == true)
    #expect(first.requests.count == 1 && second.connections == 1)
  }

  @Test("77: a name server that does not answer holds a request no longer than its deadline")
  func slowNames() async throws {
    let names = Names([["127.0.0.1"]], delay: 3)
    let start = ContinuousClock.now
    await #expect(throws: TransportFailure.timedOut(wasSent: false)) {
      try await send(to: "http://provider.test:9/", by: rule(names), within: .milliseconds(200))
    }
    #expect(.now - start < .seconds(2))
  }

  @Test("a name without an address means that nothing was sent")
  func unknownName() async throws {
    let error = await #expect(throws: TransportFailure.self) {
      try await send(to: "http://nowhere.invalid/", by: .publicOnly)
    }
    #expect(error?.isNotSent == true)
  }

  @Test("the system's names come with all their addresses")
  func systemNames() throws {
    let loopback = try #require(IPAddress("127.0.0.1"))
    let lookUp = HostResolver().lookUp
    #expect(try lookUp("localhost").contains(loopback))
    #expect(try lookUp("::1").map(\.description) == ["0:0:0:0:0:0:0:1"])
  }

  @Test("a client that would go to another address than the one checked sends nothing")
  func otherAddress() async throws {
    let server = try HostileServer { $0.send(Self.empty) }
    defer { server.stop() }
    let check = try ConnectionCheck(origin: Origin("http://provider.test"), address: IPAddress("127.0.0.2"))
    let pools = try ConnectionPools(additionalTrustRoots: nil, proxy: nil)
    let pool = try pools.pool(to: check, showing: nil)
    await #expect(throws: TransportFailure.notSent("another address than the one checked")) {
      _ = try await pool.direct.execute(HTTPClientRequest(url: server.url()), timeout: .seconds(10))
    }
    #expect(server.requests.isEmpty)
    await pools.shutdown()
  }

  @Test("101: connections are shared by requests for the same host at the same address, and by no others")
  func sharing() async throws {
    let pools = try ConnectionPools(additionalTrustRoots: nil, proxy: nil)
    func pool(_ host: String, _ address: String?) throws -> ConnectionPools.Pool {
      let check = try ConnectionCheck(origin: Origin("https://\(host)"), address: address.flatMap { IPAddress($0) })
      return try pools.pool(to: check, showing: nil)
    }
    let first = try pool("a.test", "192.0.2.1")
    #expect(try pool("a.test", "192.0.2.1") === first)
    #expect(try pool("a.test", "192.0.2.2") !== first)
    #expect(try pool("b.test", "192.0.2.1") !== first)
    #expect(try pool("a.test", nil) !== first)
    #expect(try pool("a.test:8443", "192.0.2.1") !== first)
    // Strangers cannot make them grow without end: the one that was not used for longest goes.
    for number in 0..<(ConnectionPools.maximum - 1) { _ = try pool("\(number).test", "192.0.2.1") }
    #expect(try pool("a.test", "192.0.2.1") !== first)
    let last = try pool("0.test", "192.0.2.1")
    _ = try pool("more.test", "192.0.2.1")
    #expect(try pool("0.test", "192.0.2.1") === last)
    await pools.shutdown()
  }

  @Test("a proxy, which resolves names itself, and the rule are refused together")
  func proxy() throws {
    let proxy = try ProxyChoice("http://proxy.example:3128")
    let error = #expect(throws: OAuthError.self) { try AsyncHTTPClientTransport(proxy: proxy, addresses: .publicOnly) }
    #expect(error?.code == .invalidValue)
    #expect(throws: Never.self) { try AsyncHTTPClientTransport(proxy: proxy, addresses: .any) }
  }

  private func rule(_ names: Names, allowing allowed: Set<String> = ["127.0.0.1"]) -> AddressRule {
    AddressRule(
      check: AddressCheck(
        resolver: HostResolver { try names.addresses(of: $0) }, isAllowed: { allowed.contains("\($0)") }))
  }

  private func withTransport(
    trustRoots: String? = nil, by rule: AddressRule, _ body: (AsyncHTTPClientTransport) async throws -> Void
  ) async throws {
    let transport = try AsyncHTTPClientTransport(additionalTrustRoots: trustRoots, addresses: rule)
    let result: Result<Void, any Error>
    do { result = .success(try await body(transport)) } catch { result = .failure(error) }
    await transport.shutdown()
    try result.get()
  }

  /// A GET of a text that need not have passed our gate.
  @discardableResult
  private func send(
    to text: String, through transport: AsyncHTTPClientTransport, within time: Duration = .seconds(20)
  ) async throws -> ResponseMessage {
    let parts = text.split(separator: "://", maxSplits: 1)
    let rest = try #require(parts.last)
    let path = rest.firstIndex(of: "/") ?? rest.endIndex
    let request = RequestMessage(
      HTTPRequest(
        method: .get, scheme: String(parts[0]), authority: String(rest[..<path]), path: String(rest[path...])))
    return try await transport.send(request, within: .within(time, maximumBodySize: 100_000))
  }

  @discardableResult
  private func send(to text: String, by rule: AddressRule, within time: Duration = .seconds(20)) async throws
    -> ResponseMessage
  {
    var answer: ResponseMessage?
    try await withTransport(by: rule) { answer = try await send(to: text, through: $0, within: time) }
    return try #require(answer)
  }
}

/// A name server that answers each question anew, and the last answer for ever.
private final class Names: Sendable {
  private let answers: Lock<[[String]]>
  private let questions = Lock<[String]>([])
  private let delay: Double

  init(_ answers: [[String]], delay: Double = 0) {
    self.answers = Lock(answers)
    self.delay = delay
  }

  var asked: [String] { questions.withLock { $0 } }

  func addresses(of host: String) throws -> [IPAddress] {
    Thread.sleep(forTimeInterval: delay)
    questions.withLock { $0.append(host) }
    let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    return try answer.map { try #require(IPAddress($0)) }
  }
}

extension TransportFailure {
  fileprivate var isNotSent: Bool { if case .notSent = self { true } else { false } }
}
