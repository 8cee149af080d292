import WayleaveOAuth2
package import WayleaveProvider
import WayleaveSignIn
package import WayleaveWire

/// What a playground offers: its providers as entries with its addresses, and the clients of each.
///
/// Each under a name of its own: an account of the playground is never taken for one of the real provider.
extension PlaygroundDescription {
  /// Every name that belongs to playgrounds, whether one runs or not.
  package static var names: [ProviderName] { PlaygroundProvider.all.map { name(of: $0.name) } }

  /// Whether a running playground offers a name: of a personality, or of an entry of the catalogue, which it plays.
  package static func offers(_ name: ProviderName) -> Bool {
    guard name.isOfPlayground else { return false }
    let played = ProviderName(String(name.text.dropFirst(self.name(of: "").text.count)))
    return names.contains(name) || Provider.builtInNames.contains(played)
  }

  /// The names that may be meant by a misspelt one, the nearest first: of personalities, and of played entries.
  package static func nearest(to name: ProviderName) -> [String] {
    let prefix = self.name(of: "").text
    let typed = String(name.text.dropFirst(prefix.count))
    return NearestNames.of(typed, among: personalities + Provider.builtInNames.map(\.text)).map { prefix + $0 }
  }

  /// The personalities that have a name of their own for people; the entries of the catalogue are played by theirs.
  private static var personalities: [String] {
    PlaygroundProvider.all.map(\.name).filter { $0 != PlaygroundProvider.entries.name }
  }

  /// The names of the personalities as providers, to suggest them.
  package static var suggested: [String] { personalities.map { name(of: $0).text } }
}

extension PlaygroundDescription {
  /// The entry of a name: of a personality, or of any provider of the catalogue, which is played from its own data.
  package func entry(named name: ProviderName) throws(OAuthError) -> Entry? {
    if let entry = entries.first(where: { $0.provider.name == name }) { return entry }
    let prefix = Self.name(of: "").text
    guard name.text.hasPrefix(prefix) else { return nil }
    let played = PlayedProvider(entry: ProviderName(String(name.text.dropFirst(prefix.count))), at: base)
    return try played.map { (played) throws(OAuthError) in try Entry(played).played(in: run) }
  }
}

extension PlaygroundDescription.Entry {
  /// The first client has the provider's name, so that it is the one that `login` takes; the others have their ids.
  package init(_ played: PlayedProvider) throws(OAuthError) {
    let provider = played.provider
    self.init(
      provider: provider,
      clients: try played.clients.enumerated().map { (index, client) throws(OAuthError) in
        try RegisteredClient(
          name: index == 0 ? provider.name.text : client.id.text, provider: provider.name, client: client)
      })
  }
}
