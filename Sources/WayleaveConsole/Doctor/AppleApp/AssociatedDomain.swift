import WayleaveWire

/// A host whose site and whose app know each other, for one service: `webcredentials:app.example.com`.
struct AssociatedDomain {
  /// What a site and an app can share, by the names that Apple gave it.
  static let services = ["applinks", "webcredentials", "appclips", "activitycontinuation"]

  private let service: String
  private let host: String

  /// Reads an entry of the entitlements; nil for one that Apple's systems pass over, such as a URL.
  init?(_ text: String) {
    // `?mode=developer` reads the file past Apple's copy of it.
    let parts = text.prefix { $0 != "?" }.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.services.contains(String(parts[0])) else { return nil }
    let host = parts[1].lowercased()
    let name = host.dropFirst(host.hasPrefix("*.") ? 2 : 0)
    guard !name.isEmpty, name.utf8.allSatisfy(\.isHostByte) else { return nil }
    (service, self.host) = (String(parts[0]), host)
  }

  /// Whether it is for a host: its own, or each one below `*.example.com`.
  func covers(_ other: String, for service: String) -> Bool {
    guard self.service == service else { return false }
    return host.hasPrefix("*.") ? other.hasSuffix(host.dropFirst()) : host == other
  }
}

/// The ID of an app: that of its team, and its bundle ID: `A1B2C3D4E5.com.example.app`.
enum AppIdentifier {
  /// Where the bundle ID begins: after the ten characters of the team ID and a period.
  static let bundlePlace = 11

  static func isWellFormed(_ text: String) -> Bool {
    let bundle = text.utf8.dropFirst(bundlePlace)
    return beginsWithTeam(text) && !bundle.isEmpty && bundle.allSatisfy(\.isHostByte)
  }

  /// Whether ten capital letters and digits stand before the first period.
  static func beginsWithTeam(_ text: String) -> Bool {
    let team = text.utf8.prefix { $0 != UInt8(ascii: ".") }
    return team.count == 10 && text.utf8.count > bundlePlace
      && team.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
  }
}

extension UInt8 {
  /// A letter, a digit, `-` or `.`.
  fileprivate var isHostByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }
}
