public import WayleaveWire
import WayleaveSignIn

/// Our registrations at providers in a folder, each in an encrypted file: client secrets are secrets.
public struct FileClientStore: Sendable {
  private let folder: EncryptedFolder

  /// A store in a folder, which is made at the first write; the path is absolute.
  public init(directory: String, key: FileStoreKey) {
    folder = EncryptedFolder(path: directory, key: key, kind: .client)
  }

  /// Every registration, in the order of their names.
  public func all() async throws(OAuthError) -> [RegisteredClient] {
    try await folder.reading { records throws(OAuthError) in
      var found: [RegisteredClient] = []
      for name in try records?.names() ?? [] {
        guard let json = try records?.read(name)?.json else { continue }
        guard let client = RegisteredClient(exposedJSON: json) else {
          throw records?.unreadable(json, name) ?? .storeDamaged(name)
        }
        found.append(client)
      }
      return found.sorted { $0.name < $1.name }
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

  /// Removes the registration of a name, and says whether there was one.
  public func remove(named name: String) async throws(OAuthError) -> Bool {
    try await folder.changing { records throws(OAuthError) in
      try records.folder.remove(records.name(for: [Array(name.utf8)]))
    }
  }
}
