import Foundation
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Stores: the note of a refresh, and what a record may hold")
struct StoredRecordTests {
  let folder = TemporaryFolder()
  var file: CredentialRecords {
    CredentialRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")))
  }
  let now = Instant(secondsSinceEpoch: 1_800_000_000)

  @Test(
    "161: a refresh that began is on record before anything is sent, and after a crash",
    arguments: StoreUnderTest.allCases)
  func journal(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let held = try #require(try await store.load(.alice))
    #expect(held.stored.pendingRefresh == nil)
    let begun = try await store.beginRefresh(of: held, at: now)
    // Another process, later.
    let found = try #require(try await store.load(.alice))
    #expect(found == begun && found.revision != held.revision)
    #expect(found.stored.pendingRefresh?.beganAt == now && found.stored.pendingRefresh?.number == 1)
    #expect(found.stored.credential == held.stored.credential)
    let again = try await store.beginRefresh(of: found, at: now + 60)
    #expect(again.stored.pendingRefresh?.number == 2 && again.stored.pendingRefresh?.beganAt == now + 60)
    let cancelled = try await store.cancelRefresh(of: again)
    #expect(cancelled.stored.pendingRefresh == nil)
    #expect(try await store.load(.alice) == cancelled)
  }

  @Test("161: a note about another refresh token is no pending refresh")
  func renewed() async throws {
    let store = CredentialRecords(in: MemoryVault())
    try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let held = try #require(await store.load(.alice))
    let begun = try await store.beginRefresh(of: held, at: now)
    var renewed = begun.stored
    renewed.credential = .oauth2(.init(accessToken: Secret("2"), refreshToken: Secret("other")))
    #expect(renewed.pendingRefresh == nil && begun.stored.pendingRefresh != nil)
    let next = HeldCredential(stored: renewed, revision: begun.revision)
    #expect(try await store.beginRefresh(of: next, at: now).stored.pendingRefresh?.number == 1)
  }

  @Test("findings L17: what else a provider sends is bounded, and no reason for a failed write")
  func additional() async throws {
    var tokens = Credential.Tokens(accessToken: Secret("t"), refreshToken: Secret("r"))
    for round in 0..<20 {
      var members = JSON.Object()
      members["member-\(round)"] = .string(String(repeating: "x", count: 10_000))
      members["same"] = .string("\(round)")
      tokens.add(members)
      #expect(tokens.additional["same"]?.string == "\(round)")
    }
    #expect(JSON.object(tokens.additional).encoded().count <= Credential.Tokens.maximumAdditional)
    #expect(tokens.additional["member-19"] != nil && tokens.additional["member-0"] == nil)
    #expect(tokens.additional.members.count > 4)

    // Whatever was put there by hand is cut before it is written.
    for index in 0..<600 {
      tokens.additional["large-\(index)"] = .string(String(repeating: "y", count: 10_000))
    }
    var stored = try StoredCredential.sample(.alice)
    stored.credential = .oauth2(tokens)
    let revision = try await file.replace(.alice, with: stored, expecting: nil)
    let read = try #require(try await file.load(.alice)).stored
    #expect(read.credential.hasSameTokens(as: stored.credential))

    // A record that is nearly full has no room for any of it.
    stored.identity = Identity(
      issuer: "i", subject: "s", raw: .string(String(repeating: "z", count: 4 * 1024 * 1024 - 4000)))
    _ = try await file.replace(.alice, with: stored, expecting: revision)
    guard case .oauth2(let kept)? = try await file.load(.alice)?.stored.credential else { throw NoTokens() }
    #expect(kept.additional.members.isEmpty && kept.refreshToken == Secret("r"))
  }

  private struct NoTokens: Error {}

  @Test("176, findings L18: a record of a later version is refused as such, whatever is in it, and left as it is")
  func laterVersion() async throws {
    var record = try #require(try StoredCredential.sample(.alice).exposedJSON.object)
    var entry = try #require(record["provider_entry"]?.object)
    entry["quantum_endpoint"] = "https://as.example/q"
    var client = try #require(record["client_entry"]?.object)
    client["authentication"] = "attest_jwt"
    let unknownKey = record.with("provider_entry", .object(entry))
    let unknownMethod = record.with("client_entry", .object(client))
    record["version"] = 2
    record["credential"] = nil
    for (later, expected) in [
      (record, OAuthError.Code.storeTooNew), (unknownKey, .storeTooNew), (unknownMethod, .storeTooNew),
      (unknownKey.with("provider_entry", "none"), .storeDamaged),
    ] {
      try await write(later)
      let file = try #require(folder.onlyFile(".credential"))
      let bytes = folder.bytes(file)
      #expect(await code { _ = try await self.file.load(.alice) } == expected)
      #expect(await code { _ = try await self.file.replace(.alice, with: .sample(.alice), expecting: nil) } == expected)
      #expect(folder.bytes(file) == bytes)
    }
  }

  /// Writes what another version would write.
  private func write(_ record: JSON.Object) async throws {
    let encrypted = EncryptedFolder(path: "\(folder.path)/store", key: .keyFile("\(folder.path)/key"))
    try await encrypted.changing { records throws(OAuthError) in
      let name = records.fileName(of: RecordName(.credential, Account.alice.nameParts))
      let sealed = SealedRecord(
        sealing: JSON.object(record).encoded(), kind: .credential, name: name, key: records.keys.records)
      try records.folder.replace(name, with: sealed?.bytes ?? [])
    }
  }

  @Test("177: an older backup is read as it is, and no change from the newer state overwrites it")
  func backup() async throws {
    let first = try await file.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    let name = try #require(folder.onlyFile(".credential"))
    let backup = folder.bytes(name)
    let second = try await file.replace(.alice, with: .sample(.alice, token: "2"), expecting: first)
    try folder.overwrite(name, with: backup)
    #expect(try await file.load(.alice)?.stored.token == "1")
    let change = await code { _ = try await file.replace(.alice, with: .sample(.alice, token: "3"), expecting: second) }
    #expect(change == .storeConflict)
    #expect(folder.bytes(name) == backup)
    _ = try await file.replace(.alice, with: .sample(.alice, token: "4"), expecting: first)
    #expect(try await file.load(.alice)?.stored.token == "4")
  }

  @Test("redesign B3: an error names the store that failed")
  func wrapped() async throws {
    struct Failure: Error {}
    for (location, error) in [
      (file.location, await failure { () throws(OAuthError) in try await file.wrapped { throw Failure() } }),
      (
        FailingSignInStore().location,
        await failure { () throws(OAuthError) in try await FailingSignInStore().wrapped { throw Failure() } }
      ),
    ] {
      #expect(error?.code == .storeUnreadable)
      #expect(error?.message.contains(location) == true)
    }
    #expect(await code { try await file.wrapped { throw CancellationError() } } == .cancelled)
    #expect(await code { try await file.wrapped { throw OAuthError.storeConflict() } } == .storeConflict)
  }

  private func failure(of work: () async throws(OAuthError) -> Void) async -> OAuthError? {
    do throws(OAuthError) { try await work() } catch { return error }
    return nil
  }
}

extension JSON.Object {
  fileprivate func with(_ name: String, _ value: JSON) -> JSON.Object {
    var object = self
    object[name] = value
    return object
  }
}
