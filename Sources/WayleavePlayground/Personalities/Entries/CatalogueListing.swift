import WayleaveProvider
import WayleaveWire

/// The names and titles of the catalogue, as the front page lists them.
enum CatalogueListing {
  static let all: [(name: String, title: String)] = Provider.builtInTitles.map { ($0.name.text, $0.title) }

  /// The same with entries of the user's own, which stand first.
  static func all(with own: [Provider]) -> [(name: String, title: String)] {
    guard !own.isEmpty else { return all }
    let names = Set(own.map(\.name.text))
    return own.map { ($0.name.text, $0.title) } + all.filter { !names.contains($0.name) }
  }

  /// Those whose name or title contains a text, whatever the case of its letters.
  static func entries(containing text: String, with own: [Provider] = []) -> [(name: String, title: String)] {
    let (wanted, all) = (text.lowercased(), all(with: own))
    guard !wanted.isEmpty else { return all }
    return all.filter { $0.name.contains(wanted) || $0.title.lowercased().contains(wanted) }
  }
}
