import WayleaveProvider
import WayleaveWire

/// Every path at which something can go wrong, for a rule that names one before any playground runs.
enum KnownPaths {
  private static let base = "http://127.0.0.1"

  private static let places: [(path: String, happenings: [Happening])] = {
    guard let configuration = try? PlaygroundConfiguration(), let pages = try? Pages() else { return [] }
    let address = TenantAddress(origin: base, encryptedOrigin: nil, name: nil)
    let context = TenantContext(configuration: configuration, address: address, pages: pages)
    let personalities = Personalities.all.map { $0.make(context) }
    let own = OwnPath.allCases.map { (path: $0.rawValue, happenings: [Happening]()) }
    let places =
      own
      + personalities.flatMap { personality in
        personality.routes.map { (path: personality.path(of: $0), happenings: $0.happenings) }
      }
    return places.filter { !OwnPath.isApart($0.path) }
  }()

  private static let all = places.map(\.path)

  private static let routes: [[Substring]] = all.map(PathPattern.segments)

  static func contains(_ path: String) -> Bool {
    routes.contains { PathPattern.matches(PathPattern.segments(of: path), $0) }
      && (entryPath(path).map(\.isKnown) ?? true)
  }

  /// The known paths that look most like one that is not known.
  static func nearest(to path: String) -> [String] {
    let entry = entryPath(path)
    let own = entry?.paths
    let usual = own.map { Array($0.prefix(3)) } ?? entry?.nearest ?? []
    let near = NearestNames.of(path, among: own ?? all.filter { !$0.contains("*") } + usual)
    return near.isEmpty ? usual : near
  }

  /// Whether something can happen at a known path.
  static func has(_ happening: Happening, at path: String) -> Bool {
    places.contains {
      $0.happenings.contains(happening)
        && PathPattern.matches(PathPattern.segments(of: path), PathPattern.segments(of: $0.path))
    }
      || entryPath(path)?.has(happening) ?? false
  }

  /// Some paths at which something can happen: those of the same entry, or else all but those of entries.
  static func paths(of happening: Happening, near path: String) -> [String] {
    let own = entryPath(path)?.paths(of: happening) ?? []
    guard own.isEmpty else { return Array(own.prefix(3)) }
    let all = places.filter { $0.happenings.contains(happening) }.map(\.path)
    let start = PathPattern.segments(of: path).prefix(2)
    let near = all.filter { PathPattern.segments(of: $0).prefix(2) == start }
    return Array((near + all.filter { !near.contains($0) }).prefix(3))
  }

  private static func entryPath(_ path: String) -> EntryPath? { EntryPath(path, in: base, depths: .all) }
}
