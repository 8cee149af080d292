import WayleaveConsole
import WayleavePlayground
import WayleaveWire

extension PlaygroundDescription {
  /// What a running playground offers: its providers as entries with its addresses, and the clients of each.
  init(of playground: RunningPlayground) throws(OAuthError) {
    self.init(
      base: playground.base, entries: try playground.providers.map { (played) throws(OAuthError) in try .init(played) })
  }
}
