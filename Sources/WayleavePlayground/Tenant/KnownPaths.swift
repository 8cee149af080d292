import WayleaveWire

/// Every path that a playground answers, for a rule that names one before any playground runs.
enum KnownPaths {
  private static let routes: [[Substring]] = {
    guard let configuration = try? PlaygroundConfiguration(), let pages = try? Pages() else { return [] }
    let address = TenantAddress(origin: "http://127.0.0.1", encryptedOrigin: nil, name: nil)
    let house = House(configuration: configuration, address: address, pages: pages)
    let personalities = Personalities.all.map { $0.make(house) }
    let paths =
      Reception(house: house, personalities: personalities).routes.map(\.path)
      + personalities.flatMap { personality in personality.routes.map(personality.path) }
    return paths.map(segments)
  }()

  static func contains(_ path: String) -> Bool { routes.contains { matches(segments(of: path), $0) } }

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
