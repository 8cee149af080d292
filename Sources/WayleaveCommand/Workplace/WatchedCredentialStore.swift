import Wayleave
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

/// A credential store that reports its changes, so that Ctrl-C can say what was changed and waits for a running step.
struct WatchedCredentialStore: CredentialStore {
  let store: CredentialRecords
  let interruption: Interruption
  let unsaved: UnsavedPlace?
  let output: OutputOptions

  var location: String { store.location }

  func load(_ account: Account) async throws -> HeldCredential? {
    try await store.load(account)
  }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? {
    let name = Self.name(of: account)
    return try await interruption.step("the change of \(name)") {
      let revision = try await store.replace(account, with: stored, expecting: revision)
      interruption.report(
        stored == nil ? "The credential of \(name) was removed." : "The credential of \(name) was saved.")
      return revision
    }
  }

  func all() async throws -> [StoredCredential] { try await store.all() }

  /// What holds the lock spends a token at the provider, and saves what it got for it.
  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await store.withLock(on: account, until: deadline) {
      try await interruption.step("the change of \(Self.name(of: account))") { try await body() }
    }
  }

  func withoutBreak<Result: Sendable>(_ name: String, _ body: @Sendable () async -> Result) async -> Result {
    await interruption.step(name, body)
  }

  func retry(saving stored: StoredCredential, after failure: OAuthError) async throws {
    try await UnsavedAccount(stored: stored, failure: failure, place: unsaved, output: output).ask()
  }

  func probe() async throws { try await store.probe() }

  func reserve(for account: Account, growingBy bytes: Int) async throws -> StoreReservation {
    try await store.reserve(for: account, growingBy: bytes)
  }

  private static func name(of account: Account) -> String {
    account == .allNames ? "the names of accounts" : DisplayText.clean(account.provider.names.first ?? "")
  }
}
