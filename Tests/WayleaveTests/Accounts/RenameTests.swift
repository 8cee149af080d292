import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Accounts: an account gets another name")
struct RenameTests {
  private let scene = Scene()

  @Test("a free name is taken at once, and the credential stays as it is", arguments: StoreUnderTest.allCases)
  func free(kind: StoreUnderTest) async throws {
    let folder = TemporaryFolder()
    let scene = Scene(credentials: kind.credentials(in: folder))
    let account = try await scene.hold(expiresIn: 3600)
    var expected = try #require(try await scene.accounts().stored(account))
    for name in ["work", "home", nil, "work", "work"] {
      try await scene.accounts().rename(account, to: name)
      expected.name = name
      #expect(try await scene.accounts().all() == [expected])
    }
    #expect(scene.server.requests.isEmpty)
  }

  @Test("a name that means another account is refused, given or derived", arguments: ["home", "example/8"])
  func taken(name: String) async throws {
    let (ada, zoe) = (try await scene.hold("7"), try await scene.hold("8"))
    let accounts = scene.accounts()
    try await accounts.rename(zoe, to: "home")
    let before = try await accounts.all()
    #expect(await code { try await accounts.rename(ada, to: name) } == .nameTaken)
    #expect(try await accounts.all() == before)
    // Its own derived name is free for itself.
    try await accounts.rename(ada, to: "example/7")
    #expect(try await accounts.stored(ada)?.name == "example/7")
  }

  @Test("a name to which several accounts answer means none of them, and is free")
  func ambiguous() async throws {
    let (ada, zoe) = (try await scene.hold("7"), try await scene.hold("8"))
    try await scene.accounts().rename(ada, to: "example")
    #expect(try await scene.accounts().stored(ada)?.name == "example")
    #expect(await code { try await scene.accounts().rename(zoe, to: "example") } == .nameTaken)
  }

  @Test("an unknown account and what is no name are refused")
  func refused() async throws {
    let account = try await scene.hold()
    #expect(await code { try await scene.accounts().rename(.alice, to: "work") } == .unknownAccount)
    #expect(await code { try await scene.accounts().rename(account, to: "-x") } == .invalidValue)
    #expect(try await scene.accounts().stored(account)?.name == nil)
  }

  @Test("a refresh that runs is waited for, and neither loses what the other wrote")
  func duringRefresh() async throws {
    let account = try await scene.hold()
    let isRefreshing = Lock(false)
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/token" else { return nil }
      isRefreshing.withLock { $0 = true }
      try await Task.sleep(for: .milliseconds(150))
      return nil
    }
    let accounts = scene.accounts()
    let refresh = Task { try await accounts.fresh(account) }
    while !isRefreshing.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    try await scene.accounts().rename(account, to: "work")
    _ = try await refresh.value
    let stored = try #require(try await accounts.stored(account))
    #expect(stored.name == "work" && stored.token == "canary-access-1")
    #expect(try await accounts.fresh(account).name == "work")
  }
}
