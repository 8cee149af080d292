import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// A credential store that reports its changes, so that Ctrl-C can say what was changed and waits for a running step.
struct WatchedCredentialStore: CredentialStore {
  let store: CredentialRecords
  let interruption: Interruption
  let place: UnsavedPlace?
  let output: OutputOptions
  /// The accounts of which the user heard that they came from another machine.
  private let moved = OncePerAccount()

  private let aside: UnsavedFolder

  init(
    store: CredentialRecords, interruption: Interruption, place: UnsavedPlace?, aside: UnsavedFolder,
    output: OutputOptions
  ) {
    (self.store, self.interruption, self.place, self.aside) = (store, interruption, place, aside)
    self.output = output
  }

  var location: String { store.location }

  func load(_ account: Account) async throws -> HeldCredential? {
    let held = try await store.load(account)
    if let stored = held?.stored, stored.isNew(to: Accounts.thisMachine), moved.isFirst(account) {
      let name = DisplayText.clean(stored.name ?? Self.name(of: account), limit: 200)
      output.say(
        "Warning: the account “\(name)” was signed in on another machine. Where both renew it, the provider may end it "
          + "for both: if it is in use there, sign in again here.")
    }
    return held
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
    let waiting = Task { try await tellOfWaiting(for: account) }
    defer { waiting.cancel() }
    return try await store.withLock(on: account, until: deadline) {
      waiting.cancel()
      await aside.empty(into: store, lockedOn: account)
      return try await interruption.step("the change of \(Self.name(of: account))") { try await body() }
    }
  }

  func withoutBreak<Result: Sendable>(_ name: String, _ body: @Sendable () async -> Result) async -> Result {
    await interruption.step(name, body)
  }

  /// Says at a terminal which process holds an account, once it is waited for longer than a moment.
  private func tellOfWaiting(for account: Account) async throws {
    try await Task.sleep(for: .seconds(2))
    guard FileDescriptor.standardError.isTerminal, let holder = await store.lockHolder(of: account) else { return }
    let held = try? await store.load(account)?.stored.name
    try Task.checkCancellation()
    let name = held.map { "the account “\(DisplayText.clean($0, limit: 200))”" } ?? Self.name(of: account)
    output.remark("Waiting for \(holder.words). It uses \(name). Ctrl-C ends this.")
  }

  func retry(saving unsaved: UnsavedRecord, after failure: OAuthError) async throws {
    try await UnsavedAccount(
      stored: unsaved.stored, failure: failure, place: place, interruption: interruption, output: output
    ) {
      aside.take(unsaved, of: store)
    }.ask()
  }

  func probe() async throws { try await store.probe() }

  func reserve(for account: Account, growingBy bytes: Int) async throws -> StoreReservation {
    try await store.reserve(for: account, growingBy: bytes)
  }

  private static func name(of account: Account) -> String {
    account == .allNames ? "the names of accounts" : DisplayText.clean(account.provider.names.first ?? "")
  }
}

/// What is said once of each account.
private final class OncePerAccount: Sendable {
  private let said = Lock<Set<Account>>([])

  func isFirst(_ account: Account) -> Bool { said.withLock { $0.insert(account).inserted } }
}
