import WayleaveWire

/// What an entry can have of a client in a header field or a parameter, by the name of its place.
package enum ClientValue: String, Sendable, CaseIterable {
  /// The client id.
  case id = "{client_id}"
  /// The client secret. It stands in header fields alone: what is in a URL is logged on its way.
  case secret = "{client_secret}"
  /// A key for the API that is neither.
  case apiKey = "{api_key}"

  /// Those that stand in some texts.
  package static func named(in texts: [String]) -> Set<ClientValue> {
    Set(allCases.filter { value in texts.contains { Array($0.utf8).contains(part: Array(value.rawValue.utf8)) } })
  }

  /// The pairs that have nothing secret of the client.
  package static func withoutSecrets(_ pairs: [String: String]) -> [String: String] {
    pairs.filter { named(in: [$0.value]).isDisjoint(with: [.secret, .apiKey]) }
  }
}
