import WayleaveWire

/// The apps of one part of “applinks”, and which links open them.
///
/// Apple, “Supporting associated domains”: the first component that fits decides.
struct LinkDetails {
  /// What is said of a link.
  enum Answer: Equatable {
    case opens
    /// A component that excludes comes first.
    case excluded
    /// Something else than the path decides, which no one knows before the callback.
    case undecided
    case unmatched
  }

  let apps: [String]
  private let components: [Component]

  fileprivate struct Component {
    let pattern: String
    let isExcluding: Bool
    let isCaseSensitive: Bool
    /// Whether a query or a fragment decides too, or something that the device puts in.
    let isConditional: Bool
  }

  /// Reads a part; `app` is what the form of iOS 9 has as its name.
  init(_ json: JSON, app: String? = nil, defaults: JSON?) {
    apps = app.map { [$0] } ?? json["appIDs"]?.texts ?? json["appID"]?.string.map { [$0] } ?? []
    let isCaseSensitive = defaults?["caseSensitive"]?.bool ?? true
    if let elements = json["components"]?.array {
      components = elements.map { element in
        let pattern = element["/"]?.string ?? "*"
        return Component(
          pattern: pattern, isExcluding: element["exclude"]?.bool ?? false,
          isCaseSensitive: element["caseSensitive"]?.bool ?? isCaseSensitive,
          isConditional: element["?"] != nil || element["#"] != nil || pattern.contains("$("))
      }
    } else {
      components = (json["paths"]?.texts ?? []).map { path in
        let isExcluding = path.hasPrefix("NOT ")
        return Component(
          pattern: isExcluding ? String(path.dropFirst(4)) : path, isExcluding: isExcluding, isCaseSensitive: true,
          isConditional: false)
      }
    }
  }

  func answer(for path: String) -> Answer {
    for component in components {
      if component.isConditional {
        // What the device puts in is not known here, nor is the query.
        if component.pattern.contains("$(") || component.fits(path) { return .undecided }
      } else if component.fits(path) {
        return component.isExcluding ? .excluded : .opens
      }
    }
    return .unmatched
  }
}

extension LinkDetails.Component {
  /// Whether a path fits the pattern: `*` stands for any text, also of several folders, and `?` for one character.
  ///
  /// It goes back to the last `*` alone, so a long pattern costs no more than its length times that of the path.
  fileprivate func fits(_ path: String) -> Bool {
    let pattern = Array((isCaseSensitive ? pattern : pattern.lowercased()).utf8)
    let text = Array((isCaseSensitive ? path : path.lowercased()).utf8)
    var (place, at) = (0, 0)
    var star: (place: Int, at: Int)?
    while at < text.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        star = (place, at)
        place += 1
      } else if place < pattern.count, pattern[place] == text[at] || pattern[place] == UInt8(ascii: "?") {
        (place, at) = (place + 1, at + 1)
      } else if let last = star {
        star = (last.place, last.at + 1)
        (place, at) = (last.place + 1, last.at + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
