import Testing
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

@Suite("S6: what a store did not take waits in a second place")
struct UnsavedRecordTests {
  enum Present: CaseIterable { case none, noted, unnoted, newer, signedOut }

  private func held(_ present: Present) throws -> StoredCredential? {
    guard present != .none else { return nil }
    var held = try StoredCredential.sample(.alice, token: "old")
    let token = try #require(held.renewalToken)
    if present != .unnoted { held.refreshAttempt = RefreshAttempt(with: token, at: held.obtainedAt) }
    if present == .newer { held.obtainedAt = held.obtainedAt + 100 }
    if present == .signedOut { held.ending = .signedOut }
    held.name = "present"
    return held
  }

  @Test("a renewal is taken over the record whose note it answers, and over no other", arguments: Present.allCases)
  func renewal(present: Present) throws {
    var new = try StoredCredential.sample(.alice, token: "new")
    new.obtainedAt = new.obtainedAt + 10
    let merged = UnsavedRecord(new, isSignIn: false).merged(over: try held(present))
    #expect((merged != nil) == (present == .noted))
    #expect(merged.map { $0.token == "new" && $0.name == "present" && $0.refreshAttempt == nil } ?? true)
  }

  @Test(
    "a sign-in is taken where there is none, and over an older one that is not signed out", arguments: Present.allCases)
  func signIn(present: Present) throws {
    var new = try StoredCredential.sample(.alice, token: "new")
    new.obtainedAt = new.obtainedAt + 10
    let merged = UnsavedRecord(new, isSignIn: true).merged(over: try held(present))
    #expect((merged?.token == "new") == [.none, .noted, .unnoted].contains(present))
  }

  @Test("it is encrypted with the store's key: the store reads it, and another does not")
  func sealing() async throws {
    let (folder, other) = (TemporaryFolder(), TemporaryFolder())
    let stores = [folder, other].map {
      CredentialRecords(in: FileVault(directory: "\($0.path)/store", key: .keyFile("\($0.path)/key")))
    }
    for store in stores { _ = try await store.replace(.alice, with: .sample(.alice, token: "old"), expecting: nil) }
    let unsaved = UnsavedRecord(try .sample(.alice, token: "canary-new"), isSignIn: true)
    let bytes = try #require(stores[0].sealed(unsaved))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("canary-new"))
    let again = await stores[0].unsealed(bytes)
    #expect(again?.stored == unsaved.stored && again?.isSignIn == true)
    #expect(await stores[1].unsealed(bytes) == nil)
  }
}
