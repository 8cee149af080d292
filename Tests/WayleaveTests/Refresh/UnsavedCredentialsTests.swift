import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("M5: what a provider issued and the store did not take")
struct UnsavedCredentialsTests {
  private let unsaved = UnsavedCredentials()

  private func held(_ token: String, revision: String) throws -> HeldCredential {
    var stored = try StoredCredential.sample(.alice, token: token)
    stored.credential = .oauth2(.init(accessToken: Secret(token), refreshToken: Secret("refresh-" + token)))
    return HeldCredential(stored: stored, revision: RecordRevision(revision))
  }

  @Test("it is given once, for the record that it replaces")
  func once() throws {
    unsaved.put(try held("new", revision: "-").stored, over: try held("old", revision: "1"))
    #expect(unsaved.take(over: try held("old", revision: "1"))?.token == "new")
    #expect(unsaved.take(over: try held("old", revision: "1")) == nil)
  }

  @Test(
    "a record that was changed otherwise meanwhile, or marked because of the spent token, takes it and keeps the change"
  )
  func changed() throws {
    unsaved.put(try held("new", revision: "-").stored, over: try held("old", revision: "1"))
    var present = try held("old", revision: "2")
    present.stored.name = "renamed"
    present.stored.endedBecause = "spent"
    let merged = try #require(unsaved.take(over: present))
    #expect(merged.token == "new" && merged.name == "renamed" && merged.endedBecause == nil)
  }

  @Test("a record with other tokens does not take it; one that was signed out has more to revoke then")
  func superseded() throws {
    unsaved.put(try held("new", revision: "-").stored, over: try held("old", revision: "1"))
    #expect(unsaved.take(over: try held("newest", revision: "2")) == nil)
    unsaved.put(try held("new", revision: "-").stored, over: try held("old", revision: "1"))
    var present = try held("old", revision: "2")
    present.stored.pendingRevocations = [PendingRevocation(of: present.stored.credential, since: Example.now)]
    let merged = try #require(unsaved.take(over: present))
    #expect(merged.token == "old" && merged.isSignedOut && merged.pendingRevocations.count == 2)
  }

  @Test("a sign-out revokes the tokens that are good, which are those in memory")
  func signedOut() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let held = try #require(try await scene.credentials.load(account))
    var renewed = held.stored
    renewed.credential = .oauth2(.init(accessToken: Secret("canary-new"), refreshToken: Secret("canary-refresh-new")))
    let accounts = scene.accounts()
    accounts.unsaved.put(renewed, over: held)
    #expect(try await accounts.signOut(account).revocation == .revoked)
    let sent = try scene.server.requests.map { try $0.bodyForm.text(of: "token") }
    #expect(sent == ["canary-refresh-new", "canary-new"])
  }
}
