#if canImport(Security)
  import Foundation
  import Security
  public import Wayleave
  import WayleaveSystem
  public import WayleaveWire

  /// Records in the keychain of an Apple device, each as a generic password.
  ///
  /// A change names the revision of the item that it replaces, and the keychain makes it in one step: what an app and
  /// its extension change at once, one of them changes. The names of the items are digests, which say nothing of
  /// accounts. No item is synchronized with other devices.
  public struct KeychainVault: Vault, RecordLocks {
    private let service: String
    private let group: String?
    private let protection: KeychainProtection
    private let marker: InstallMarker
    private let locks: LockFolder
    private let questions: KeychainQuestions
    private let thread = DiskThread()

    /// A vault.
    ///
    /// - Parameters:
    ///   - service: what the services of the items begin with; two vaults with two names share no item.
    ///   - accessGroup: the access group of the items, such as `TEAMID.com.example.shared`, which the app has to be
    ///     signed for; nil for the first one that the app has.
    ///   - protection: when an item can be read, and who is asked for it.
    ///   - locks: where the locks are; all that use the items use the same folder.
    ///   - marker: what tells the items of this installation from those of an earlier one.
    public init(
      service: String = "wayleave", accessGroup: String? = nil, protection: KeychainProtection = .init(),
      locks: LockFolder, marker: InstallMarker = .defaults()
    ) {
      (self.service, group) = (service, accessGroup)
      (self.protection, self.locks, self.marker) = (protection, locks, marker)
      questions = KeychainQuestions(protection.userPresence)
    }

    /// A vault for one app, with locks in its Application Support folder; on tvOS in its Caches folder.
    public init(service: String = "wayleave", protection: KeychainProtection = .init()) throws(OAuthError) {
      let folders = FileManager.default.urls(for: Self.lockDirectory, in: .userDomainMask)
      guard let folder = folders.first else { throw .noContainer(Self.lockDirectoryName) }
      self.init(service: service, protection: protection, locks: LockFolder(directory: folder.path + "/wayleave/locks"))
    }

    /// A vault that an app shares with its extensions, and with other apps of its team.
    ///
    /// The items have the group as their access group; locks and marker are in its container. Throws
    /// `configuration.unsupported` where the app is not signed for the group.
    public init(
      appGroup: String, service: String = "wayleave", protection: KeychainProtection = .init()
    ) throws(OAuthError) {
      guard let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroup) else {
        throw .noContainer(DisplayText.clean(appGroup, limit: 200))
      }
      self.init(
        service: service, accessGroup: appGroup, protection: protection,
        locks: LockFolder(directory: folder.path + "/Library/\(Self.lockDirectoryName)/wayleave/locks"),
        marker: .defaults(ofGroup: appGroup))
    }

    #if os(tvOS)
      // An Apple TV lets an app write into its caches alone. It can empty them while no process of the app runs: then
      // no one holds a lock.
      private static let lockDirectory = FileManager.SearchPathDirectory.cachesDirectory
      private static let lockDirectoryName = "Caches"
    #else
      private static let lockDirectory = FileManager.SearchPathDirectory.applicationSupportDirectory
      private static let lockDirectoryName = "Application Support"
    #endif

    /// The keychain, and the access group if one was named.
    public var location: String { group.map { "the keychain group \(DisplayText.clean($0))" } ?? "the keychain" }

    /// The record of a name; nil when there is none.
    public func record(named name: RecordName) async throws(OAuthError) -> VaultRecord? {
      try await record(id: name.text, of: name.kind)
    }

    /// The record of an id; nil where there is none of that kind.
    public func record(id: String, of kind: RecordKind) async throws(OAuthError) -> VaultRecord? {
      try await working(on: kind) { items throws(KeychainStatus) in
        try items.value(of: id, asking: questions.next()).map { value in
          Swift.Result { () throws(OAuthError) in try read(value, id) }
        }
      }?.get()
    }

    /// Puts a record in place of what is expected, in one step of the keychain; throws `store.conflict` when something
    /// else is there.
    @discardableResult
    public func replace(
      _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
    ) async throws(OAuthError) -> RecordRevision? {
      guard let contents else {
        try await remove(name, expecting: expected)
        return nil
      }
      guard contents.count <= largestRecord else { throw .keychainItemTooLarge(name.text, maximum: largestRecord) }
      let (value, revision) = (KeychainValue.data(of: contents), RecordRevision.new())
      try await change(name, expecting: expected) { items throws(KeychainStatus) in
        switch expected {
        case .nothing: try items.add(name.text, value, revision: revision.data)
        case .revision(let present):
          try items.update(name.text, value, revision: revision.data, from: present.data)
        case .anything: try items.put(name.text, value, revision: revision.data)
        }
      }
      return revision
    }

    /// Every record of a kind, in no order; one that cannot be read is an error in its place.
    public func records(of kind: RecordKind) async throws(OAuthError) -> [Swift.Result<VaultRecord, OAuthError>] {
      try await working(on: kind) { items throws(KeychainStatus) in
        var records: [Swift.Result<VaultRecord, OAuthError>] = []
        // One by one: asked for all at once, the keychain gives none when one cannot be read.
        let question = questions.next()
        for found in try items.all() {
          guard let value = try items.value(of: found.account, asking: question) else { continue }
          records.append(Swift.Result { () throws(OAuthError) in try read(value, found.account) })
        }
        return records
      }
    }

    /// What the records of a kind are found by, in no order. No one is asked.
    public func ids(of kind: RecordKind) async throws(OAuthError) -> [String] {
      try await working(on: kind) { items throws(KeychainStatus) in try items.all().map(\.account) }
    }

    /// Removes a record in a state; nil stands for any.
    public func remove(id: String, in state: RecordRevision?) async throws(OAuthError) {
      guard let kind = RecordKind.allCases.first(where: { id.hasPrefix("\($0.rawValue)-") }) else { return }
      try await working(on: kind) { items throws(KeychainStatus) in
        do throws(KeychainStatus) { try items.remove(id, in: state?.data) } catch {
          guard error == .notFound else { throw error }
        }
      }
    }

    /// Adds and removes an item, to find out whether a record could be written.
    public func probe() async throws(OAuthError) {
      try await run { () throws(KeychainStatus) in try probeItems() }
      // A key of the Secure Enclave that a sign-in makes is named after it, and cannot wait for a lock.
      _ = try await installation()
    }

    /// Runs a function while no other process or task is inside this one for the same name; throws `store.busy` at the
    /// deadline.
    public func withLock<Value: Sendable>(
      on name: RecordName, until deadline: ContinuousClock.Instant,
      _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
      try await locks.withLock(on: name, until: deadline, body)
    }

    /// Removes what earlier installations of the app left in the keychain, and gives the number of items.
    ///
    /// They are never read, whether they are removed or not. The tokens in them stay valid at the provider.
    @discardableResult
    public func removeItemsOfEarlierInstallations() async throws(OAuthError) -> Int {
      let name = try await installation()
      return try await run { () throws(KeychainStatus) in
        let ours = Self.kinds.map { self.name(of: $0, name) }
        let stale = try self.items(nil).all().filter { isOfThisVault($0.service) && !ours.contains($0.service) }
        for item in stale { try self.items(item.service).remove(item.account, in: item.revision) }
        return stale.count
      }
    }
  }

  extension KeychainVault {
    /// Removes the record, if what is expected is there.
    private func remove(_ name: RecordName, expecting expected: ExpectedRecord) async throws(OAuthError) {
      if expected == .nothing {
        let ids = try await ids(of: name.kind)
        guard !ids.contains(name.text) else { throw .storeConflict() }
        return
      }
      let present: RecordRevision? = if case .revision(let revision) = expected { revision } else { nil }
      try await change(name, expecting: expected) { items throws(KeychainStatus) in
        do throws(KeychainStatus) { try items.remove(name.text, in: present?.data) } catch {
          guard error == .notFound, present == nil else { throw error }
        }
      }
    }

    /// Makes a change; an item that is not as expected is `store.conflict`.
    private func change(
      _ name: RecordName, expecting expected: ExpectedRecord,
      _ work: @escaping @Sendable (KeychainItems) throws(KeychainStatus) -> Void
    ) async throws(OAuthError) {
      let isMade = try await working(on: name.kind) { items throws(KeychainStatus) in
        do throws(KeychainStatus) { try work(items) } catch {
          guard error == .notFound || error == .duplicate else { throw error }
          return false
        }
        return true
      }
      guard isMade else { throw .storeConflict() }
    }

    /// The record of an item.
    private func read(_ item: (value: Data, revision: Data), _ id: String) throws(OAuthError) -> VaultRecord {
      let location = "\(service) / \(id)"
      // Without a revision no change could name it.
      guard !item.revision.isEmpty else { throw .keychainItemDamaged(location) }
      return VaultRecord(
        contents: try KeychainValue.record(in: item.value, at: location), revision: RecordRevision(item.revision),
        id: id,
        location: location)
    }

    private func working<Value: Sendable>(
      on kind: RecordKind, _ work: @escaping @Sendable (KeychainItems) throws(KeychainStatus) -> Value
    ) async throws(OAuthError) -> Value {
      let items = items(name(of: kind.rawValue, try await installation()))
      return try await run { () throws(KeychainStatus) in try work(items) }
    }

    private func run<Value: Sendable>(
      _ work: @escaping @Sendable () throws(KeychainStatus) -> Value
    ) async throws(OAuthError) -> Value {
      do throws(KeychainStatus) { return try await thread.run(work) } catch {
        throw .keychainFailed(error, at: location, asking: protection.userPresence != nil)
      }
    }

    private func items(_ service: String?) -> KeychainItems {
      KeychainItems(service: service, group: group, protection: protection, questions: questions)
    }

    /// The items of the keys of an installation: no one is asked for them, and they stay on this device.
    func keyItems(of installation: String) -> KeychainItems {
      KeychainItems(
        service: name(of: Self.key, installation), group: group, protection: KeychainProtection(),
        questions: KeychainQuestions(nil))
    }

    private static let key = "key"
    private static let kinds = RecordKind.allCases.map(\.rawValue) + [key]

    private func name(of kind: String, _ installation: String) -> String { "\(beginning).\(kind).\(installation)" }

    /// What the services of the items begin with. The group is in it, since a search without a group finds all groups.
    private var beginning: String { group.map { "\(service)@\($0)" } ?? service }

    /// Whether a service is one of this vault, of whichever installation.
    private func isOfThisVault(_ service: String) -> Bool {
      Self.kinds.contains { kind in
        let beginning = "\(beginning).\(kind)."
        return service.hasPrefix(beginning) && !service.dropFirst(beginning.count).contains(".")
      }
    }

    private func probeItems() throws(KeychainStatus) {
      // One that no one has to confirm.
      let items = KeychainItems(
        service: "\(service).probe", group: group, protection: KeychainProtection(protection.accessibility),
        questions: KeychainQuestions(nil))
      try items.put("probe", Data([0]), revision: Data([0]))
      do throws(KeychainStatus) { try items.remove("probe", in: nil) } catch {
        guard error == .notFound else { throw error }
      }
    }

    /// The name of this installation, which the first process of the app to come here makes.
    private func installation() async throws(OAuthError) -> String {
      if let name = marker.read() { return name }
      do {
        return try await locks.withLock(named: "installation", until: .now + .seconds(10)) {
          if let name = marker.read() { return name }
          // Until the device is unlocked for the first time the defaults seem to be empty, and the keychain takes
          // nothing.
          try await run { () throws(KeychainStatus) in try probeItems() }
          return begin()
        }
      } catch { throw .storeFailed(error, at: location) }
    }

    /// The same without waiting for other processes; ``probe()`` has made it before a sign-in makes a key.
    func installationAtOnce() throws(KeychainStatus) -> String {
      if let name = marker.read() { return name }
      try probeItems()
      return begin()
    }

    /// Begins a new installation, and gives its name.
    private func begin() -> String {
      let name = InstallMarker.newName()
      marker.write(name)
      return name
    }
  }

  extension KeychainItems {
    /// Puts an item there, whatever is there.
    fileprivate func put(_ account: String, _ value: Data, revision: Data) throws(KeychainStatus) {
      var status = KeychainStatus.duplicate
      // Between the two calls another process can add or remove it.
      for _ in 0..<3 {
        do throws(KeychainStatus) { return try add(account, value, revision: revision) } catch {
          guard error == .duplicate else { throw error }
        }
        do throws(KeychainStatus) { return try update(account, value, revision: revision, from: nil) } catch {
          guard error == .notFound else { throw error }
          status = error
        }
      }
      throw status
    }
  }

  extension OAuthError {
    fileprivate static func noContainer(_ name: String) -> OAuthError {
      OAuthError(
        .unsupported, message: "The app has no folder for “\(name)”.",
        rule: .wayleave("locks are in a folder that all who use the items can reach"),
        remedy: "Add the group under App Groups, in Signing & Capabilities of the app and of each extension.")
    }

    fileprivate static func keychainItemTooLarge(_ name: String, maximum: Int) -> OAuthError {
      OAuthError(
        .storeUnwritable, message: "The record “\(name)” is larger than the \(maximum) bytes allowed.",
        rule: .wayleave("a record has a bounded size"),
        remedy: "What was stored before is intact. Ask for fewer scopes or claims, and sign in again.")
    }
  }
#endif
