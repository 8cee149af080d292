import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("P6: a store that moved to another machine is seen before anything is sent")
struct MovedStoreTests {
  @Test(
    "an account is new to a machine that is not among its own; where none is known, it is not",
    arguments: [
      ([], "a", false, []), (["a"], "a", false, ["a"]), (["a"], "b", true, ["a", "b"]), (["a"], nil, false, ["a"]),
      (["a", "b"], "a", false, ["a", "b"]),
      (["1", "2", "3", "4", "5", "6", "7", "8"], "9", true, ["2", "3", "4", "5", "6", "7", "8", "9"]),
    ] as [([String], String?, Bool, [String])])
  func machines(before: [String], here: String?, isNew: Bool, after: [String]) throws {
    var stored = try StoredCredential.sample(.alice)
    stored.machines = before
    #expect(stored.isNew(to: here) == isNew)
    #expect(stored.move(to: here) == isNew && stored.machines == after)
    #expect(StoredCredential(exposedJSON: stored.exposedJSON)?.machines == after)
  }

  @Test(
    "a renewal notes the machine before it sends, and says so once; a refusal then names the cause",
    .enabled(if: Accounts.thisMachine != nil, "this system has no machine id"))
  func renewal() async throws {
    let here = try #require(Accounts.thisMachine)
    let scene = Scene()
    let account = try await scene.hold()
    var held = try #require(try await scene.credentials.load(account))
    held.stored.machines = ["another"]
    _ = try await scene.credentials.replace(account, with: held.stored, expecting: held.revision)
    scene.server.setFault { [scene] _ in
      let noted = try await scene.credentials.load(account)?.stored.machines
      #expect(noted == ["another", here])
      return nil
    }
    #expect(try await scene.accounts().fresh(account).machines == ["another", here])
    #expect(scene.events.filter { $0.detail.contains("another machine") }.count == 1)
    _ = try await scene.accounts().fresh(account, forcing: true)
    #expect(scene.events.filter { $0.detail.contains("another machine") }.count == 1)
    scene.server.setFault { _ in TokenErrorResponse("invalid_grant").response() }
    #expect(await code { _ = try await scene.accounts().fresh(account, forcing: true) } == .signInNeeded)
    #expect(try await scene.credentials.load(account)?.stored.endedBecause?.contains("another machine") == true)
  }
}
