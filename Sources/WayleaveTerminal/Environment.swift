import WayleaveConsole
import WayleaveSystem

/// The variables that are read by name. `EnvironmentArguments` reads those that stand for options.
package enum Environment {
  /// The value of a variable as it is; nil when it is unset or empty.
  package static func variable(_ name: String) -> String? {
    guard let value = ProcessEnvironment.variable(name), !value.isEmpty else { return nil }
    return value
  }

  /// The value of one of our variables, named without its prefix.
  package static func text(_ name: String) -> String? { variable("WAYLEAVE_\(name)") }

  /// Whether one of our variables is set and empty.
  package static func isEmpty(_ name: String) -> Bool {
    ProcessEnvironment.variable("WAYLEAVE_\(name)")?.isEmpty ?? false
  }

  /// Whether one of our variables says yes.
  package static func flag(_ name: String) -> Bool {
    guard let value = text(name) else { return false }
    return !["0", "false", "no", "off"].contains(value)
  }

  /// Whether the terminal shows UTF-8: it does unless the locale says otherwise.
  package static var showsUTF8: Bool {
    !ASCIIText.isNeeded(in: variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG"))
  }
}
