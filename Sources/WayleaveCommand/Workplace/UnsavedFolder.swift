import Wayleave
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// The second place for what a store does not take: a folder of this user alone, from which the next command takes it.
///
/// What is in it is encrypted with the key of the store.
struct UnsavedFolder {
  private let path: String

  init(in runtime: String) { path = runtime + "/unsaved" }

  /// Saves a credential there, durably; false where that fails too.
  func take(_ stored: StoredCredential, isSignIn: Bool, of store: CredentialRecords) -> Bool {
    var random = SystemRandomNumberGenerator()
    let name = RandomText.alphanumeric(16, using: &random)
    guard let bytes = store.sealed(UnsavedRecord(stored, isSignIn: isSignIn)),
      (try? Folder.createWithParents(path)) != nil, let folder = opened, let file = try? folder.createFile(name)
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
    guard let folder = opened, let names = try? folder.names() else { return }
    for name in names {
      guard let file = try? folder.openFile(name), let bytes = try? file.readAll(limit: Self.maximumSize),
        let unsaved = await store.unsealed(bytes), (try? await save(unsaved, in: store)) != nil
      else { continue }
      try? folder.remove(name)
    }
  }

  private func save(_ unsaved: UnsavedRecord, in store: CredentialRecords) async throws {
    let account = unsaved.stored.account
    try await store.withLock(on: account, until: .now + .seconds(5)) {
      let held = try await store.load(account)
      guard let merged = unsaved.merged(over: held?.stored) else { return }
      try await store.replace(account, with: merged, expecting: held?.revision)
    }
  }

  private var opened: Folder? {
    guard let folder = try? Folder(opening: path), (try? folder.status())?.isPrivate == true else { return nil }
    return folder
  }

  private static let maximumSize = 4 * 1024 * 1024
}
