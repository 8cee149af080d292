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
    return paths.map { $0.split(separator: "/", omittingEmptySubsequences: false) }
  }()

  static func contains(_ path: String) -> Bool {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    return routes.contains { route in
      if route.last == "**" { return segments.starts(with: route.prefix(2)) && segments.count >= route.count }
      return route.count == segments.count
        && zip(route, segments).allSatisfy { $0 == "*" || $0.utf8.elementsEqual($1.utf8) }
    }
  }
}
