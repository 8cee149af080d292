package import WayleaveSystem
package import WayleaveWire

extension XDGFolder {
  /// The path of the folder; throws `configuration.invalid_value` where the user has no home.
  package func base(_ variable: (String) -> String?) throws(OAuthError) -> String {
    guard let path = path(variable) else { throw .noHome(variable("HOME")) }
    return path
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
