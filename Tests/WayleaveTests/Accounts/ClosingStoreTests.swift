import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("A store that closes between its probe and the save")
struct ClosingStoreTests {
  @Test(
    "C6, 173: a store that fails before the write is asked what to do, as for a full disk, and nothing is lost",
    arguments: [nil, "work"] as [String?])
  func closingStore(name: String?) async throws {
    let store = ClosingStore()
    let scene = Scene(credentials: store)
    scene.server.setFault { request in
      if request.pathWithoutQuery == "/token" { store.isClosed.withLock { $0 = true } }
      return nil
    }
    let signedIn = try await scene.accounts(callbackSource: scene.allowing).signIn(
      to: try Provider(issuer: "https://as.example"), as: try Example.client(), options: .init(accountName: name))
    #expect(signedIn.account.subject == "user-9" && (name == nil || signedIn.stored.name == name))
    #expect(store.asked.withLock { $0 } == [.storeUnwritable])
    #expect(try await scene.accounts().all().map(\.account) == [signedIn.account])
  }
}

/// A store that others can reach from a moment on, until it was asked what to do.
private final class ClosingStore: CredentialStore {
  let isClosed = Lock(false)
  let asked = Lock<[OAuthError.Code]>([])
  private let inner = CredentialRecords(in: MemoryVault())
  var location: String { inner.location }

  private func open() throws -> CredentialRecords {
    if isClosed.withLock({ $0 }) { throw OAuthError.storeExposed("a store", mode: "700") }
    return inner
  }

  func load(_ account: Account) async throws -> HeldCredential? { try await open().load(account) }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? { try await open().replace(account, with: stored, expecting: revision) }

  func all() async throws -> [StoredCredential] { try await open().all() }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await open().withLock(on: account, until: deadline, body) }

  func retry(saving unsaved: UnsavedRecord, after failure: OAuthError) async throws {
    asked.withLock { $0.append(failure.code) }
    isClosed.withLock { $0 = false }
  }

  func probe() async throws { try await open().probe() }
}
