/// A base folder of this user, for one kind of file.
///
/// XDG Base Directory Specification.
package enum XDGFolder: Sendable {
  case configuration, data, state

  /// The folder that its variable names, or the one of the user's home; nil where the user has no home.
  ///
  /// - Parameter variable: the value of an environment variable.
  package func path(_ variable: (String) -> String?) -> String? {
    if let folder = variable(name), Self.isAbsolute(folder) { return folder }
    guard let home = variable("HOME"), Self.isAbsolute(home) else { return nil }
    return home + "/" + fallback
  }

  /// "All paths set in these environment variables must be absolute": XDG Base Directory Specification.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  private var name: String {
    switch self {
    case .configuration: "XDG_CONFIG_HOME"
    case .data: "XDG_DATA_HOME"
    case .state: "XDG_STATE_HOME"
    }
  }

  /// Where it is below the home folder.
  private var fallback: String {
    switch self {
    case .configuration: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    }
  }
}
