extension Vault {
  /// Makes changes in their order; when this returns, all of them survive a loss of power.
  ///
  /// A vault in files waits for the disk once, and makes none where one meets something else than it expects. Any other
  /// makes one after the other: what comes before the one that throws stays.
  package func replace(all changes: [RecordChange]) async throws {
    if changes.count > 1, let files = self as? FileVault { return try await files.replace(all: changes) }
    for change in changes { try await replace(change.name, with: change.contents, expecting: change.expected) }
  }
}
