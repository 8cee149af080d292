import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveKeyrings
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

/// The names that a shell completes: attach them to an option or argument with `completion: CompletedNames.accounts`.
///
/// They are read from this machine alone, without a question and without a message. A store with a passphrase
/// completes nothing: its key would take a second, or a question.
enum CompletedNames {
  /// The names of the stored accounts.
  static let accounts = CompletionKind.custom { _, _, _ async in
    await names { folders, key throws(OAuthError) in
      let store = CredentialRecords(in: FileVault(directory: folders.credentials, key: key))
      let all = try await store.all()
      return AccountName.ofEach(all, among: all)
    }
  }

  /// The names of the registrations.
  static let clients = CompletionKind.custom { _, _, _ async in
    await names { folders, key throws(OAuthError) in
      try await ClientRecords(in: FileVault(directory: folders.clients, key: key)).all().map(\.name)
    }
  }

  /// The names in the catalogue.
  static let providers = CompletionKind.custom { _, _, _ in
    guard let folders = try? Folders() else { return [] }
    let catalogue = Catalogue(folder: folders.providers, playground: PlaygroundPlace(path: folders.runtime))
    let all = (try? catalogue.names()) ?? Provider.builtInNames
    return all.map(\.text).filter(isPlain)
  }

  private static func names(
    _ read: (Folders, FileStoreKey) async throws(OAuthError) -> [String]
  ) async -> [String] {
    guard Environment.secret("STORE_PASSPHRASE") == nil, Environment.text("STORE_PASSPHRASE_FILE") == nil,
      let folders = try? Folders(),
      let names = try? await read(folders, .either(.keyFile(folders.key), or: .kernelKeyring(KernelKeyring())))
    else { return [] }
    return names.filter(isPlain)
  }

  /// Whether a shell takes it as it is. A provider may have chosen a part of it, and bash runs what `$(…)` says there.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && DisplayText.clean(name).hasSameBytes(as: name)
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          ? UInt8(scalar.value).isUnreserved || "/:@%+,".unicodeScalars.contains(scalar)
          : scalar.properties.isAlphabetic
      } && !name.hasPrefix("~") && !name.hasPrefix("-")
  }
}
