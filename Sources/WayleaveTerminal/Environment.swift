import WayleaveBackport
import WayleaveConsole
import WayleaveSystem
package import WayleaveWire

/// The variables that are read by name. `EnvironmentArguments` reads those that stand for options.
package enum Environment {
  /// The value of a variable as it is; nil when it is unset or empty.
  package static func variable(_ name: String) -> String? {
    guard let value = ProcessEnvironment.variable(name), !value.isEmpty else { return nil }
    return value
  }

  /// The value of one of our variables, named without its prefix.
  package static func text(_ name: String) -> String? { variable("WAYLEAVE_\(name)") }

  /// The secrets that were given in variables, by their names. The variables are gone.
  private static let secrets = Lock<[String: Secret]>([:])

  /// Takes the secrets out of the variables of this process, before any program is started. Others read those.
  static func takeSecrets() {
    let taken = ProcessEnvironment.secretNames.compactMap { name in
      ProcessEnvironment.take(name) { (name, Secret(copying: $0)) }
    }
    secrets.withLock { $0.merge(taken) { $1 } }
  }

  /// The secret of one of our variables, named without its prefix.
  package static func secret(_ name: String) -> Secret? { secrets.withLock { $0["WAYLEAVE_\(name)"] } }

  /// Overwrites the secrets, once they are where they are needed: a program that runs for long keeps none.
  package static func forgetSecrets() { secrets.withLock { $0 = [:] } }

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
