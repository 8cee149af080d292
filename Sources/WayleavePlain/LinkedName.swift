/// A name by which other programs start ours, where it has a link of that name.
///
/// docker starts `docker-credential-NAME`, and git `git-credential-NAME`.
package enum LinkedName {
  /// The words that stand before those that were typed, for a program of this path; nil for the usual name.
  ///
  /// docker can give its helper no account, so a link can: `docker-credential-wayleave-work`.
  package static func words(of path: String) -> [String]? {
    // No part of the usual path is cut out: what that takes would be a fifth of the whole start.
    if path == "wayleave" || path.hasSuffix("/wayleave") { return nil }
    if isLink(path, to: "git-credential") { return ["git-credential"] }
    if isLink(path, to: "docker-credential") { return ["docker-credential"] }
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? ""
    let named = "docker-credential-wayleave-"
    guard name.hasPrefix(named), name.utf8.count > named.utf8.count else { return nil }
    return ["docker-credential", "--account=\(name.dropFirst(named.count))"]
  }

  private static func isLink(_ path: String, to command: String) -> Bool {
    let name = command + "-wayleave"
    return path == name || path.hasSuffix("/" + name)
  }
}
