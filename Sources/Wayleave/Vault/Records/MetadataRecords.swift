public import WayleaveSignIn
public import WayleaveWire

/// The metadata of issuers in a vault, each document in a record of its own.
public struct MetadataRecords: MetadataStore {
  private let vault: any Vault

  /// How many documents are stored: beyond that any other one goes, and its issuer is asked again.
  static let maximumCount = 256

  /// Metadata in a vault.
  public init(in vault: any Vault) {
    self.vault = vault
  }

  /// What was read at an address; nil when nothing was.
  package func metadata(at address: AbsoluteURL) async throws(OAuthError) -> KeptMetadata? {
    let record = try await vault.wrapped { try await vault.record(named: Self.recordName(address)) }
    return try record.flatMap { (record) throws(OAuthError) in KeptMetadata(json: try record.json()) }
  }

  /// Stores what was read at an address in place of what was there; nil removes it.
  package func put(_ metadata: KeptMetadata?, at address: AbsoluteURL) async throws(OAuthError) {
    let contents = try metadata.map { (metadata) throws(OAuthError) in
      try vault.contents(of: metadata.json) { KeptMetadata(json: $0)?.json == metadata.json }
    }
    try await vault.wrapped {
      try await vault.replace(Self.recordName(address), with: contents, expecting: .anything)
      guard contents != nil else { return }
      let ids = try await vault.ids(of: .metadata)
      guard ids.count > Self.maximumCount else { return }
      let own = try await vault.record(named: Self.recordName(address))?.id
      for other in ids.filter({ $0 != own }).dropFirst(Self.maximumCount - 1) {
        try await vault.remove(id: other, in: nil)
      }
    }
  }

  private static func recordName(_ address: AbsoluteURL) -> RecordName {
    RecordName(.metadata, [Array(address.text.utf8)])
  }
}
