/// A name by which other programs start ours, where it has a link of that name.
///
/// docker starts `docker-credential-NAME`, and git `git-credential-NAME`.
package enum LinkedName {
  private static let suffix = "-wayleave"

  /// The command that a program of this path stands for; nil for the usual name.
  package static func command(of path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard ["git-credential-wayleave", "docker-credential-wayleave"].contains(name) else { return nil }
    return String(name.dropLast(suffix.count))
  }
}
