import Testing
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("S6: what a store did not take waits in a second place")
struct UnsavedMergeTests {
  /// What the store has by the time at which the credential can be saved.
  enum Present: CaseIterable { case none, asBefore, noted, renamed, ended, later, laterSignIn, signedOut, sameTokens }

  private func held(_ present: Present) throws -> StoredCredential? {
    guard present != .none else { return nil }
    let token =
      switch present {
      case .sameTokens: "new"
      case .later, .laterSignIn: "newest"
      default: "old"
      }
    var held = try StoredCredential.sample(.alice, token: token)
    (held.enrollment, held.name) = ("first", "present")
    switch present {
    case .noted: held.refreshAttempt = RefreshAttempt(with: try #require(held.renewalToken), at: held.obtainedAt)
    case .renamed: held.name = "renamed"
    case .ended: held.endedBecause = "spent"
    case .later, .laterSignIn: held.obtainedAt = held.obtainedAt + 100
    case .signedOut: held.pendingRevocations = [PendingRevocation(of: held.credential, since: held.obtainedAt)]
    case .none, .asBefore, .sameTokens: break
    }
    if present == .laterSignIn { held.enrollment = "second" }
    return held
  }

  /// The record that was not saved. It may look older than what it replaces: the clock was set back.
  private func unsaved(_ token: String = "new", after seconds: Int64) throws -> StoredCredential {
    var new = try StoredCredential.sample(.alice, token: token)
    (new.enrollment, new.name, new.trustRoots) = ("first", "own", "/own")
    new.obtainedAt = new.obtainedAt + seconds
    return new
  }

  @Test(
    "a renewal changes the tokens that it renewed, whatever the clock says", arguments: Present.allCases, [10, 0, -50])
  func renewal(over present: Present, after seconds: Int64) throws {
    let old = try StoredCredential.sample(.alice, token: "old").credential
    let new = try unsaved(after: seconds)
    let held = try held(present)
    let merged = UnsavedRecord(new, by: .renewal(of: old)).merged(over: held)
    switch present {
    case .none: #expect(merged == new)
    case .asBefore, .noted, .renamed, .ended:
      #expect(merged?.token == "new" && merged?.refreshAttempt == nil && merged?.endedBecause == nil)
      #expect(merged?.name == held?.name && merged?.trustRoots == nil)
    // RFC 7009 §2.1: the user signed out of what these tokens came from.
    case .signedOut:
      #expect(merged?.token == "old" && merged?.isSignedOut == true)
      #expect(merged?.pendingRevocations.map(\.credential) == [old, new.credential])
    case .later, .laterSignIn, .sameTokens: #expect(merged == nil)
    }
  }

  @Test(
    "a sign-in takes the place of what was there before it, and of what is not newer", arguments: Present.allCases,
    [100, 10, 0, -50])
  func signIn(over present: Present, after seconds: Int64) throws {
    let old = try StoredCredential.sample(.alice, token: "old").credential
    let new = try unsaved(after: seconds)
    let held = try held(present)
    for earlier in [old, nil] {
      let merged = UnsavedRecord(new, by: .signIn(over: earlier)).merged(over: held)
      let isNewer = seconds >= (present == .later || present == .laterSignIn ? 100 : 0)
      let isUnchanged = earlier != nil && held?.token == "old"
      guard present != .sameTokens else {
        #expect(merged == nil, "it was saved after all, and changed since")
        continue
      }
      guard [.none, .signedOut].contains(present) || isUnchanged || isNewer else {
        #expect(merged == nil)
        continue
      }
      var expected = new
      // What an earlier sign-out could not deliver must still be revoked.
      expected.pendingRevocations = held?.pendingRevocations ?? []
      #expect(merged == expected)
      #expect(merged?.isSignedOut == false)
    }
  }

  @Test("it is encrypted with the store's key: the store reads it, and another does not")
  func sealing() async throws {
    let (folder, other) = (TemporaryFolder(), TemporaryFolder())
    let stores = [folder, other].map {
      CredentialRecords(in: FileVault(directory: "\($0.path)/store", key: .keyFile("\($0.path)/key")))
    }
    for store in stores { _ = try await store.replace(.alice, with: .sample(.alice, token: "old"), expecting: nil) }
    let (old, new) = try (
      StoredCredential.sample(.alice, token: "old"), StoredCredential.sample(.alice, token: "canary-new")
    )
    for change in [UnsavedRecord.Change.renewal(of: old.credential), .signIn(over: old.credential), .signIn(over: nil)]
    {
      let unsaved = UnsavedRecord(new, by: change)
      let bytes = try #require(stores[0].sealed(unsaved))
      #expect(!String(decoding: bytes, as: UTF8.self).contains("canary-new"))
      let again = await stores[0].unsealed(bytes)
      #expect(again == unsaved)
      #expect(await stores[1].unsealed(bytes) == nil)
    }
  }
}
