import WayleaveProvider
import WayleaveWire

/// A path below `/entries/`, as a rule for faults names it; a segment may be `*`.
struct EntryPath {
  private let name: String
  private let rest: Substring
  private let base: String
  private let depths: EntryDepths
  private let play: EntryPlay?

  /// Reads a path; nil for one that is not below `/entries/`.
  init?(_ path: String, in base: String, depths: EntryDepths) {
    guard path.hasPrefix("/entries/") else { return nil }
    let below = path.dropFirst("/entries/".count)
    name = String(below.prefix { $0 != "/" })
    rest = below.dropFirst(name.count)
    self.base = base
    self.depths = depths
    play = EntryPlay(named: ProviderName(name), in: base, depths: depths)
  }

  /// Whether some request to the path means something.
  var isKnown: Bool {
    if name.contains("*") { return true }
    guard let play else { return false }
    let host = rest.split(separator: "/").first ?? ""
    if host.contains("*") || Entries.ControlPath(after: rest) != nil { return true }
    if rest.contains("*") { return play.isHost(String(host)) }
    return EntryAddress.real(rest).map(play.has) ?? false
  }

  /// The paths of the entry; nil for a name that no entry has.
  var paths: [String]? { play?.paths }

  /// Whether something can happen at the path, or at one for which it stands.
  func has(_ happening: Happening) -> Bool {
    guard name != "*" else {
      return CatalogueListing.all.contains {
        EntryPath("/entries/\($0.name)\(rest)", in: base, depths: depths)?.has(happening) ?? false
      }
    }
    guard let play else { return false }
    if happening == .keys { return play.hasKeys }
    let own = PathPattern.segments(of: String(rest))
    return play.places(of: happening).map(PathPattern.segments).contains {
      PathPattern.matches($0, own) || PathPattern.matches(own, $0)
    }
  }

  /// The paths of the entry at which something can happen.
  func paths(of happening: Happening) -> [String] {
    guard let play else { return [] }
    return (happening == .keys && play.hasKeys ? play.places(of: .idToken) : play.places(of: happening))
      .map { EntryAddress(of: play.entry.name, in: "").base + $0 }
  }

  /// What the path may mean where the name is wrong.
  var nearest: [String] {
    NearestNames.of(name, among: CatalogueListing.all.map(\.name)).map { "/entries/\($0)\(rest)" }
  }
}
