import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("A playground begins and ends")
struct PlaygroundLifecycleTests {
  @Test func `two run side by side, and a port that is taken is reported`() async throws {
    try await TestPlayground.with { first in
      try await TestPlayground.with { second in
        #expect(first.running.port != second.running.port)
        var configuration = try PlaygroundConfiguration()
        configuration.port = UInt16(first.running.port)
        do {
          let third = try await Playground(configuration: configuration).start()
          await third.stop()
          Issue.record("a taken port was bound")
        } catch let error as OAuthError {
          #expect(error.code == .portInUse)
        }
      }
    }
  }

  @Test func `after it stopped no one answers, and its port is free again`() async throws {
    let port = try await TestPlayground.with { $0.running.port }
    let visitor = Visitor(base: "http://127.0.0.1:\(port)")
    await #expect(throws: (any Error).self) { _ = try await visitor.open("http://127.0.0.1:\(port)/") }
    try await TestPlayground.with {
      $0.port = UInt16(port)
    } _: {
      #expect($0.running.port == port)
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: [0, 5, 300])
  func `run ends when it is cancelled, also while it begins`(milliseconds: Int) async throws {
    let configuration = try PlaygroundConfiguration()
    let task = Task { try await Playground(configuration: configuration).run() }
    try await Task.sleep(for: .milliseconds(milliseconds))
    task.cancel()
    _ = await task.result
  }

  @Test func `the log tells the story of both sign-ins, without a secret`() async throws {
    try await TestPlayground.with { playground in
      let code = try await playground.code()
      let access = try playground.token(of: try await playground.redeem(code)).accessToken
      _ = try await playground.user(access)
      let token = try await playground.twitterToken()
      let log = await playground.running.log
      #expect(log.map(\.kind).contains(.tokenIssued))
      #expect(log.filter { $0.provider == .twitter }.map(\.kind).contains(.temporaryCredentialIssued))
      let text = log.map(\.description).joined(separator: "\n")
      let cookies = await playground.visitor.cookies.values.map { Secret($0) }
      let secrets = [code, access, token.token, token.secret, TestPlayground.secret, Secret("open-gate")] + cookies
      for secret in secrets { #expect(!text.contains(secret.exposedText)) }
      #expect(text.contains("client=wayleave-demo") && text.contains("person=adafenwick"))
    }
  }

  @Test func `the log keeps the newest thousand events`() async throws {
    let tenants = try Tenants(configuration: PlaygroundConfiguration())
    tenants.open(port: 8080)
    let request = RequestMessage(.get, to: try AbsoluteURL("http://127.0.0.1:8080/oauth2/authorize"))
    for _ in 0..<1010 { _ = await tenants.answer(request) }
    #expect(await tenants.tenant(nil)?.log.count == 1000)
  }

  @Test func `a body larger than any form is refused`() async throws {
    try await TestPlayground.with { playground in
      let endpoint = playground.running.foursquare.tokenEndpoint
      let small = RequestMessage(posting: ["x": String(repeating: "a", count: 60_000)], to: endpoint)
      let read = try await playground.visitor.send(small)
      #expect(read.oauthError == "invalid_client")
      let large = RequestMessage(posting: ["x": String(repeating: "a", count: 70_000)], to: endpoint)
      let refused = try await playground.visitor.send(large)
      #expect(refused.status == 413)
    }
  }
}

@Suite("attacks.md 244: what is remembered is bounded")
struct ExpiringTableTests {
  private let start = Instant(secondsSinceEpoch: 1000)

  @Test func `a value is found until its time, and taken once`() {
    var table = ExpiringTable<Int>(capacity: 2)
    let kept = table.insert(1, for: Secret("a"), until: start + 10, at: start)
    #expect(kept)
    #expect(table.value(for: Secret("a"), at: start + 9) == 1)
    #expect(table.value(for: Secret("a"), at: start + 10) == nil)
    #expect(table.value(for: Secret("b"), at: start) == nil)
    let taken = table.take(Secret("a"), at: start)
    #expect(taken == 1)
    let takenAgain = table.take(Secret("a"), at: start)
    #expect(takenAgain == nil)
  }

  @Test func `a full table refuses until something has expired`() {
    var table = ExpiringTable<Int>(capacity: 2)
    let first = table.insert(1, for: Secret("a"), until: start + 10, at: start)
    #expect(first)
    let second = table.insert(2, for: Secret("b"), until: start + 20, at: start)
    #expect(second)
    let third = table.insert(3, for: Secret("c"), until: start + 20, at: start + 9)
    #expect(!third)
    let afterExpiry = table.insert(3, for: Secret("c"), until: start + 20, at: start + 10)
    #expect(afterExpiry)
    #expect(table.value(for: Secret("b"), at: start + 10) == 2)
  }

  @Test func `where asked, a full table removes the oldest`() {
    var table = ExpiringTable<Int>(capacity: 2)
    for (index, name) in ["a", "b", "c"].enumerated() {
      table.insertDroppingOldest(index, for: Secret(name), until: start + 10, at: start)
    }
    #expect(table.value(for: Secret("a"), at: start) == nil)
    #expect(table.value(for: Secret("b"), at: start) == 1)
    #expect(table.value(for: Secret("c"), at: start) == 2)
  }
}
