import WayleaveWire

/// Secrets where they should not be: in variables, which every program that is started gets, and in files that others can
/// read.
package enum SecretsCheck {
  /// Variables that hold a secret, and those that name a file in their place.
  package static let variables: [(name: String, file: String)] = [
    ("CLIENT_SECRET", "CLIENT_SECRET_FILE"), ("TOKEN_SECRET", "TOKEN_SECRET_FILE"),
    ("STORE_PASSPHRASE", "STORE_PASSPHRASE_FILE"),
  ]

  /// Variables that name a file with a secret.
  package static let files = variables.map(\.file) + ["KEY_FILE", "PASSWORD_FILE"]

  /// Who can read a file.
  package enum Readers: Sendable {
    case owner
    case others
    /// There is no such file, or nothing can be said of it.
    case unknown
  }

  /// What the variables say.
  ///
  /// - Parameters:
  ///   - value: the value of a variable, named without `WAYLEAVE_`.
  ///   - readers: who can read the file at a path.
  package static func findings(variable value: (String) -> String?, readers: (String) -> Readers) -> [Finding] {
    var findings: [Finding] = []
    for (name, file) in variables where value(name) != nil {
      findings.append(
        Finding(
          .secrets, .warning, "WAYLEAVE_\(name) holds a secret, which every program that is started here gets.",
          remedy: "Put it into a file that only you can read, name that by WAYLEAVE_\(file), and unset the variable."))
    }
    for name in files {
      guard let path = value(name), path != "-" else { continue }
      let shown = "The file “\(DisplayText.clean(path, limit: 300))” of WAYLEAVE_\(name)"
      switch readers(path) {
      case .owner: continue
      case .others:
        let command = Remedy.argument(path).map { "`chmod 600 \($0)`" } ?? "chmod 600"
        findings.append(
          Finding(
            .secrets, .failed, "\(shown) can be read by other users.",
            remedy: "Close it: \(command). If others use this machine, have the provider give you a new secret."))
      case .unknown:
        findings.append(
          Finding(
            .secrets, .failed, "\(shown) is not there, or cannot be read.", remedy: "Correct the variable, or unset it."
          ))
      }
    }
    guard findings.isEmpty else { return findings }
    return [Finding(.secrets, .good, "No variable holds a secret, or names a file with one that others can read.")]
  }
}
