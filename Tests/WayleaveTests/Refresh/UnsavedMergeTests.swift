import Testing
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

@Suite("S6: what a store did not take waits in a second place")
struct UnsavedMergeTests {
  enum Present: CaseIterable { case none, older, sameSecondNoted, sameSecond, newer, signedOut, sameTokens }

  private func held(_ present: Present, enrollment: String) throws -> StoredCredential? {
    guard present != .none else { return nil }
    var held = try StoredCredential.sample(.alice, token: present == .sameTokens ? "new" : "old")
    held.enrollment = enrollment
    held.name = "present"
    let token = try #require(held.renewalToken)
    switch present {
    case .sameSecondNoted:
      held.obtainedAt = held.obtainedAt + 10
      held.refreshAttempt = RefreshAttempt(with: token, at: held.obtainedAt)
    case .sameSecond: held.obtainedAt = held.obtainedAt + 10
    case .newer: held.obtainedAt = held.obtainedAt + 100
    case .signedOut:
      held.pendingRevocations = [PendingRevocation(of: held.credential, since: held.obtainedAt)]
    case .none, .older, .sameTokens: break
    }
    return held
  }

  @Test("it is saved where there is nothing, and over what is older and not signed out", arguments: Present.allCases)
  func merged(present: Present) throws {
    var new = try StoredCredential.sample(.alice, token: "new")
    new.enrollment = "first"
    new.obtainedAt = new.obtainedAt + 10
    // A renewal: of the record only the tokens change. Another sign-in: all of it.
    for (enrollment, name) in [("first", "present"), ("second", nil)] {
      let merged = try new.merged(over: held(present, enrollment: enrollment))
      #expect((merged != nil) == [.none, .older, .sameSecondNoted].contains(present), "\(enrollment)")
      guard let merged else { continue }
      #expect(merged.token == "new" && merged.refreshAttempt == nil)
      #expect(merged.name == (present == .none ? nil : name))
    }
  }

  @Test("it is encrypted with the store's key: the store reads it, and another does not")
  func sealing() async throws {
    let (folder, other) = (TemporaryFolder(), TemporaryFolder())
    let stores = [folder, other].map {
      CredentialRecords(in: FileVault(directory: "\($0.path)/store", key: .keyFile("\($0.path)/key")))
    }
    for store in stores { _ = try await store.replace(.alice, with: .sample(.alice, token: "old"), expecting: nil) }
    let unsaved = try StoredCredential.sample(.alice, token: "canary-new")
    let bytes = try #require(stores[0].sealed(unsaved))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("canary-new"))
    let again = await stores[0].unsealed(bytes)
    #expect(again == unsaved)
    #expect(await stores[1].unsealed(bytes) == nil)
  }
}
