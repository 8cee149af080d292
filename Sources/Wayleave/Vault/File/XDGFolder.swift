import WayleaveWire

/// The base folders of this user.
///
/// XDG Base Directory Specification.
package enum XDGFolder {
  /// The folder that a variable names, or the one of the user's home.
  ///
  /// Throws `configuration.invalid_value` where the user has no home.
  ///
  /// - Parameters:
  ///   - name: the variable, such as `XDG_STATE_HOME`.
  ///   - fallback: where it is below the home folder when the variable names none.
  ///   - variable: the value of an environment variable.
  package static func base(
    _ name: String, fallback: String, variable: (String) -> String?
  ) throws(OAuthError) -> String {
    // "All paths set in these environment variables must be absolute": XDG Base Directory Specification.
    if let folder = variable(name), folder.hasPrefix("/") { return folder }
    guard let home = variable("HOME"), home.hasPrefix("/") else { throw .noHome(variable("HOME")) }
    return "\(home)/\(fallback)"
  }
}

extension OAuthError {
  fileprivate static func noHome(_ value: String?) -> OAuthError {
    OAuthError(
      .invalidValue,
      message: "HOME is \(value == nil ? "not set" : "not an absolute path"), so there is no place for the store.",
      rule: .wayleave("a store has one place"), received: .text(value),
      remedy: "Set HOME, or XDG_STATE_HOME and XDG_CONFIG_HOME, to absolute paths.")
  }
}
