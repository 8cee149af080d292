/// Where a program of an installation finds another one: next to itself, or where `make install` puts that.
package enum InstalledProgram {
  /// The folder of what people do not type, as seen from that of what they do.
  package static var libraryFolder: String { "../libexec/wayleave" }

  /// The paths at which a program that people do not type can be, for one of this path.
  package static func paths(of name: String, for own: String?) -> [String] {
    let folder = folder(of: own)
    return ["\(folder)/\(name)", "\(folder)/\(libraryFolder)/\(name)"]
  }

  /// The paths at which the program that people type can be, for one of this path that they do not.
  package static func typedPaths(for own: String?) -> [String] {
    let folder = folder(of: own)
    return ["\(folder)/wayleave", "\(folder)/../../bin/wayleave"]
  }

  private static func folder(of path: String?) -> Substring {
    path.map { $0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex) } ?? ""
  }
}
