import AsyncHTTPClient
import HTTPTypes
import NIOSSL
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("A playground at https, with a certificate of its own")
struct PlaygroundTLSTests {
  /// A client that trusts these certificates alone.
  private func visiting<Result>(
    trusting certificate: String, _ body: (HTTPClient) async throws -> Result
  ) async throws -> Result {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)))
    var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(client)) } catch { result = .failure(error) }
    try await client.shutdown()
    return try result.get()
  }

  @Test func `a client that trusts its certificate finds every endpoint at https, and can sign in`() async throws {
    try await TestPlayground.withTollgate({ $0.usesTLS = true }) { playground in
      #expect(playground.base == "https://127.0.0.1:\(playground.running.port)")
      try await visiting(trusting: try #require(playground.running.certificate)) { client in
        func open(_ url: String) async throws -> ResponseMessage {
          try await client.send(RequestMessage(.get, to: try AbsoluteURL(url)))
        }
        let metadata = try await open(playground.base + "/tollgate/.well-known/openid-configuration").json
        #expect(metadata?["issuer"]?.string == playground.base + "/tollgate")
        #expect(metadata?["token_endpoint"]?.string == playground.base + "/tollgate/token")
        let callback = try await open(playground.tollgateURL()).callback
        #expect(try callback.text(of: "code") != nil)
        #expect(try await open(playground.base + "/playground/journal").status == 200)
        #expect(try await open(playground.base + "/").status == 200)
      }
    }
  }

  @Test func `a client that trusts another certificate does not connect`() async throws {
    try await TestPlayground.with({ $0.usesTLS = true }) { playground in
      let url = try AbsoluteURL(playground.base + "/")
      try await visiting(trusting: try SelfSignedCertificate().certificate) { client in
        await #expect(throws: (any Error).self) { _ = try await client.send(RequestMessage(.get, to: url)) }
      }
    }
  }

  @Test func `without it there is no certificate, and two runs have two`() async throws {
    try await TestPlayground.with { #expect($0.running.certificate == nil) }
    #expect(try SelfSignedCertificate().certificate != SelfSignedCertificate().certificate)
  }

  @Test(
    arguments: [
      (1_795_000_000, [0x17, 13]), (2_524_607_999, [0x17, 13]), (2_524_608_000, [0x18, 15]),
    ] as [(Int64, [UInt8])])
  func `RFC 5280 §4.1.2.5: a time from 2050 on has four digits of the year`(seconds: Int64, head: [UInt8]) {
    #expect(Array(DER.time(Instant(secondsSinceEpoch: seconds)).prefix(2)) == head)
  }

  @Test(
    arguments: [(0, [4, 0]), (127, [4, 127]), (128, [4, 0x81, 128]), (256, [4, 0x82, 1, 0])] as [(Int, [UInt8])])
  func `X.690 §10.1: a length stands in the fewest bytes`(count: Int, head: [UInt8]) {
    #expect(Array(DER.value(4, Array(repeating: 0, count: count)).prefix(head.count)) == head)
  }
}

@Suite("The date of an HTTP answer")
struct HTTPDateTests {
  @Test(
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_800_000_000, "Fri, 15 Jan 2027 08:00:00 GMT"),
    ] as [(Int64, String)])
  func `RFC 9110 §5.6.7`(seconds: Int64, text: String) {
    #expect(Instant(secondsSinceEpoch: seconds).httpDate == text)
  }

  @Test(arguments: [-1, Int64.max]) func `a time that it cannot write is left out`(seconds: Int64) {
    #expect(Instant(secondsSinceEpoch: seconds).httpDate == nil)
  }
}

@Suite("The one-line start")
struct StartTests {
  @Test func `it is ready within 200 milliseconds`() async throws {
    // The first start of a process also loads what all later ones share.
    await (try Playground.start()).stop()
    let clock = ContinuousClock()
    var shortest = Duration.seconds(60)
    // Until one is quick: others use the processors, too.
    for _ in 0..<60 where shortest >= .milliseconds(200) {
      let begin = clock.now
      let playground = try await Playground.start { $0.accessTokenLifetime = .seconds(60) }
      let page = try await Visitor(base: playground.base).open(playground.base + "/playground/clock")
      shortest = min(shortest, clock.now - begin)
      await playground.stop()
      #expect(page.status == 200)
    }
    #expect(shortest < .milliseconds(200))
  }
}
