import WayleaveWire

/// What an entry can have of a client in a header field or a parameter, by the name of its place.
package enum ClientValue: String, Sendable, CaseIterable {
  /// The client id.
  case id = "{client_id}"
  /// The client secret. It stands in header fields alone: what is in a URL is logged on its way.
  case secret = "{client_secret}"
  /// A key for the API that is neither.
  case apiKey = "{api_key}"

  /// What stands in a place of this name; nil for a place of something else.
  init?(place name: Substring) { self.init(rawValue: "{\(name)}") }

  /// Whether no one but the provider may see it.
  var isSecret: Bool { self != .id }

  /// Those that stand in some texts.
  package static func named(in texts: [String]) -> Set<ClientValue> {
    Set(allCases.filter { value in texts.contains { Array($0.utf8).contains(part: Array(value.rawValue.utf8)) } })
  }

  /// The pairs that have nothing secret of the client.
  package static func withoutSecrets(_ pairs: [String: String]) -> [String: String] {
    pairs.filter { !named(in: [$0.value]).haveSecrets }
  }
}

extension Set<ClientValue> {
  /// Whether one of them is secret.
  package var haveSecrets: Bool { contains(where: \.isSecret) }
}
