package import WayleaveWire

/// A place to which a changed entry sends something, and the entry before did not under that key.
package struct EntryMove: Sendable, Equatable {
  /// The key, such as `token_endpoint` or `api_origins`.
  package let key: String
  /// Where it went before, such as `https://github.com`; empty where the key is new.
  package let before: String
  /// Where it goes now.
  package let after: String
}

extension EntryMove {
  /// Every move from one description to another one; both can be read.
  ///
  /// Hosts are compared key by key, as they stand in the texts: so those of a template are too, with their places. A
  /// new key may name the host of the token endpoint, which sees every secret, and no other one. What decides in
  /// another way where something goes counts as a move when it changes at all.
  package static func all(from earlier: JSON, to later: JSON) -> [EntryMove] {
    let before = places(in: earlier)
    let trusted = before.filter { ["token_endpoint", "issuer"].contains($0.key) }.map(\.place)
    var moves: [EntryMove] = []
    for (key, place) in places(in: later) {
      let known = before.filter { $0.key == key }.map(\.place)
      guard !(known.isEmpty ? trusted : known).contains(where: { $0.hasSameBytes(as: place) }) else { continue }
      let move = EntryMove(key: key, before: known.joined(separator: ", "), after: place)
      if !moves.contains(move) { moves.append(move) }
    }
    moves += steeringKeys.compactMap { key in
      let (old, new) = (steering(key, in: earlier), steering(key, in: later))
      return old == new ? nil : EntryMove(key: key, before: shown(old), after: shown(new))
    }
    return moves.isEmpty ? secretMoves(from: earlier, to: later) : moves
  }

  /// Keys without hosts, by which the provider or a value says where something goes.
  private static let steeringKeys = [
    "protocol", "issuer", "variables", "native_app", "identity.origin_member", "hand_over.id_token.issuer",
  ]

  private static func steering(_ key: String, in entry: JSON) -> JSON {
    let value = entry.value(at: key) ?? .null
    guard key == "variables", let variables = value.array else { return value }
    // What to type is for people.
    return .array(variables.map { $0.merged(with: ["meaning": .null]) })
  }

  private static func shown(_ value: JSON) -> String { value == .null ? "" : value.string ?? value.encodedText() }

  /// The scheme and the host of each URL, and each domain, by its key; an index of a list is left out of the key.
  private static func places(in entry: JSON) -> [(key: String, place: String)] {
    EntryFormat.texts(in: entry).compactMap { text, form, path -> (key: String, place: String)? in
      switch form {
      case .endpoint: return (withoutIndexes(path), beginning(of: text))
      case .shaped(.domain): return (withoutIndexes(path), text)
      default: return nil
      }
    }
  }

  private static func withoutIndexes(_ path: String) -> String {
    path.split(separator: "[").map { part in
      part.firstIndex(of: "]").map { part[part.index(after: $0)...] } ?? part
    }.joined()
  }

  /// A URL up to its path: `https://{subdomain}.zendesk.com`.
  private static func beginning(of url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return String(url[..<(url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex)])
  }

  /// What only the entry as a whole says, such as signatures that are the secret itself.
  private static func secretMoves(from earlier: JSON, to later: JSON) -> [EntryMove] {
    let (before, after) = (secretPlaces(in: earlier), secretPlaces(in: later))
    return after.subtracting(before).map(\.description).sorted().map {
      EntryMove(
        key: "the client's secret", before: before.map(\.description).sorted().joined(separator: ", "), after: $0)
    }
  }

  private static func secretPlaces(in entry: JSON) -> Set<SecretPlace> {
    guard let described = try? DescribedEntry(json: entry) else { return [] }
    return (try? described.template?.example() ?? described.provider)?.secretOrigins ?? []
  }
}
