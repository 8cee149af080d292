import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 6749 §4.4: a client's own token serves other processes too")
struct StoredDirectTests {
  private let scene = Scene()
  private let desk = TokenDesk()
  private let vault = MemoryVault()

  init() { desk.sit(at: scene) }

  /// Another such object is another process.
  private func process(storing stores: Bool = true) -> Accounts {
    var accounts = scene.accounts()
    if stores { accounts.directRecords = DirectRecords(in: vault) }
    return accounts
  }

  private func token(
    by accounts: Accounts, scopes: [String] = [], renewing: Bool = false
  ) async throws -> Secret {
    try await accounts.tokens(
      by: .clientCredentials(.init(access: .init(scopes: scopes))), of: Example.provider(), as: Example.client(),
      renewing: renewing
    ).accessToken
  }

  @Test(
    "until a minute before its end; without a place in memory alone",
    arguments: [(0, true, 1), (3540, true, 1), (3541, true, 2), (0, false, 2)] as [(Int64, Bool, Int)])
  func untilEnd(seconds: Int64, stores: Bool, requests: Int) async throws {
    _ = try await token(by: process(storing: stores))
    scene.wait(seconds)
    #expect(try await token(by: process(storing: stores)) == Secret("canary-direct-\(requests)"))
    #expect(desk.forms.count == requests)
  }

  @Test("other scopes are another token; a new one that is wanted replaces the stored one")
  func apart() async throws {
    #expect(try await token(by: process()) == Secret("canary-direct-1"))
    #expect(try await token(by: process(), scopes: ["a"]) == Secret("canary-direct-2"))
    #expect(try await token(by: process(), renewing: true) == Secret("canary-direct-3"))
    #expect(try await token(by: process()) == Secret("canary-direct-3"))
    #expect(try await token(by: process(), scopes: ["a"]) == Secret("canary-direct-2"))
  }

  @Test("another entry, and a changed one, get none of its tokens; what has ended goes, and so does a removed client's")
  func bound() async throws {
    #expect(try await token(by: process()) == Secret("canary-direct-1"))
    var moved = try Example.provider()
    moved.apiOrigins = [try Origin("https://elsewhere.example")]
    let another = Provider(name: "another", title: "Another", service: moved.service, apiOrigins: [])
    let others = [moved, another]
    for (number, other) in others.enumerated() {
      let tokens = try await process().tokens(
        by: .clientCredentials(.init()), of: other, as: Example.client())
      #expect(tokens.accessToken == Secret("canary-direct-\(number + 2)"))
    }
    #expect(await vault.ids(of: .metadata).count == 3)
    await DirectRecords(in: vault).removeAll(of: "somebody", endingBy: Example.now)
    #expect(await vault.ids(of: .metadata).count == 3)
    await DirectRecords(in: vault).removeAll(of: try Example.client().id, endingBy: Example.now)
    #expect(await vault.ids(of: .metadata).isEmpty)
    _ = try await token(by: process())
    scene.wait(3601)
    _ = try await token(by: process(), scopes: ["a"])
    #expect(await vault.ids(of: .metadata).count == 1)
  }

  @Test("of twenty processes at once one asks")
  func singleFlight() async throws {
    desk.sit(at: scene, pausing: .milliseconds(20))
    let processes = (1...20).map { _ in process() }
    let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
      for process in processes { group.addTask { try await token(by: process) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens.allSatisfy { $0 == Secret("canary-direct-1") } && desk.forms.count == 1)
  }

  @Test("what was given in exchange is not stored, nor is a statement shown twice, though the API refuses the token")
  func exchanged() async throws {
    scene.server.setFault { [desk] request in
      request.pathWithoutQuery == "/token" ? try desk.answer(to: request) : ResponseMessage(.unauthorized, json: [:])
    }
    let grant = DirectGrant.assertion(.init(assertion: Secret("canary-statement"), access: .init(scopes: ["read"])))
    for count in 1...2 {
      let session = process().session(grant: grant, provider: try Example.provider(), client: try Example.client())
      #expect(
        try await session.answer(to: RequestMessage(.get, to: AbsoluteURL("https://api.example/x"))).response.status
          == 401)
      #expect(desk.forms.count == count)
    }
    let sent = try JWTBearerGrant(reading: try #require(desk.forms.first))
    #expect(sent.assertion == Secret("canary-statement") && sent.access.scopes == ["read"])
  }
}
