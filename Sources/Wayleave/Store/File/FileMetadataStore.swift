public import WayleaveSignIn
public import WayleaveWire

/// The metadata of issuers in a folder, each document in an encrypted file of its own.
public struct FileMetadataStore: MetadataStore {
  private let folder: EncryptedFolder

  /// How many documents are stored: beyond that any other one goes, and its issuer is asked again.
  static let maximumCount = 256

  /// A store in a folder, which is created at the first write; the path is absolute.
  public init(directory: String, key: FileStoreKey) {
    folder = EncryptedFolder(path: directory, key: key, kind: .metadata)
  }

  /// What was read at an address; nil when nothing was.
  public func metadata(at address: AbsoluteURL) async throws(OAuthError) -> KeptMetadata? {
    try await folder.reading { records throws(OAuthError) in
      guard let records else { return nil }
      return try records.read(records.name(for: [Array(address.text.utf8)])).flatMap { KeptMetadata(json: $0.json) }
    }
  }

  /// Stores what was read at an address in place of what was there; nil removes it.
  public func put(_ metadata: KeptMetadata?, at address: AbsoluteURL) async throws(OAuthError) {
    try await folder.changing { records throws(OAuthError) in
      let name = records.name(for: [Array(address.text.utf8)])
      guard let metadata else { return _ = try records.folder.remove(name) }
      _ = try records.write(metadata.json, as: name) { KeptMetadata(json: $0)?.json == metadata.json }
      let others = try records.names().filter { $0 != name }
      for other in others.dropFirst(Self.maximumCount - 1) { try records.folder.remove(other) }
    }
  }
}
