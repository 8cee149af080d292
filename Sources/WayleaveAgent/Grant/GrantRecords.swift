import Wayleave
import WayleaveWire

/// The grants that do not end, in a vault under the key of the store: another program cannot write one there.
struct GrantRecords: Sendable {
  let vault: FileVault

  /// Every grant that can be read; one that cannot is none, and the user is asked again.
  func all() async throws(OAuthError) -> [Grant] {
    try await vault.records(of: .grant).compactMap { record in
      guard let record = try? record.get(), let json = try? JSON(decoding: record.contents.exposedBytes) else {
        return nil
      }
      return Grant(json: json)
    }
  }

  func save(_ grant: Grant) async throws(OAuthError) {
    try await vault.replace(Self.name(grant.id), with: Secret(grant.json.encoded()), expecting: .anything)
  }

  func remove(_ id: String) async throws(OAuthError) {
    try await vault.replace(Self.name(id), with: nil, expecting: .anything)
  }

  private static func name(_ id: String) -> RecordName { RecordName(.grant, [Array(id.utf8)]) }
}
