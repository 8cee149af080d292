package import WayleaveWire
import WayleaveSignIn

/// Our registrations at providers, in a vault: client secrets are secrets.
package struct ClientRecords: Sendable {
  private let vault: any Vault
  private let damages: RecordDamages

  /// Registrations in a vault; `damages` receives what is found to be damaged.
  package init(in vault: any Vault, damages: RecordDamages = .init()) {
    self.vault = vault
    self.damages = damages
  }

  /// Every registration, in the order of their names.
  ///
  /// One that cannot be read is left out; the others can be used.
  package func all() async throws(OAuthError) -> [RegisteredClient] {
    try await vault.values(of: .client, damages, RegisteredClient.init(exposedJSON:))
      .sorted { $0.name < $1.name }
  }

  /// Every registration of a vault in files, read on the thread of the caller: there are few.
  package static func all(
    in vault: FileVault, damages: RecordDamages
  ) throws(OAuthError) -> [RegisteredClient] {
    try vault.recordsAtOnce(of: .client).values(damages, RegisteredClient.init(exposedJSON:))
      .sorted { $0.name < $1.name }
  }

  /// The registration of a name; nil when there is none. Throws `store.damaged` when it cannot be read.
  package func client(named name: String) async throws(OAuthError) -> RegisteredClient? {
    let record = try await vault.wrapped { try await vault.record(named: Self.recordName(name)) }
    return try record.map { (record) throws(OAuthError) in try record.value(RegisteredClient.init(exposedJSON:)) }
  }

  /// Saves a registration in place of the one of its name.
  package func put(_ client: RegisteredClient) async throws(OAuthError) {
    try await replace(client, expecting: .anything)
  }

  /// Saves a registration under a name that has none; false where another process has taken the name meanwhile.
  package func add(_ client: RegisteredClient) async throws(OAuthError) -> Bool {
    do throws(OAuthError) { try await replace(client, expecting: .nothing) } catch {
      guard error.code == .storeConflict else { throw error }
      return false
    }
    return true
  }

  private func replace(_ client: RegisteredClient, expecting expected: ExpectedRecord) async throws(OAuthError) {
    let contents = try vault.contents(of: client.exposedJSON) {
      guard let read = RegisteredClient(exposedJSON: $0) else { return false }
      return read == client && read.exposedJSON == client.exposedJSON
    }
    try await vault.wrapped {
      try await vault.replace(Self.recordName(client.name), with: contents, expecting: expected)
    }
  }

  /// Saves a registration in place of an earlier one; what another process saved or removed in between stays.
  package func put(_ client: RegisteredClient, inPlaceOf earlier: RegisteredClient) async throws(OAuthError) {
    let name = Self.recordName(client.name)
    guard let record = try await vault.wrapped({ try await vault.record(named: name) }),
      try record.value(RegisteredClient.init(exposedJSON:)) == earlier
    else { return }
    do throws(OAuthError) {
      try await replace(client, expecting: .revision(record.revision))
    } catch {
      guard error.code == .storeConflict else { throw error }
    }
  }

  /// Removes the registration of a name, also one that cannot be read; whether there was one.
  package func remove(named name: String) async throws(OAuthError) -> Bool {
    do throws(OAuthError) {
      guard try await client(named: name) != nil else { return false }
    } catch { guard error.isOfOneRecord else { throw error } }
    try await vault.wrapped { try await vault.replace(Self.recordName(name), with: nil, expecting: .anything) }
    return true
  }

  private static func recordName(_ name: String) -> RecordName { RecordName(.client, [Array(name.utf8)]) }
}
