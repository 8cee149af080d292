import WayleaveProvider
import WayleaveWire

/// Every path at which something can go wrong, for a rule that names one before any playground runs.
enum KnownPaths {
  private static let base = "http://127.0.0.1"

  private static let all: [String] = {
    guard let configuration = try? PlaygroundConfiguration(), let pages = try? Pages() else { return [] }
    let address = TenantAddress(origin: base, encryptedOrigin: nil, name: nil)
    let house = House(configuration: configuration, address: address, pages: pages)
    let personalities = Personalities.all.map { $0.make(house) }
    let paths =
      Reception(house: house, personalities: personalities).routes.map(\.path)
      + personalities.flatMap { personality in personality.routes.map(personality.path) }
    return paths.filter { !Control.isApart($0) }
  }()

  private static let routes: [[Substring]] = all.map(segments)

  static func contains(_ path: String) -> Bool {
    routes.contains { matches(segments(of: path), $0) } && (entryPath(path).map(\.isKnown) ?? true)
  }

  /// The known paths that look most like one that is not known.
  static func nearest(to path: String) -> [String] {
    let entry = entryPath(path)
    let own = entry?.paths
    let usual = own.map { Array($0.prefix(3)) } ?? entry?.nearest ?? []
    let near = NearestNames.of(path, among: own ?? all.filter { !$0.contains("*") } + usual)
    return near.isEmpty ? usual : near
  }

  private static func entryPath(_ path: String) -> EntryPath? { EntryPath(path, in: base) }

  /// Whether a path is one that a pattern with `*` for some segments stands for.
  static func matches(_ path: String, _ pattern: String) -> Bool {
    pattern.contains("*") && matches(segments(of: path), segments(of: pattern))
  }

  static func matches(_ path: [Substring], _ pattern: [Substring]) -> Bool {
    let isOpen = pattern.last == "**" && path.count >= pattern.count
    guard isOpen || path.count == pattern.count else { return false }
    return zip(isOpen ? pattern.dropLast() : pattern, path).allSatisfy { $0 == "*" || $0.utf8.elementsEqual($1.utf8) }
  }

  static func segments(of path: String) -> [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }
}
