import WayleaveConsole
import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// What the end of a playground means for its accounts.
extension PlaygroundPlace {
  /// What to say of an account of a playground that has ended; nil for every other account.
  func end(for stored: StoredCredential) -> OAuthError? {
    let name = stored.account.provider
    guard PlaygroundDescription.offers(name) else { return nil }
    let running = (try? self.running(only: name)) ?? nil
    let entry = (try? running?.entry(named: name))?.provider
    guard entry?.replacing(stored.provider) == nil, !mayRunElsewhere(stored.provider, besides: running?.base) else {
      return nil
    }
    return .playgroundEnded(at: name, name: stored.name, isAnotherRunning: running != nil)
  }

  /// Whether the playground of a provider may be one that no command of ours finds, such as that of another home from which
  /// the account was imported: something listens at its port, and it is not the one that runs here.
  private func mayRunElsewhere(_ provider: Provider, besides base: String?) -> Bool {
    provider.tokenOrigins.union(provider.apiOrigins).contains { origin in
      guard origin.description != base else { return false }
      do throws(SystemError) {
        _ = try LoopbackSocket(.ipv4("127.0.0.1"), port: origin.port)
        return false
      } catch { return error.isAddressInUse }
    }
  }

  /// An account as people are to see it: one whose playground has ended has ended, too.
  func marking(_ stored: StoredCredential) -> StoredCredential {
    // Whatever became of it before, or of what another playground was asked with it, this is why it will not work.
    guard !stored.isSignedOut, end(for: stored) != nil else { return stored }
    var ended = stored
    ended.endedBecause = "its playground has ended"
    return ended
  }
}
