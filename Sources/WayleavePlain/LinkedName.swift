/// A name by which other programs start ours, where it has a link of that name.
///
/// docker starts `docker-credential-NAME`, and git `git-credential-NAME`.
package enum LinkedName {
  /// The command that a program of this path stands for; nil for the usual name.
  ///
  /// No part of the path is cut out: what that takes would be a fifth of the whole start.
  package static func command(of path: String) -> String? {
    if isLink(path, to: "git-credential") { return "git-credential" }
    return isLink(path, to: "docker-credential") ? "docker-credential" : nil
  }

  private static func isLink(_ path: String, to command: String) -> Bool {
    let name = command + "-wayleave"
    return path == name || path.hasSuffix("/" + name)
  }
}
