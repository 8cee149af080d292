import Wayleave
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// Looks at the folders and the store of this user.
struct StoreProbe {
  let workplace: Workplace

  init(_ workplace: Workplace) { self.workplace = workplace }

  /// What is in the store; nothing where it cannot be opened.
  struct Held {
    var accounts: [StoredCredential] = []
    var clients: [RegisteredClient] = []
    var isOpen = false
  }

  /// Whether the folders and the key file belong to the user alone.
  func folderFindings() -> [Finding] {
    let folders = workplace.folders
    let checks =
      [(PlaceCheck.trusted(folders.state), folders.state), (.secret(folders.configuration), folders.configuration)]
      + folders.vaults.map { (.secret($0), $0) }
      + [(.secret(folders.key, isFile: true), folders.key), (.trusted(folders.providers), folders.providers)]
    let faults = checks.compactMap { $0.fault(in: PlaceCheck.State(at: $1, user: ThisProcess.user)) }
    let shared = SharedFolderCheck.finding(at: folders.state, on: FileSystem(of: folders.state)).map { [$0] } ?? []
    guard faults.isEmpty else { return faults + shared }
    return [
      Finding(.folders, .good, "The folders are yours alone: \(folders.configuration) and \(folders.state).")
    ] + shared
  }

  /// Looks at the folders, the store and the provider files, and gives what is in the store.
  func examine(into examination: inout Examination) async -> Held {
    let held = await examineRecords(into: &examination)
    await examination.look(at: .space) { await space(isNew: !held.isOpen) }
    await examination.look(at: .entries) { entries() }
    return held
  }

  /// Looks at what stands between the program and its clients, and gives what is in the store; nothing is written.
  func examineRecords(into examination: inout Examination) async -> Held {
    var held = Held()
    examination.add(folderFindings())
    await examination.look(at: .store) {
      let (finding, found) = await open()
      held = found
      return [finding]
    }
    await examination.look(at: .records) { held.isOpen ? records(of: held) : [] }
    return held
  }

  private func open() async -> (Finding, Held) {
    do {
      guard let protection = try await workplace.protection() else {
        return (Finding(.store, .good, "There is no store yet: the first account or client makes it."), Held())
      }
      let accounts = try await workplace.withAccounts(mayStayOffline: true) { try await $0.all() }
      let marked = accounts.map(workplace.catalogue.playground.marking)
      let held = Held(accounts: marked, clients: try await workplace.clients.all(), isOpen: true)
      return (Finding(.store, .good, "The store opens. Its key is \(workplace.keyDescription(protection))."), held)
    } catch {
      let error = error as? OAuthError ?? .storeNotExamined("\(error)")
      return (Finding(.store, because: error), Held())
    }
  }

  private func records(of held: Held) -> [Finding] {
    let damaged = workplace.damaged + workplace.damagedRegistrations
    let unsaved = UnsavedFolder(in: workplace.folders.runtime)
    let waiting = unsaved.isUsed ? [Self.waiting(in: unsaved)] : []
    guard damaged.isEmpty else { return damaged.map { Finding(.records, because: $0) } + waiting }
    let accounts = held.accounts.count == 1 ? "1 account" : "\(held.accounts.count) accounts"
    let clients = held.clients.count == 1 ? "1 client" : "\(held.clients.count) clients"
    return [Finding(.records, .good, "Every record can be read: \(accounts), \(clients).")] + waiting
  }

  /// What the opening of the store did not take back.
  private static func waiting(in folder: UnsavedFolder) -> Finding {
    Finding(
      .records, .warning, "Sign-ins or renewals that were not saved wait in “\(folder.path)”.",
      remedy: "The next command saves those of this store. What stays belongs to another store, or cannot be saved: "
        + "sign in again, then remove that folder.")
  }

  /// Whether the disk takes a record, and what a renewal reserves; for a new store where its folders are or will be.
  private func space(isNew: Bool) async -> [Finding] {
    let room = ExchangeLimits.token.maximumBodySize
    do throws(OAuthError) {
      if isNew {
        for folder in [workplace.folders.state, workplace.folders.configuration] {
          try TextFile.probe(folder, reserving: room)
        }
      } else {
        let vault = workplace.accountVault
        try await vault.probe()
        try await vault.reserve(for: RecordName(.credential, [Array("doctor".utf8)]), growingBy: room).release()
      }
      return [Finding(.space, .good, "A record can be written.")]
    } catch { return [Finding(.space, because: error)] }
  }

  private func entries() -> [Finding] {
    do throws(OAuthError) {
      let own = EntriesCheck.findings(of: try workplace.catalogue.checks(of: [], allowingHTTP: true))
      return own + updates()
    } catch { return [Finding(.entries, because: error)] }
  }

  /// A damaged update is left out, and the built-in entries count.
  private func updates() -> [Finding] {
    do throws(OAuthError) { return EntriesCheck.findings(of: try workplace.catalogue.savedUpdate()) } catch {
      return [Finding(.entries, .warning, because: error)]
    }
  }
}

extension OAuthError {
  fileprivate static func storeNotExamined(_ reason: String) -> OAuthError {
    OAuthError(
      .storeUnreadable, message: "The store cannot be opened: \(DisplayText.clean(reason)).",
      rule: .wayleave("a store can be read"), remedy: "Check it with `wayleave store status`.")
  }
}
