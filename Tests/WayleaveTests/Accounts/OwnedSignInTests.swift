import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9700 §4.7: a sign-in is finished by the browser, and for the user, that began it")
struct OwnedSignInTests {
  private static let ada = Secret("session-of-ada"), mallory = Secret("session-of-mallory")

  @Test(
    "attacks 8 and 42: a callback in another session, or in none, is refused, consumes nothing and sends nothing",
    arguments: [mallory, nil, Secret("session-of-ad"), Secret("session-of-ada "), Secret("")])
  func otherSession(other: Secret?) async throws {
    let scene = Scene()
    let url = try await scene.accounts().begin(
      try Example.provider(), as: try Example.client(), ownedBy: Self.ada)
    let callback = try scene.server.allow(url)
    #expect(try await isCompleted(callback, ownedBy: other, in: scene) == false)
    #expect(scene.server.requests.isEmpty)
    #expect(try await isCompleted(callback, ownedBy: Self.ada, in: scene) == true)
    #expect(try await isCompleted(callback, ownedBy: Self.ada, in: scene) == false)
  }

  @Test("attack 42: the callback of one user's linking, followed by another user, links nothing to that other")
  func linking() async throws {
    let scene = Scene()
    let attacker = try scene.server.allow(
      try await scene.accounts().begin(try Example.provider(), as: try Example.client(), ownedBy: Self.mallory))
    let victim = try scene.server.allow(
      try await scene.accounts().begin(try Example.provider(), as: try Example.client(), ownedBy: Self.ada))
    #expect(try await isCompleted(attacker, ownedBy: Self.ada, in: scene) == false)
    #expect(try await isCompleted(victim, ownedBy: Self.ada, in: scene) == true)
    #expect(scene.server.paths.filter { $0 == "/token" }.count == 1)
  }

  @Test("a sign-in without an owner is not finished by a caller who names one")
  func withoutOwner() async throws {
    let scene = Scene()
    let callback = try scene.server.allow(
      try await scene.accounts().begin(try Example.provider(), as: try Example.client()))
    #expect(try await isCompleted(callback, ownedBy: Self.ada, in: scene) == false)
    #expect(try await isCompleted(callback, ownedBy: nil, in: scene) == true)
  }

  @Test("attack 8: an empty owner is refused before anything is sent")
  func emptyOwner() async throws {
    let scene = Scene()
    let refused = await code {
      _ = try await scene.accounts().begin(try Example.provider(), as: try Example.client(), ownedBy: Secret(""))
    }
    #expect(refused == .invalidValue && scene.server.requests.isEmpty)
  }

  @Test("attack 42: a number that is typed in another session is refused, and sent to no one")
  func number() async throws {
    let scene = Scene()
    let client = try Client(id: "reader", secret: Secret("canary-client-secret"), isOutOfBand: true)
    let url = try await scene.accounts().begin(try Example.oauth1(), as: client, ownedBy: Self.ada)
    let asked = scene.server.requests.count
    for other in [Self.mallory, nil] {
      guard case .unsolicited = try await scene.accounts().receive(typed: "7654321", for: url, ownedBy: other) else {
        Issue.record("taken")
        continue
      }
    }
    #expect(scene.server.requests.count == asked)
    guard case .completed = try await scene.accounts().receive(typed: "7654321", for: url, ownedBy: Self.ada) else {
      Issue.record("not completed")
      return
    }
  }

  @Test("the owner is kept as a digest alone")
  func digest() {
    let key = SignIn.Key(state: Secret("s")).owned(by: Self.ada)
    #expect(key != SignIn.Key(state: Secret("s")) && key != SignIn.Key(state: Secret("s")).owned(by: Self.mallory))
    #expect(!String(decoding: key.bytes, as: UTF8.self).contains("ada"))
  }

  private func isCompleted(_ callback: String, ownedBy owner: Secret?, in scene: Scene) async throws -> Bool {
    switch try await scene.accounts().receive(callback, ownedBy: owner) {
    case .completed: true
    case .unsolicited, .notOurs: false
    }
  }
}
