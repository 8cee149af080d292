public import WayleaveWire
import WayleaveSignIn

/// Our registrations at providers in a folder, each in an encrypted file: client secrets are secrets.
public struct FileClientStore: Sendable {
  private let folder: EncryptedFolder
  private let tell: @Sendable (OAuthError) -> Void

  /// A store in a folder, which is created at the first write; the path is absolute.
  ///
  /// `unreadable` gets the error of each record that ``all()`` leaves out because it is damaged or exposed.
  public init(
    directory: String, key: FileStoreKey, unreadable: @escaping @Sendable (OAuthError) -> Void = { _ in }
  ) {
    folder = EncryptedFolder(path: directory, key: key, kind: .client)
    tell = unreadable
  }

  /// Every registration, in the order of their names.
  ///
  /// One that cannot be read is left out; the others can be used.
  public func all() async throws(OAuthError) -> [RegisteredClient] {
    try await folder.reading { records throws(OAuthError) in
      var found: [RegisteredClient] = []
      for name in try records?.names() ?? [] {
        do throws(OAuthError) {
          // A file may be removed between the listing and here.
          if let client = try records?.client(in: name) { found.append(client) }
        } catch {
          guard [.storeDamaged, .storeTooNew, .storeExposed].contains(error.code) else { throw error }
          tell(error)
        }
      }
      return found.sorted { $0.name < $1.name }
    }
  }

  /// The registration of a name; nil when there is none. Throws `store.damaged` when it cannot be read.
  public func client(named name: String) async throws(OAuthError) -> RegisteredClient? {
    try await folder.reading { records throws(OAuthError) in
      guard let records else { return nil }
      return try records.client(in: records.name(for: [Array(name.utf8)]))
    }
  }

  /// Saves a registration in place of the one of its name.
  public func put(_ client: RegisteredClient) async throws(OAuthError) {
    _ = try await folder.changing { records throws(OAuthError) in
      try records.write(client.exposedJSON, as: records.name(for: [Array(client.name.utf8)])) {
        guard let read = RegisteredClient(exposedJSON: $0) else { return false }
        return read == client && read.exposedJSON == client.exposedJSON
      }
    }
  }

  /// Removes the registration of a name, also one that cannot be read; whether there was one.
  public func remove(named name: String) async throws(OAuthError) -> Bool {
    try await folder.changing { records throws(OAuthError) in
      try records.folder.remove(records.name(for: [Array(name.utf8)]))
    }
  }
}

extension SealedRecords {
  fileprivate func client(in name: String) throws(OAuthError) -> RegisteredClient? {
    guard let json = try read(name)?.json else { return nil }
    guard let client = RegisteredClient(exposedJSON: json) else { throw .storeDamaged(folder.path(of: name)) }
    return client
  }
}
