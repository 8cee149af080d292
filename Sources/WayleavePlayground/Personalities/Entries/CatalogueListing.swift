import WayleaveProvider
import WayleaveWire

/// The names and titles of the catalogue, as the front page lists them.
enum CatalogueListing {
  static let all: [(name: String, title: String)] = Provider.builtInTitles.map { ($0.name.text, $0.title) }

  /// Those whose name or title contains a text, whatever the case of its letters.
  static func entries(containing text: String) -> [(name: String, title: String)] {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return all }
    return all.filter { $0.name.contains(wanted) || $0.title.lowercased().contains(wanted) }
  }
}
