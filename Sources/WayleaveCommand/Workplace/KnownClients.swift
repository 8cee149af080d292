import Wayleave
import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// The user's registrations, read once, when the first is needed.
final class KnownClients: Sendable {
  private let vault: FileVault
  private let damages: RecordDamages
  private let read = Lock<Result<[RegisteredClient], OAuthError>?>(nil)

  init(in vault: FileVault, damages: RecordDamages) {
    self.vault = vault
    self.damages = damages
  }

  /// All of them; throws what is wrong with the store.
  func all() throws(OAuthError) -> [RegisteredClient] {
    try read.withLock { read in
      if let read { return read }
      let result: Result<[RegisteredClient], OAuthError>
      do throws(OAuthError) { result = .success(try ClientRecords.all(in: vault, damages: damages)) } catch {
        result = .failure(error)
      }
      read = result
      return result
    }.get()
  }
}
