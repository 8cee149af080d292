import Wayleave
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// The second place for what a store does not take: a folder of this user alone, from which the next command takes it.
///
/// What is in it is encrypted with the key of the store.
struct UnsavedFolder {
  let path: String

  init(in runtime: String) { path = runtime + "/unsaved" }

  /// Whether something waits there. The folder stays once it was made: another program may be about to use it.
  var isUsed: Bool {
    guard (try? FileStatus.of(path, followingLink: false)) != nil else { return false }
    return (try? opened?.names())?.isEmpty == false
  }

  /// Saves a credential there; false where that fails too.
  ///
  /// It is as durable as the folder: that of a session goes when its user logs out.
  func take(_ unsaved: UnsavedRecord, of store: CredentialRecords) -> Bool {
    var random = SystemRandomNumberGenerator()
    let name = RandomText.alphanumeric(16, using: &random)
    guard let bytes = store.sealed(unsaved), (try? Folder.createWithParents(path)) != nil, let folder = opened,
      let file = try? folder.createFile(name)
    else { return false }
    do {
      try file.writeAll(bytes)
      try file.synchronize()
      try folder.synchronize()
      return true
    } catch {
      try? folder.remove(name)
      return false
    }
  }

  /// Puts what is there into the store. What belongs to another store stays, and what cannot be saved now.
  func empty(into store: CredentialRecords) async {
    await takeBack(of: store) { unsaved, isThere in
      let account = unsaved.stored.account
      // A name that it had may be that of another account by now.
      try await store.withLock(on: .allNames, until: .now + .seconds(5)) {
        try await store.withLock(on: account, until: .now + .seconds(5)) {
          // Another program may have saved it meanwhile, and signed the account out.
          guard isThere() else { throw CancellationError() }
          try await Self.save(unsaved, in: store)
        }
      }
    }
  }

  /// Puts what is there of an account into the store. Runs under the lock of the account: another program may have left it
  /// there before it gave the lock back, and the refresh token in the store is spent then.
  ///
  /// What needs a name waits for the next program: names are given under a lock that comes before this one.
  func empty(into store: CredentialRecords, lockedOn account: Account) async {
    guard isUsed else { return }
    await takeBack(of: store) { unsaved, isThere in
      guard unsaved.stored.account == account, let held = try await store.load(account)?.stored, isThere() else {
        throw CancellationError()
      }
      if case .signIn = unsaved.change, unsaved.stored.name != held.name { throw CancellationError() }
      try await Self.save(unsaved, in: store)
    }
  }

  /// Hands over each credential that is there, with whether it is there still, and removes those that were taken.
  private func takeBack(
    of store: CredentialRecords, _ body: (UnsavedRecord, _ isThere: @Sendable () -> Bool) async throws -> Void
  ) async {
    guard let folder = opened, let names = try? folder.names() else { return }
    for name in names {
      guard let file = try? folder.openFile(name), let bytes = try? file.readAll(limit: Self.maximumSize),
        let unsaved = await store.unsealed(bytes),
        (try? await body(unsaved, { (try? folder.openFile(name)) != nil })) != nil
      else { continue }
      try? folder.remove(name)
    }
  }

  private static func save(_ unsaved: UnsavedRecord, in store: CredentialRecords) async throws {
    let account = unsaved.stored.account
    let held = try await store.load(account)
    guard var merged = unsaved.merged(over: held?.stored) else { return }
    if let name = merged.name, name != held?.stored.name,
      try await store.all().contains(where: { $0.account != account && $0.name?.hasSameBytes(as: name) == true })
    {
      merged.name = nil
    }
    try await store.replace(account, with: merged, expecting: held?.revision)
  }

  private var opened: Folder? {
    guard let folder = try? Folder(opening: path), (try? folder.status())?.isPrivate == true else { return nil }
    return folder
  }

  private static let maximumSize = 4 * 1024 * 1024
}
